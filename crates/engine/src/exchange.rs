//! What was said on the way to a model and back, where somebody wants it kept: each turn is an
//! event, once. A client tells its whole conversation with every call; what was told before has
//! the id it had, and changes nothing.

use mneme_access::Caller;
use mneme_model::Moment;
use mneme_notebook::redact;
use mneme_store::names::Namespace;
use serde::{Deserialize, Serialize};

use crate::events::NewEvent;
use crate::learn::SaidIn;
use crate::{Engine, Initiative, Result, checks};

/// A conversation, or the part of it that may be new.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Exchange {
    pub of: SaidIn,
    pub turns: Vec<Told>,
}

/// Something somebody said in it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Told {
    pub role: String,
    pub text: String,
    /// How often the same had been said before, by the same.
    pub nth: u64,
    pub at_ms: i64,
}

impl Engine {
    /// Keeps what is new, without secrets. Tells how much that was.
    pub async fn exchanged(&self, caller: &Caller, exchange: Exchange) -> Result<usize> {
        let (namespace, _) = self.writing(caller, None).await?;
        let limits = &self.settings.limits;
        let session = named(&namespace, &exchange.of);
        checks::event(limits, &session, None, "", &Default::default())?;
        let events = exchange.turns.into_iter();
        let events = events.map(|told| event(&namespace, &session, told, limits.event_bytes));
        let events: Vec<NewEvent> = events.collect();
        let mut kept = 0;
        for page in events.chunks(limits.batch_events) {
            let page = page.to_vec();
            let accepted = self.ingest(caller, None, page, Initiative::Machine).await?;
            kept += accepted.iter().filter(|one| one.created).count();
        }
        Ok(kept)
    }
}

/// The session its turns are told in.
pub(crate) fn named(namespace: &Namespace, said: &SaidIn) -> String {
    let unnamed = || namespace.key.fingerprint(&spoken(&said.began));
    said.session
        .clone()
        .unwrap_or_else(|| format!("proxy-{}", unnamed()))
}

fn event(namespace: &Namespace, session: &str, told: Told, longest: usize) -> NewEvent {
    let mut text = redact::text(told.text.trim());
    let said = [session, &told.role, &spoken(&text)].join("\u{0}");
    let print = namespace.key.fingerprint(&said);
    text.truncate(text.floor_char_boundary(longest));
    NewEvent {
        id: Some(format!("turn-{}-{print}", told.nth)),
        session: session.to_owned(),
        text,
        role: Some(told.role),
        occurred_at: Some(Moment::from_ms(told.at_ms).rfc3339()),
        ..NewEvent::default()
    }
}

/// Words without what a client does to the space between them when it tells them again.
fn spoken(text: &str) -> String {
    text.split_whitespace().collect()
}

//! Taking events in as an agent's host tells them: byte for byte, under the host's own ids.

use std::collections::BTreeMap;

use mneme_access::Caller;
use mneme_journal::Draft;
use mneme_model::{Body, Code, Kind, Moment, Role, ids};
use serde_json::Value;

use crate::{Engine, Error, Result, checks, signals};

/// An event whose fields need no reading any more.
#[derive(Clone, Debug)]
pub struct Happening {
    pub id: String,
    pub session: String,
    pub occurred_ms: i64,
    pub kind: Kind,
    pub role: Role,
    pub text: String,
    pub metadata: BTreeMap<String, String>,
    pub agent: Option<String>,
}

/// What became of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// A repeated id changes nothing.
    pub created: bool,
    /// It says what another said: it is kept, and the other one is found.
    pub repeat: bool,
}

impl Engine {
    /// Takes one event in.
    pub async fn record(&self, caller: &Caller, happening: Happening) -> Result<Recorded> {
        let (namespace, origin) = self.writing(caller, None).await?;
        let heard = self.heard(&namespace, &happening).await;
        let mut draft = self.happening_draft(happening)?;
        draft.body.repeat = heard.repeat;
        let (ns, door, id) = (namespace.ns, origin.door, draft.ext_id.clone());
        let mut drafts = vec![draft];
        let keys = self.mark_echoes(&namespace, door, &mut drafts).await?;
        let echo = drafts.iter().any(|draft| draft.body.echoes.is_some());
        let appended = self.journal.append(namespace, origin, drafts).await?;
        let now_ms = self.store.now_ms();
        self.echoes.note(ns, door, keys, &appended, now_ms);
        signals::EVENTS.add(1);
        self.wake.soon();
        let created = appended.iter().any(|appended| appended.created);
        Ok(Recorded {
            created,
            repeat: self.repeats.note(ns, id, heard, created) || (created && echo),
        })
    }

    fn happening_draft(&self, new: Happening) -> Result<Draft> {
        let limits = &self.settings.limits;
        if !ids::is_ext_id(&new.id) {
            return Err(mneme_journal::Error::BadId.into());
        }
        session(&new.session)?;
        checks::name(limits, "agent", new.agent.as_deref())?;
        let occurred = Moment::from_ms(new.occurred_ms);
        if !occurred.in_range() {
            return Err(mneme_journal::Error::BadTime.into());
        }
        let metadata = new.metadata.into_iter();
        Ok(Draft {
            ext_id: new.id,
            kind: new.kind,
            session: Some(new.session),
            agent: new.agent,
            speaker: None,
            occurred,
            body: Body {
                text: new.text,
                role: Some(new.role),
                metadata: metadata.map(|(k, v)| (k, Value::String(v))).collect(),
                ..Body::default()
            },
        })
    }
}

const MAX_SESSION_BYTES: usize = 1_024;

/// A host may call its sessions as it likes.
fn session(name: &str) -> Result<()> {
    if name.is_empty() {
        return Err(Error::refused(Code::BadName, "session_id is required"));
    }
    if name.len() > MAX_SESSION_BYTES {
        let message = format!("session_id is longer than {MAX_SESSION_BYTES} bytes");
        return Err(Error::refused(Code::BadName, message));
    }
    Ok(())
}

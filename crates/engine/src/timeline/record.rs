//! Taking events in as an agent's host tells them: byte for byte, under the host's own ids.

use std::collections::BTreeMap;

use mneme_access::Caller;
use mneme_journal::Draft;
use mneme_model::{Body, Kind, Moment, Role, ids};
use serde_json::Value;

use crate::{Engine, Result, checks, signals};

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
        let metadata = new.metadata.into_iter();
        let metadata = metadata.map(|(k, v)| (k, Value::String(v))).collect();
        let agent = new.agent.as_deref();
        checks::event(limits, &new.session, agent, &new.text, &metadata)?;
        let occurred = Moment::from_ms(new.occurred_ms);
        if !occurred.in_range() {
            return Err(mneme_journal::Error::BadTime.into());
        }
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
                metadata,
                ..Body::default()
            },
        })
    }
}

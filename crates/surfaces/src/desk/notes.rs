//! What agents' hooks tell, brought to the notebook by whoever owns this machine.

use mneme_access::Caller;
use mneme_engine::notebook::{NewObservation, StartSession};
use mneme_engine::{Error, Result};
use mneme_model::{Code, Moment, ids};
use mneme_wire::shapes::{Accepted, EventRequest, Noting};

use super::Desk;

pub fn is_note(event: &EventRequest) -> bool {
    event.observed.is_some()
}

impl Desk {
    /// One after the other: an id that was told before changes nothing, so they may be told again.
    pub(super) async fn note_all(
        &self,
        caller: &Caller,
        events: Vec<EventRequest>,
        waited: bool,
    ) -> Result<Vec<Accepted>> {
        let mut accepted = Vec::new();
        for event in events {
            accepted.push(self.note(caller, event, waited).await?);
        }
        Ok(accepted)
    }

    async fn note(&self, caller: &Caller, event: EventRequest, waited: bool) -> Result<Accepted> {
        let noted = event.observed.clone().unwrap_or_default();
        let id = event.id.clone().unwrap_or_default();
        if !ids::is_ext_id(&id) {
            return Err(Error::refused(Code::BadId, "a note needs an id"));
        }
        match noted.hook.as_str() {
            "session_start" => self.begin(caller, event, noted).await?,
            "session_end" => self.end(caller, event).await?,
            _ => self.observed(caller, event, (noted, waited)).await?,
        }
        Ok(Accepted {
            id,
            created: true,
            forgotten: false,
        })
    }

    async fn begin(&self, caller: &Caller, event: EventRequest, noted: Noting) -> Result<()> {
        let start = StartSession {
            session: event.session,
            project: noted.project.unwrap_or_else(|| String::from("unknown")),
            cwd: noted.cwd.unwrap_or_default(),
            title: None,
            at: event.occurred_at,
            client: noted.client,
            agent: event.agent.or_else(|| self.notebook.agent.clone()),
        };
        let place = Some(self.notebook.namespace.as_str());
        self.engine.start_session(caller, place, start).await?;
        Ok(())
    }

    /// A session nobody heard of has nothing that could end. Any other is owed a summary: its hook
    /// may have asked for it in vain, or be of a client that ends sessions without a word more.
    async fn end(&self, caller: &Caller, event: EventRequest) -> Result<()> {
        let place = Some(self.notebook.namespace.as_str());
        let (session, at) = (event.session.clone(), event.occurred_at.as_deref());
        match self.engine.end_session(caller, place, session, at).await {
            Err(error) if error.code() == Code::NoSuchSession => return Ok(()),
            ended => ended?,
        }
        self.owe(caller, place, &event.session);
        Ok(())
    }

    async fn observed(
        &self,
        caller: &Caller,
        event: EventRequest,
        (noted, waited): (Noting, bool),
    ) -> Result<()> {
        let now = || Moment::from_ms(self.engine.store().now_ms()).rfc3339();
        let new = NewObservation {
            id: event.id,
            session: event.session,
            hook: noted.hook,
            timestamp: event.occurred_at.unwrap_or_else(now),
            project: noted.project,
            cwd: noted.cwd,
            client: noted.client,
            agent: event.agent.or_else(|| self.notebook.agent.clone()),
            data: noted.data,
            cap: self.notebook.cap,
            waited,
            ..NewObservation::default()
        };
        let place = Some(self.notebook.namespace.as_str());
        self.engine.observe(caller, place, new).await?;
        Ok(())
    }
}

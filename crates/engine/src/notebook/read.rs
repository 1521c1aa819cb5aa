//! What was observed in a session, in the order it happened.

use mneme_access::Caller;
use mneme_model::time::LATEST_MS;
use mneme_model::{Event, KindGroup, NameId};
use mneme_notebook::image;
use mneme_notebook::observation::{Observation, Told};
use mneme_store::View;
use mneme_store::names::NameKind;
use mneme_store::tables::journal::{self, Page, Position};

use super::{hooks, scribe, whose};
use crate::{Engine, Result};

/// Events read in one go.
const PAGE: usize = 500;

impl Engine {
    /// All of a session; a session nobody knows has nothing.
    pub async fn observations(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        session: String,
    ) -> Result<Vec<Observation>> {
        let Some(namespace) = self.reading(caller, namespace)? else {
            return Ok(Vec::new());
        };
        self.store
            .read(move |view| {
                let known = view.name_id(namespace.ns, NameKind::Session, &session)?;
                let Some(known) = known else {
                    return Ok(Vec::new());
                };
                let events = events(view, namespace.ns, known)?;
                let events = whose::seen(view, &namespace, events)?;
                let seen = events.iter().filter(|event| is_seen(event));
                seen.map(|event| observation(view, &session, event))
                    .collect()
            })
            .await
    }
}

pub fn is_seen(event: &Event) -> bool {
    hooks::is_seen(event.kind)
}

pub fn events(view: &View<'_>, ns: i64, session: NameId) -> Result<Vec<Event>> {
    let mut page = Page {
        ns,
        session: Some(session),
        from_ms: 0,
        to_ms: LATEST_MS,
        after: None,
        limit: PAGE,
        only: Some(KindGroup::Event),
    };
    let mut all = Vec::new();
    loop {
        let next = journal::in_time(view, &page)?;
        let full = next.len() == PAGE;
        page.after = next.last().map(|last| Position {
            occurred_ms: last.occurred.ms,
            seq: last.seq,
        });
        all.extend(next);
        if !full {
            return Ok(all);
        }
    }
}

/// The latest that happened in a session, in the order it happened.
pub fn latest(view: &View<'_>, session: NameId, most: usize) -> Result<Vec<Event>> {
    let mut events = journal::latest_in(view, session, most)?;
    events.retain(is_seen);
    Ok(events)
}

/// An event as the notebook shows it, whichever door it came through.
pub fn observation(view: &View<'_>, session: &str, event: &Event) -> Result<Observation> {
    let (hook, data) = hooks::told(event.kind, &event.body);
    let agent = event.agent.map(|agent| view.word(agent)).transpose()?;
    let told = Told {
        session_id: session.to_owned(),
        hook_type: hook,
        timestamp: event.occurred.rfc3339(),
        agent_id: agent.map(|agent| agent.to_string()),
        data,
    };
    let data = told.data.clone();
    let seen = Observation::by_rule(event.ext_id.clone(), told);
    let seen = image::shown(seen, &data);
    Ok(match scribe::told_again(view, event)? {
        Some(told) => told.over(seen),
        None => seen,
    })
}

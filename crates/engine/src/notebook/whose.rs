//! Whose it is: where agents are kept apart, each sees its own.

use std::sync::Arc;

use mneme_model::Event;
use mneme_store::View;
use mneme_store::names::Namespace;
use mneme_store::tables::journal;
use mneme_store::tables::sessions::SessionRow;

use crate::Result;

/// Whether an event may be shown to whoever sees the namespace so.
pub fn is_seen(view: &View<'_>, namespace: &Namespace, event: &Event) -> Result<bool> {
    if namespace.only.is_none() {
        return Ok(true);
    }
    Ok(namespace.sees(agent(view, event)?.as_deref()))
}

/// The agent that did it.
pub fn agent(view: &View<'_>, event: &Event) -> Result<Option<Arc<str>>> {
    Ok(event.agent.map(|agent| view.word(agent)).transpose()?)
}

/// A session that another agent began is not for this one to go on with.
pub fn check_session(view: &View<'_>, namespace: &Namespace, known: &SessionRow) -> Result<()> {
    let start = known.start_seq.map(|seq| journal::load(view, seq));
    let Some(start) = start.transpose()?.flatten() else {
        return Ok(());
    };
    let agent = agent(view, &start)?;
    check(agent.is_none() || namespace.sees(agent.as_deref()))
}

/// What is another agent's is refused.
pub fn check(is_own: bool) -> Result<()> {
    match is_own {
        true => Ok(()),
        false => Err(mneme_journal::Error::ForeignAgent.into()),
    }
}

/// Of these events, those one sees.
pub fn seen(view: &View<'_>, namespace: &Namespace, events: Vec<Event>) -> Result<Vec<Event>> {
    let mut seen = Vec::with_capacity(events.len());
    for event in events {
        if is_seen(view, namespace, &event)? {
            seen.push(event);
        }
    }
    Ok(seen)
}

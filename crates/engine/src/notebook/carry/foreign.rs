//! Where agents are kept apart, nobody brings in what is another's, nor takes it over. That is said
//! before anything is written.

use mneme_notebook::export::Export;
use mneme_store::View;
use mneme_store::names::{NameKind, Namespace};
use mneme_store::tables::{journal, memories, sessions};

use crate::Result;
use crate::notebook::whose;

pub fn check(view: &View<'_>, namespace: &Namespace, export: &Export) -> Result<()> {
    if namespace.only.is_none() {
        return Ok(());
    }
    for agent in agents(export) {
        whose::check(namespace.sees(Some(agent)))?;
    }
    for memory in &export.memories {
        whose::check(owns(view, namespace, &memory.id)?)?;
    }
    let named = export.sessions.iter().map(|session| &session.id);
    for session in named.chain(export.observations.keys()) {
        let known = view.name_id(namespace.ns, NameKind::Session, session)?;
        let known = known.map(|known| sessions::get(view, known)).transpose()?;
        if let Some(known) = known.flatten() {
            whose::check_session(view, namespace, &known)?;
        }
    }
    Ok(())
}

/// Everybody who is named in it.
fn agents(export: &Export) -> impl Iterator<Item = &str> {
    let sessions = export.sessions.iter().map(|one| one.agent_id.as_deref());
    let seen = export.observations.values().flatten();
    let seen = seen.map(|one| one.agent_id.as_deref());
    let memories = export.memories.iter().map(|one| one.agent_id.as_deref());
    sessions.chain(seen).chain(memories).flatten()
}

/// Whether the memory of this id is one's own, or nobody has it.
pub fn owns(view: &View<'_>, namespace: &Namespace, id: &str) -> Result<bool> {
    let known = journal::find(view, namespace.ns, id)?;
    let row = known.map(|seq| memories::get(view, seq)).transpose()?;
    let Some(row) = row.flatten() else {
        return Ok(true);
    };
    match journal::load(view, row.head_seq)? {
        Some(head) => whose::is_seen(view, namespace, &head),
        None => Ok(true),
    }
}

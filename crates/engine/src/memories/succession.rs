//! Which memory took the place of which.

use mneme_model::Seq;
use mneme_store::View;
use mneme_store::tables::journal;
use mneme_store::tables::memories::{self, MemoryRow};
use mneme_store::tables::versions::{self, Why};

use crate::Result;

/// The id of the memory that took this one's place, unless that one is forgotten.
pub fn successor(view: &View<'_>, memory: &MemoryRow) -> Result<Option<String>> {
    let Some((_, by)) = superseding(view, memory)? else {
        return Ok(None);
    };
    let new = by.map(|seq| journal::live_id(view, seq)).transpose()?;
    Ok(new.flatten())
}

/// The ids of the memories whose place this one took, oldest act first.
pub fn predecessors(view: &View<'_>, memory: &MemoryRow) -> Result<Vec<String>> {
    let mut ids = Vec::new();
    for (act, old) in versions::superseded_after(view, memory.ns, memory.seq)? {
        let Some(row) = memories::get(view, old)? else {
            continue;
        };
        // One that was told anew since is believed again.
        if superseding(view, &row)? == Some((act, Some(memory.seq))) {
            ids.extend(journal::live_id(view, old)?);
        }
    }
    Ok(ids)
}

/// The act by which another memory took its place, and which one it named. What was told anew
/// since is believed again.
pub fn superseding(view: &View<'_>, memory: &MemoryRow) -> Result<Option<(Seq, Option<Seq>)>> {
    if memory.status.is_found() {
        return Ok(None);
    }
    let acts = versions::acts(view, memory.seq, Why::Supersedes)?;
    let act = acts.last().filter(|act| **act > memory.head_seq).copied();
    let event = act.map(|seq| journal::load(view, seq)).transpose()?;
    Ok(event.flatten().map(|event| (event.seq, event.body.by)))
}

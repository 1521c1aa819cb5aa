//! Which memory took the place of which.

use mneme_model::{MemoryStatus, Seq};
use mneme_store::View;
use mneme_store::tables::memories::{self, MemoryRow};
use mneme_store::tables::{journal, versions};

use crate::Result;

/// The id of the memory that took this one's place, unless that one is forgotten.
pub fn successor(view: &View<'_>, memory: &MemoryRow) -> Result<Option<String>> {
    let Some((_, by)) = superseding(view, memory)? else {
        return Ok(None);
    };
    let new = by.map(|seq| journal::load(view, seq)).transpose()?;
    Ok(new.flatten().map(|event| event.ext_id))
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
            let first = journal::load(view, old)?;
            ids.extend(first.map(|event| event.ext_id));
        }
    }
    Ok(ids)
}

/// The act that retired a memory, and which memory it named.
fn superseding(view: &View<'_>, memory: &MemoryRow) -> Result<Option<(Seq, Option<Seq>)>> {
    if memory.status != MemoryStatus::Stale {
        return Ok(None);
    }
    let act = versions::get(view, memory.head_seq)?.and_then(|version| version.to_seq);
    let event = act.map(|seq| journal::load(view, seq)).transpose()?;
    Ok(event.flatten().map(|event| (event.seq, event.body.by)))
}

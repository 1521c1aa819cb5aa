//! What may be merged: what is believed, or waits to be, and stands on no shelf and under no pin.

use mneme_model::{Event, MemoryStatus, Seq};
use mneme_notebook::similar::Said;
use mneme_store::View;
use mneme_store::names::Namespace;
use mneme_store::tables::memories::{self, MemoryRow};
use mneme_store::tables::{contradictions, journal, notes};

use crate::Result;

/// A memory, its words and its name.
#[derive(Clone, Debug)]
pub struct Item {
    pub id: String,
    pub row: MemoryRow,
    pub head: Event,
    pub said: Said,
}

/// Rows read in one go.
const STRIDE: usize = 500;

/// The next of a namespace, the latest first, and where to go on.
pub fn page(view: &View<'_>, space: &Namespace, before: Seq) -> Result<(Vec<Item>, Option<Seq>)> {
    let rows = memories::page_before(view, space.ns, before, STRIDE)?;
    let next = rows.last().filter(|_| rows.len() == STRIDE);
    let next = next.map(|row| row.seq);
    let mut items = Vec::new();
    for row in rows.into_iter().filter(may_be_merged) {
        // What another one is still doubted for is not told anew under another name.
        let doubted = contradictions::doubted_for(view, row.seq)?;
        if notes::has(view, row.seq)? || !doubted.is_empty() {
            continue;
        }
        let (head, id) = (
            journal::load(view, row.head_seq)?,
            journal::ext_id(view, row.seq)?,
        );
        // What a notebook keeps of a memory beside its words cannot be told as one.
        let head = head.filter(|head| head.body.noted.is_none());
        let (Some(head), Some(id)) = (head, id) else {
            continue;
        };
        let agent = head.agent.map(|agent| view.word(agent)).transpose()?;
        if space.sees(agent.as_deref()) {
            let said = Said::read(&head.body.text);
            items.push(Item {
                id,
                row,
                head,
                said,
            });
        }
    }
    Ok((items, next))
}

fn may_be_merged(row: &MemoryRow) -> bool {
    let stands = [
        MemoryStatus::Active,
        MemoryStatus::Candidate,
        MemoryStatus::Stale,
    ];
    !row.pinned && stands.contains(&row.status)
}

impl Item {
    /// What stands first among those that say the same: the best, then the latest, then the one
    /// that says most.
    pub fn rank(&self) -> impl Ord + use<> {
        let status = match self.row.status {
            MemoryStatus::Active => 2,
            MemoryStatus::Candidate => 1,
            _ => 0,
        };
        let sure = self.row.outcome.confidence.unwrap_or(1_000);
        (
            status,
            sure,
            self.row.updated_ms,
            self.head.body.text.chars().count(),
            self.head.body.tags.len(),
            self.row.seq,
        )
    }

    /// Memories of two agents, or of two types, are never one.
    pub fn is_of_a_kind_with(&self, other: &Item) -> bool {
        self.head.agent == other.head.agent && self.row.memory_type == other.row.memory_type
    }
}

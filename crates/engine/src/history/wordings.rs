//! Every version a memory had, with its words: who wrote it, when, and what it changed.

use std::sync::Arc;

use mneme_model::{Event, Seq};
use mneme_store::View;
use mneme_store::tables::{journal, versions};

use crate::Result;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wording {
    pub version: u64,
    pub text: String,
    pub tags: Vec<String>,
    pub at_ms: i64,
    pub actor: Arc<str>,
    pub change: Change,
}

/// What made a version of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    Created,
    Reworded,
    /// Other tags, or another type.
    Retagged,
    /// The same again: it had given way, and is believed since.
    Restored,
}

/// Oldest first, the one believed now last. What was forgotten has none left.
pub fn of(view: &View<'_>, memory: Seq) -> Result<Vec<Wording>> {
    let mut wordings = Vec::new();
    let mut before: Option<Event> = None;
    for row in versions::of(view, memory)? {
        let Some(event) = journal::load(view, row.from_seq)? else {
            continue;
        };
        wordings.push(Wording {
            version: row.version,
            text: event.body.text.clone(),
            tags: event.body.tags.clone(),
            at_ms: event.written_ms(),
            actor: view.word(event.actor)?,
            change: Change::between(before.as_ref(), &event),
        });
        before = Some(event);
    }
    Ok(wordings)
}

// === impl Change ===

impl Change {
    fn between(before: Option<&Event>, now: &Event) -> Self {
        let Some(before) = before.map(|event| &event.body) else {
            return Change::Created;
        };
        match &now.body {
            body if body.text != before.text => Change::Reworded,
            body if body.tags != before.tags => Change::Retagged,
            body if body.memory_type != before.memory_type => Change::Retagged,
            _ => Change::Restored,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Change::Created => "created",
            Change::Reworded => "reworded",
            Change::Retagged => "retagged",
            Change::Restored => "restored",
        }
    }
}

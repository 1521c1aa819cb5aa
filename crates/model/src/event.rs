//! Everything that happens is an [`Event`]: one of the rows of [`Kind`].

mod body;
mod kind;
mod meaning;

pub use body::{
    Body, Brought, Ended, Episode, Forgotten, Judged, Metadata, Noted, Pinned, Promised, Reused,
};
pub use kind::{Kind, KindGroup};
pub use meaning::Meaning;

use crate::{Moment, NameId, NsId, Seq};

/// The way an event came in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Door {
    Rest = 1,
    Control = 2,
    Import = 3,
    Grpc = 4,
    /// The recorder of desktop sessions.
    Archive = 5,
    /// The notebook's calls.
    Notebook = 6,
    /// Calls of models that pass through.
    Gateway = 7,
}

/// An event as the journal keeps it. Names are interned; the body is unsealed.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    pub seq: Seq,
    pub ns: NsId,
    pub ext_id: String,
    pub kind: Kind,
    pub door: Door,
    pub actor: NameId,
    pub session: Option<NameId>,
    pub agent: Option<NameId>,
    pub speaker: Option<NameId>,
    pub occurred: Moment,
    pub recorded_ms: i64,
    pub body: Body,
}

// === impl Event ===

impl Event {
    /// When its words were written down: here, or in the store they came from.
    pub fn written_ms(&self) -> i64 {
        let there = self.body.brought.as_ref();
        let there = there.and_then(|brought| brought.written_ms);
        there.unwrap_or(self.recorded_ms)
    }
}

// === impl Door ===

impl Door {
    pub const ALL: [Door; 7] = [
        Door::Rest,
        Door::Control,
        Door::Import,
        Door::Grpc,
        Door::Archive,
        Door::Notebook,
        Door::Gateway,
    ];

    pub fn from_code(code: i64) -> Option<Self> {
        Self::ALL.into_iter().find(|door| *door as i64 == code)
    }

    pub fn name(self) -> &'static str {
        match self {
            Door::Rest => "rest",
            Door::Control => "control",
            Door::Import => "import",
            Door::Grpc => "grpc",
            Door::Archive => "archive",
            Door::Notebook => "notebook",
            Door::Gateway => "gateway",
        }
    }
}

// === impl Event ===

impl Event {
    /// The kind as people see it: the caller's own label, or the kind's name.
    pub fn label(&self) -> &str {
        let own = match self.kind.group() {
            KindGroup::Memory => Kind::MemoryStored.name(),
            _ => self.kind.name(),
        };
        self.body.label.as_deref().unwrap_or(own)
    }
}

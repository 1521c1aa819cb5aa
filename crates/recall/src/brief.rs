//! What is put before a model unasked: the block, and everything that is to be told about it. The
//! same records make the same bytes, whatever their scores are: nothing in it wanders.

mod budget;
mod compose;
mod exact;
mod gist;
mod render;
mod sorts;
mod state;
mod task;
mod wanted;

pub use compose::{Composed, Piece, Wish, compose, tokens};
pub use gist::{Gist, cut, gist, sentences_of};
pub use state::{Bucketed, Inputs, Quoted, TaskState};
pub use task::TaskKind;
pub use wanted::is_wanted;

use serde::{Deserialize, Serialize};

/// A memory that stands in the block.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Injected {
    pub memory_id: String,
    pub summary: String,
    /// On whose word it is: a key's id or a door, never a key.
    pub source: String,
    pub score: f64,
}

/// A memory that was found and does not stand in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Filtered {
    pub memory_id: String,
    pub why: Filter,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Filter {
    Unsafe,
    /// Not believed, or not sure enough.
    Ineligible,
    LowTrust,
    BelowThreshold,
    /// There was no room left, or enough of its kind.
    Omitted,
    /// The gate stayed shut, or a policy stopped the request.
    Held,
}

// === impl Filter ===

impl Filter {
    pub fn name(self) -> &'static str {
        match self {
            Filter::Unsafe => "unsafe",
            Filter::Ineligible => "ineligible",
            Filter::LowTrust => "low_trust",
            Filter::BelowThreshold => "below_threshold",
            Filter::Omitted => "omitted",
            Filter::Held => "held",
        }
    }
}

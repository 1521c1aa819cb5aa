//! What is known: storing, reading, changing. One file a verb.

mod feedback;
mod get;
mod import;
pub(crate) mod lifecycle;
mod likeness;
pub(crate) mod lineage;
mod list;
pub(crate) mod merge;
pub(crate) mod review;
mod store;
pub(crate) mod succession;
pub(crate) mod supersede;
pub(crate) mod update;

pub use feedback::{Feedback, Via};
pub use import::ImportedMemory;
pub use lifecycle::{Decay, DecaySettings, Decayed, Moved};
pub(crate) use list::known;
pub use list::{ListMemories, MemoryList};
pub use merge::{Merge, MergeSettings, Merged, MergedGroup};
pub use review::{Past, Queue, Review, ReviewQueue, ReviewSummary, Reviewed, Waiting};
pub(crate) use review::{agreed, learnt_again, said_by, said_of};
pub(crate) use store::is_forgotten;
pub use store::{NewMemory, Stored};
pub use update::{UpdateMemory, Updated};

//! What is known: storing, reading, changing. One file a verb.

mod feedback;
mod get;
mod import;
mod likeness;
mod list;
mod store;
pub(crate) mod succession;
pub(crate) mod supersede;
mod update;

pub use feedback::Feedback;
pub use import::ImportedMemory;
pub(crate) use list::known;
pub use list::{ListMemories, MemoryList};
pub(crate) use store::is_forgotten;
pub use store::{NewMemory, Stored};
pub use update::{UpdateMemory, Updated};

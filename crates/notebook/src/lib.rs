//! # notebook: what is worth noting down
//!
//! **Comes in:** what an agent's hooks tell of a session, what somebody wants noted.
//! **Goes out:** observations without secrets, lessons, slots and actions in the published
//! shapes, how alike two texts are, a context that fits a budget.
//!
//! **Kept:** nothing. **Deliberately absent:** tables, the journal, the wall clock, models,
//! HTTP. It stands apart from `engine` because it is pure: the same words give the same note.
//!
//! Begin with [`redact`] and [`observation`]: whatever an agent does passes these two first.

pub mod action;
pub mod commit;
pub mod compressed;
pub mod consolidate;
pub mod context;
pub mod cut;
pub mod enrich;
pub mod export;
pub mod graph;
pub mod ids;
pub mod image;
pub mod kv;
pub mod lenient;
pub mod lesson;
pub mod memory;
pub mod observation;
pub mod page;
pub mod plain;
pub mod profile;
pub mod redact;
pub mod reflect;
pub mod relation;
pub mod replay;
pub mod similar;
pub mod slot;
pub mod summary;
pub mod transcripts;

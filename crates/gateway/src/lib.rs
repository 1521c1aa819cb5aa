//! # gateway: between a client and its model
//!
//! **Comes in:** a client's call of a model, in the form of its provider. **Goes out:** the same
//! call, byte for byte, with one block of memory put in; the provider's answer as it came; later,
//! facts for the engine, and what was said where somebody wants that.
//!
//! **Kept:** counts, the rules that were known last, and which turns were kept already; all of it
//! in memory. **Deliberately
//! absent:** tables, ranking, rendering. When the engine is slow, broken or gone the call goes
//! through without memory and says so: a client never waits for us longer than it was told to.
//!
//! Start with [`exchange`], the way of one call; then `inlets`, what three providers call the same
//! things; then `json`, how a block gets into a body without anything else moving.

mod answer;
mod aside;
mod begun;
mod body;
mod chat_instead;
mod context;
mod credential;
mod exchange;
pub mod extract;
mod flow;
mod forward;
pub mod front;
mod headers;
mod held;
mod inlets;
mod json;
mod learning;
mod memory;
mod mode;
mod models;
mod pass;
mod question;
mod queue;
mod recollect;
mod recording;
mod router;
mod settings;
pub mod signals;
mod standing;
mod stats;
mod tap;
mod weigh;

#[cfg(any(fuzzing, test))]
pub mod fuzzing;

pub use learning::asks_a_model;
pub use memory::{Absent, Beside, Here, Lost, Memory, Settled};
pub use mode::{Kind as ModeKind, Mode};
pub use router::{Gateway, router};
pub use settings::{Extraction, Extractor, Mapping, Passthrough, Placement, Settings, Upstream};

//! What a text means, as numbers: an arena of vectors for each namespace, a thread that makes
//! the missing ones, a thread that reads questions.
//!
//! Nobody waits for a vector: a record is found by its words at once, and by its meaning as
//! soon as the embedder has read it. Vectors are stored, so neither a restart nor a rebuild
//! makes them again.

pub mod arena;
mod asker;
mod centre;
mod embedder;
mod half;
mod model;
pub(crate) mod passages;

pub use asker::{Asker, HeldQuestions};
pub use embedder::{Asking, Embedder, Published, Read, Reload, Traffic, cursor_of};
pub use model::{Failure, Model, ModelState};

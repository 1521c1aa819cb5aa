//! # index: how it is found
//!
//! **Comes in:** committed events, as the journal's witness. **Goes out:** positions (`seq`)
//! and scores for a search; never text.
//!
//! **Kept:** per namespace, sealed full-text segments on disk, a *tail* and an arena of vectors
//! in memory. All of it is derived: delete it and it is made again, vectors from their table.
//!
//! **Deliberately absent:** ranking policy, protocols, permission. A search is asked within
//! one namespace; there is no way to ask across two.
//!
//! How a write is found at once: the writer notes a committed event in the namespace's inbox;
//! before its caller is answered the inbox is settled into the tail, an inverted index in
//! memory. A follower thread moves the tail into the segments and forgets it there. A search
//! looks at both under one lock, with shared statistics, so an event is in exactly one.
//!
//! How it is found by meaning: the embedder, a follower too, has a model read each text and
//! keeps the vector in the store; a question is read by the same model and compared with all.
//!
//! Start with [`Index::search`], then [`space`], [`tail`], [`window`], [`vectors`], [`embed`].

pub mod document;
pub mod embed;
mod error;
mod follower;
#[cfg(any(fuzzing, test))]
pub mod fuzzing;
mod index;
pub mod lexical;
mod positions;
pub mod search;
pub mod settings;
pub mod signals;
pub mod space;
pub mod tail;
#[cfg(test)]
mod testing;
pub mod vectors;
pub mod window;
pub mod words;

pub use error::{Error, Result};
pub use index::Index;
pub use search::{Filter, Granted, Hit, Match, Search};
pub use settings::{Elsewhere, Embeddings, Settings};

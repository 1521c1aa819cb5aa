//! Sealed full-text segments of one namespace.

pub mod bm25;
mod counted;
mod directory;
mod query;
mod schema;
mod segments;

pub use segments::{Segments, SegmentsView, WindowDoc};

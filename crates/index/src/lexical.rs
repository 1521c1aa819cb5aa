//! Sealed full-text segments of one namespace.

pub mod bm25;
mod counted;
mod directory;
mod query;
mod schema;
mod segments;
mod view;

pub use segments::{Segments, WindowDoc};
pub use view::SegmentsView;

//! The timeline: what happened, by the time it happened, and a table of contents over it.

mod list;
mod record;

pub use list::{Listing, Range};
pub use record::Happening;

//! The timeline: what happened, by the time it happened, and a table of contents over it.

mod grips;
pub(crate) mod list;
mod nodes;
mod record;
mod toc;
mod upkeep;

pub use grips::Expanded;
pub use list::{Listing, Range};
pub use nodes::{Branch, TocBullet, TocNode};
pub use record::Happening;
pub use toc::{Passed, Settings, TocRebuilt};
pub use upkeep::Part;

pub(crate) use toc::{Toc, erase_from_toc};

//! # memory-types: what the timeline's clients speak of
//!
//! **Comes in:** nothing. **Goes out:** events, nodes of the table of contents and grips, as
//! plain structs under their published names.
//!
//! **Kept:** nothing. **Deliberately absent:** the wire, the server, anything else of ours. A
//! program that only makes events needs nothing but this.
//!
//! Start with [`Event`].

mod event;
mod toc;

pub use event::{Event, EventRole, EventType};
pub use toc::{Grip, TocBullet, TocLevel, TocNode};

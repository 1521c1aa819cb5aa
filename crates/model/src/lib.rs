//! # model: the words
//!
//! **Comes in:** nothing. **Goes out:** the types every other room speaks in: ids, moments, time
//! zones, events and their kinds, memories and their states, kinds of error, signals.
//!
//! **Kept:** nothing. **Deliberately absent:** input and output, async, the wall clock, the
//! formats of any protocol.
//!
//! Start with [`event`]: everything that can happen is a row of its table.

pub mod archive;
pub mod base64;
pub mod contract;
pub mod error;
pub mod event;
pub mod hex;
pub mod ids;
pub mod limits;
pub mod memory;
mod opposition;
pub mod percent;
pub mod role;
mod secret;
pub mod sharing;
pub mod signal;
pub mod similar;
mod spell;
pub mod stem;
pub mod stop;
pub mod text;
pub mod time;
pub mod zone;

pub use error::{Code, ErrorKind, with_causes};
pub use event::{Body, Door, Event, Kind, KindGroup};
pub use ids::{NameId, NsId, Seq};
pub use memory::{MemoryStatus, MemoryType, Verdict};
pub use opposition::Opposition;
pub use role::Role;
pub use secret::Secret;
pub use sharing::GrantPermission;
pub use spell::Spell;
pub use time::{Clock, Moment};
pub use zone::{NoSuchZone, Zone};

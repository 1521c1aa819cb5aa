//! # store: where bytes rest
//!
//! **Comes in:** write operations for one writer, read closures for a pool of readers, object
//! bytes. **Goes out:** typed rows, unsealed bodies, verified objects.
//!
//! **Kept:** one SQLite file (write-ahead log, every commit synced), the wrapped data keys,
//! the object directory; all of it in one file when a [`backup`] is asked for. One process owns the directory by a lock that a kill frees;
//! a [`Guest`] reads another one beside its owner.
//!
//! **Deliberately absent:** what a memory means, who may read it, what a search is. No other
//! crate sees SQLite.
//!
//! Start with [`Store::open`], then [`writer`] (group commit) and [`tables::journal`].

pub mod backup;
pub mod checksum;
mod closing;
mod damage;
mod dump;
pub mod error;
pub mod foreign;
#[cfg(any(fuzzing, test))]
pub mod fuzzing;
mod gate;
mod guest;
pub mod lock;
pub mod names;
pub mod objects;
mod pool;
pub mod probe;
pub mod replace;
mod room;
mod schema;
mod scratch;
pub mod seal;
pub mod settings;
pub mod signals;
mod store;
pub mod tables;
mod view;
pub mod writer;

mod checkpoint;

pub use closing::all_closed;
pub use damage::Damaged;
pub use error::{Error, Result};
pub use guest::{Guest, format_of};
pub use room::{Failing, Room};
pub use schema::{FOLDED, FORMAT};
pub use scratch::Scratch;
pub use settings::Settings;
pub use store::{IMAGES, Store, disk_bytes};
pub use view::{Tx, View};

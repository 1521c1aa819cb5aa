//! # journal: what happened
//!
//! **Comes in:** drafts of events, from operations and recorders. **Goes out:** durable,
//! ordered events; each is folded into the tables in the same transaction, and shown to the
//! witness (the index) before the caller gets its answer.
//!
//! **Kept:** nothing of its own; the store keeps the rows. **Deliberately absent:** what a
//! memory is, search, protocols, permission. The journal refuses nothing but a bad id or an
//! impossible time; a repeated id is answered, not written.
//!
//! Start with [`Journal::append`], then [`Fold`], [`Consequence`] and [`replay`].

mod append;
mod consequence;
mod draft;
mod error;
mod fold;
pub mod replay;
pub mod signals;
mod witness;

pub use append::{Appended, Intake, Journal};
pub use consequence::Consequence;
pub use draft::{Draft, Origin};
pub use error::{Error, Result};
pub use fold::Fold;
pub use witness::{Nobody, Prepared, Shown, Witness};

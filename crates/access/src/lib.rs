//! # access: who may
//!
//! **Comes in:** a credential from a door. **Goes out:** a [`Caller`], or a refusal; and
//! answers to "may they".
//!
//! **Kept:** hashes of API keys, in a table of the store; token buckets in memory.
//! **Deliberately absent:** protocols, memories. Doors make callers; only the engine asks.
//!
//! Start with [`Caller::scope`]: the question every operation asks first.

mod caller;
mod configured;
mod error;
mod keys;
mod limits;
pub mod receipts;

pub use caller::{Caller, Need, Role};
pub use configured::ConfiguredKey;
pub use error::{Error, Result};
pub use keys::{Keys, NewKey, key_id};
pub use limits::RateLimit;

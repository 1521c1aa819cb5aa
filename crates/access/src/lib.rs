//! # access: who may
//!
//! **Comes in:** a credential from a door. **Goes out:** a [`Caller`], or a refusal; and
//! answers to "may they".
//!
//! **Kept:** hashes of API keys, in a table of the store; the secret that signs tokens, in a file;
//! token buckets in memory. **Deliberately absent:** protocols, memories. Doors bring credentials;
//! only the engine asks.
//!
//! Start with [`Gate::scope`]: the question every operation asks first. Then [`Gate::admit`],
//! where callers are made.

mod addresses;
mod base64url;
mod caller;
mod configured;
mod error;
#[cfg(any(fuzzing, test))]
pub mod fuzzing;
mod gate;
mod keys;
mod limits;
mod local;
mod marks;
mod passes;
mod peer;
pub mod receipts;
mod secrets;
mod settings;
mod tokens;

pub use addresses::{AllowLists, Range};
pub use caller::{Caller, Need, Role};
pub use configured::ConfiguredKey;
pub use error::{Error, Result};
pub use gate::{Gate, Issued};
pub use keys::{Keys, NewKey, key_id};
pub use limits::RateLimit;
pub use local::{is_own_page, local_trust};
pub use marks::Marks;
pub use passes::{PASS_LIFE, Passes, chance};
pub use peer::Peer;
pub use secrets::{is_same, stands_in};
pub use settings::{Secret, Settings};
pub use tokens::{Claims, MAX_LIFE_SECS, Tokens, is_ours};

//! What is private here and read from text, for the targets in `fuzz/`. Built by nobody else.

pub use crate::base64url::{decode as from_base64url, encode as to_base64url};

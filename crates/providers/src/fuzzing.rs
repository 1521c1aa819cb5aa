//! What is private here and read from an answer, for the targets in `fuzz/`. Built by nobody else.

use crate::chat::{self, Error, Protocol};

/// The words in the body of an answer.
pub fn reply(protocol: Protocol, bytes: &[u8]) -> Result<String, Error> {
    chat::read(protocol, bytes)
}

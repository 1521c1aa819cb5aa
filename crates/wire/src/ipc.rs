//! The recorder's own protocol: one JSON object a line, each with a `type`.
//!
//! A request is answered by the next line on its connection; notices come between answers. A
//! request that carries a `request_id` gets it back.

mod client;
mod codes;
mod notice;
mod reply;
mod request;

pub use client::{Client, Lost};
pub use codes::Trouble;
pub use notice::Notice;
pub use reply::{Refusal, Reply};
pub use request::{Register, Request, SessionConfig};

use serde::{Deserialize, Serialize};

/// The longest line a recorder reads.
pub const MAX_LINE_BYTES: usize = 4 * 1024 * 1024;

/// A message with the id its sender may have given it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Enveloped<T> {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request_id: Option<String>,
    #[serde(flatten)]
    pub message: T,
}

/// A line as it is sent.
pub fn line(message: &impl Serialize) -> Vec<u8> {
    // Messages are plain structures of words and numbers: they always have a JSON form.
    let mut line = serde_json::to_vec(message).unwrap_or_default();
    line.push(b'\n');
    line
}

#[cfg(test)]
mod tests;

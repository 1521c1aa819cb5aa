//! Several messages at once: part of the protocol up to revision 2025-03-26, and of none since.

use rmcp::model::ProtocolVersion;
use serde_json::Value;

/// Messages that are taken at once.
pub const MOST: usize = 100;
/// What opens a conversation, or never ends: neither has an answer to wait for beside others.
const ALONE: [&str; 2] = ["initialize", "subscriptions/listen"];

/// Whether whoever speaks this revision may send several messages at once.
pub fn is_known_to(version: &ProtocolVersion) -> bool {
    let known = ProtocolVersion::KNOWN_VERSIONS.contains(version);
    known && version.as_str() <= ProtocolVersion::V_2025_03_26.as_str()
}

/// Why none of them is looked at.
pub fn wrong(messages: &[Value]) -> Option<String> {
    match messages.len() {
        0 => Some(String::from("a batch has one message at least")),
        more if more > MOST => Some(format!("a batch has {MOST} messages at most")),
        _ => None,
    }
}

/// Why this one is not answered among others.
pub fn alone(message: &Value) -> Option<String> {
    let method = message["method"].as_str()?;
    let alone = ALONE.contains(&method);
    alone.then(|| format!("{method} cannot be part of a batch"))
}

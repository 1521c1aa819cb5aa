//! What is private here and read from others, for the targets in `fuzz/`. Built by nobody else.

use crate::send::{Endpoint, control, grpc};
use crate::{input, json, moment, payload};

/// Standard input up to the end of one value.
pub fn whole(from: &[u8]) -> Option<Vec<u8>> {
    input::read_value(from).ok()
}

/// A value, written again.
pub fn json(text: &str) -> Option<String> {
    Some(json::read(text).ok()?.to_json())
}

/// An event of a hook, as the line that is sent.
pub fn event(text: &str, now_ms: i64) -> Option<String> {
    let (event, _) = payload::read(text, now_ms, &[7; 10]).ok()?;
    Some(event.to_json())
}

pub fn moment_ms(text: &str) -> Option<i64> {
    moment::parse(text)
}

pub fn rfc3339(ms: i64) -> String {
    moment::rfc3339(ms)
}

/// The authority of an address and the name of its spool.
pub fn endpoint(text: &str) -> Option<(String, String)> {
    let endpoint = Endpoint::parse(text).ok()?;
    Some((endpoint.authority(), endpoint.spool_name()))
}

/// Whether a server's line decides.
pub fn decides(line: &str) -> bool {
    control::verdict(line).is_some()
}

/// The contents of the frames of a connection, each with the status and the answer in it.
pub fn contents(bytes: &[u8]) -> Vec<(Vec<u8>, Option<u8>, bool)> {
    grpc::contents(bytes)
}

//! `IngestEventRequest` in protobuf, with the five bytes gRPC puts before a message.

use crate::event::Event;

const PREFIX_BYTES: usize = 5;

pub fn request(event: &Event) -> Vec<u8> {
    let inner = self::event(event);
    let mut request = Vec::with_capacity(inner.len() + 16);
    field(1, &inner, &mut request);
    let length = u32::try_from(request.len())
        .unwrap_or(u32::MAX)
        .to_be_bytes();
    let mut message = Vec::with_capacity(request.len() + PREFIX_BYTES);
    // Zero: not compressed.
    message.push(0);
    message.extend_from_slice(&length);
    message.extend_from_slice(&request);
    message
}

/// Whether this is one whole message: the acknowledgement.
pub fn is_response(bytes: &[u8]) -> bool {
    let Some((prefix, message)) = bytes.split_at_checked(PREFIX_BYTES) else {
        return false;
    };
    let length = prefix[1..]
        .iter()
        .fold(0, |length, byte| length << 8 | usize::from(*byte));
    prefix[0] == 0 && message.len() >= length
}

fn event(event: &Event) -> Vec<u8> {
    let mut out = Vec::with_capacity(event.text.len() + 256);
    field(1, event.id.as_bytes(), &mut out);
    field(2, event.session.as_bytes(), &mut out);
    number(3, event.occurred_ms.unsigned_abs(), &mut out);
    number(4, event.kind as u64, &mut out);
    number(5, event.role as u64, &mut out);
    field(6, event.text.as_bytes(), &mut out);
    for (name, value) in &event.metadata {
        let mut entry = Vec::new();
        field(1, name.as_bytes(), &mut entry);
        field(2, value.as_bytes(), &mut entry);
        field(7, &entry, &mut out);
    }
    if let Some(agent) = &event.agent {
        field(8, agent.as_bytes(), &mut out);
    }
    out
}

/// Bytes with their length in front.
fn field(tag: u64, bytes: &[u8], out: &mut Vec<u8>) {
    varint(tag << 3 | 2, out);
    varint(bytes.len() as u64, out);
    out.extend_from_slice(bytes);
}

fn number(tag: u64, value: u64, out: &mut Vec<u8>) {
    varint(tag << 3, out);
    varint(value, out);
}

fn varint(mut value: u64, out: &mut Vec<u8>) {
    while value >= 128 {
        out.push((value % 128 + 128) as u8);
        value /= 128;
    }
    out.push(value as u8);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::{Kind, Role};

    #[test]
    fn the_bytes_are_those_of_the_contract() {
        let event = Event {
            id: "i".into(),
            session: "s".into(),
            occurred_ms: 300,
            kind: Kind::ToolResult,
            role: Role::Tool,
            text: "t".into(),
            metadata: vec![("cwd", "/".into())],
            agent: Some("a".into()),
        };
        let inner = b"\x0a\x01i\x12\x01s\x18\xac\x02\x20\x04\x28\x04\x32\x01t\x3a\x08\x0a\x03cwd\x12\x01/\x42\x01a";
        let size = inner.len() as u8;
        let expected = [&[0, 0, 0, 0, size + 2, 0x0a, size], inner.as_slice()].concat();
        assert_eq!(request(&event), expected);
    }

    #[test]
    fn only_a_whole_message_acknowledges() {
        assert!(is_response(b"\0\0\0\0\x02\x10\x01"));
        assert!(!is_response(b"\0\0\0\0\x02\x10"));
        assert!(!is_response(b"\0\0\0\0"));
        assert!(!is_response(b"<html></html>"));
    }
}

//! Frames of HTTP/2 (RFC 9113, section 4).

use std::io;

/// What every peer has to take, and the most that is sent to us, as we ask for no more.
pub const MAX_PAYLOAD_BYTES: usize = 16_384;
const HEAD_BYTES: usize = 9;

pub const END_STREAM: u8 = 0x1;
pub const ACK: u8 = 0x1;
pub const END_HEADERS: u8 = 0x4;
const PADDED: u8 = 0x8;
const PRIORITY: u8 = 0x20;

pub mod kind {
    pub const DATA: u8 = 0;
    pub const HEADERS: u8 = 1;
    pub const RST_STREAM: u8 = 3;
    pub const SETTINGS: u8 = 4;
    pub const PING: u8 = 6;
    pub const GOAWAY: u8 = 7;
    pub const WINDOW_UPDATE: u8 = 8;
    pub const CONTINUATION: u8 = 9;
}

#[derive(Debug, PartialEq)]
pub struct Frame {
    pub kind: u8,
    pub flags: u8,
    pub stream: u32,
    pub payload: Vec<u8>,
}

/// Bytes as they come in, frames as they get whole.
#[derive(Default)]
pub struct Frames {
    bytes: Vec<u8>,
}

pub fn write(kind: u8, flags: u8, stream: u32, payload: &[u8], out: &mut Vec<u8>) {
    let length = u32::try_from(payload.len()).unwrap_or(0).to_be_bytes();
    out.extend_from_slice(&length[1..]);
    out.extend_from_slice(&[kind, flags]);
    out.extend_from_slice(&stream.to_be_bytes());
    out.extend_from_slice(payload);
}

/// Four bytes as a number of 31 bits; the first bit is reserved.
pub fn number(bytes: &[u8]) -> i64 {
    let number = bytes
        .iter()
        .take(4)
        .fold(0, |number, byte| number << 8 | i64::from(*byte));
    number & 0x7fff_ffff
}

// === impl Frames ===

impl Frames {
    pub fn push(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    pub fn next(&mut self) -> io::Result<Option<Frame>> {
        let Some((head, rest)) = self.bytes.split_at_checked(HEAD_BYTES) else {
            return Ok(None);
        };
        let length = usize::from(head[0]) << 16 | usize::from(head[1]) << 8 | usize::from(head[2]);
        if length > MAX_PAYLOAD_BYTES {
            return Err(io::ErrorKind::InvalidData.into());
        }
        let Some(payload) = rest.get(..length) else {
            return Ok(None);
        };
        let frame = Frame {
            kind: head[3],
            flags: head[4],
            stream: u32::from_be_bytes([head[5] & 0x7f, head[6], head[7], head[8]]),
            payload: payload.to_vec(),
        };
        self.bytes.drain(..HEAD_BYTES + length);
        Ok(Some(frame))
    }
}

// === impl Frame ===

impl Frame {
    pub fn has(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }

    /// The number that begins at this byte of the payload, 0 where there is none.
    pub fn number(&self, at: usize) -> i64 {
        self.payload.get(at..at + 4).map_or(0, number)
    }

    /// The payload of DATA, HEADERS or CONTINUATION without padding and priority.
    pub fn content(&self) -> Option<&[u8]> {
        let mut content = self.payload.as_slice();
        let padded = self.has(PADDED) && self.kind != kind::CONTINUATION;
        if padded {
            let (padding, rest) = content.split_first()?;
            content = rest.get(..rest.len().checked_sub(usize::from(*padding))?)?;
        }
        if self.kind == kind::HEADERS && self.has(PRIORITY) {
            content = content.get(5..)?;
        }
        Some(content)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_come_out_as_they_went_in() {
        let (mut bytes, mut frames) = (Vec::new(), Frames::default());
        write(kind::PING, ACK, 0, &[7; 8], &mut bytes);
        write(kind::DATA, END_STREAM, 1, &[9; 300], &mut bytes);
        let mut seen = Vec::new();
        for byte in bytes {
            frames.push(&[byte]);
            seen.extend(frames.next().unwrap());
        }
        assert_eq!(
            (seen[0].kind, seen[0].flags, seen[0].payload.len()),
            (6, 1, 8)
        );
        assert_eq!(
            (seen[1].kind, seen[1].stream, seen[1].payload.len()),
            (0, 1, 300)
        );
        frames.push(b"HTTP/1.1 400 Bad Request");
        assert!(frames.next().is_err());
    }

    #[test]
    fn padding_and_priority_are_left_out() {
        let frame = |kind, flags, payload: &[u8]| Frame {
            kind,
            flags,
            stream: 1,
            payload: payload.into(),
        };
        assert_eq!(
            frame(kind::DATA, PADDED, &[2, 5, 6, 0, 0]).content(),
            Some(&[5, 6][..])
        );
        assert_eq!(frame(kind::DATA, PADDED, &[9, 5]).content(), None);
        assert_eq!(frame(kind::DATA, PADDED, &[]).content(), None);
        assert_eq!(
            frame(kind::HEADERS, PRIORITY, &[0, 0, 0, 0, 0, 8]).content(),
            Some(&[8][..])
        );
    }
}

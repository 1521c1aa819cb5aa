//! One unary call, spoken by hand: `memory.MemoryService/IngestEvent` over HTTP/2 in the clear.
//!
//! As little of HTTP/2 as one call needs, but that exactly: both flow-control windows, settings
//! and pings are honoured, since a large event does not fit into the first window.

mod frames;
mod headers;
mod message;
#[cfg(test)]
mod tests;

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use super::{Deadline, Endpoint, Outcome};
use crate::event::Event;
use frames::{Frame, Frames, kind};

const CONNECT: Duration = Duration::from_millis(50);
const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
/// The only stream we open.
const STREAM: u32 = 1;
/// How much may be sent before the peer says more.
const FIRST_WINDOW: i64 = 65_535;
/// INVALID_ARGUMENT, FAILED_PRECONDITION, OUT_OF_RANGE: the event is at fault.
const REFUSALS: [u8; 3] = [3, 9, 11];

pub fn send(endpoint: &Endpoint, event: &Event, until: Deadline) -> Outcome {
    let connect = |address| TcpStream::connect_timeout(&address, CONNECT.min(until.left()?)).ok();
    let Some(stream) = endpoint.addresses().into_iter().find_map(connect) else {
        return Outcome::Nobody;
    };
    let call = Call {
        stream,
        until,
        body: message::request(event),
        sent: 0,
        stream_window: FIRST_WINDOW,
        connection_window: FIRST_WINDOW,
        first_window: FIRST_WINDOW,
        head: Vec::new(),
        head_is_last: false,
        answer: Vec::new(),
    };
    call.carry(&endpoint.authority()).unwrap_or(Outcome::Later)
}

struct Call {
    stream: TcpStream,
    until: Deadline,
    body: Vec<u8>,
    sent: usize,
    stream_window: i64,
    connection_window: i64,
    /// What the peer's settings say a stream begins with.
    first_window: i64,
    head: Vec<u8>,
    head_is_last: bool,
    answer: Vec<u8>,
}

// === impl Call ===

impl Call {
    fn carry(mut self, authority: &str) -> io::Result<Outcome> {
        self.stream.set_nodelay(true)?;
        let mut out = PREFACE.to_vec();
        // No table of headers to keep, no pushes: HEADER_TABLE_SIZE 0, ENABLE_PUSH 0.
        let settings = [0, 1, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0];
        frames::write(kind::SETTINGS, 0, 0, &settings, &mut out);
        let head = headers::request(authority);
        frames::write(kind::HEADERS, frames::END_HEADERS, STREAM, &head, &mut out);
        let mut frames = Frames::default();
        loop {
            self.push_body(&mut out);
            self.write(&out)?;
            out.clear();
            self.read_into(&mut frames)?;
            while let Some(frame) = frames.next()? {
                if let Some(outcome) = self.hear(&frame, &mut out) {
                    return Ok(outcome);
                }
            }
        }
    }

    /// As much of the body as both windows let through.
    fn push_body(&mut self, out: &mut Vec<u8>) {
        while self.sent < self.body.len() {
            let window = self.stream_window.min(self.connection_window);
            let left = &self.body[self.sent..];
            let size = left.len().min(frames::MAX_PAYLOAD_BYTES);
            let size = size.min(usize::try_from(window).unwrap_or(0));
            if size == 0 {
                return;
            }
            let flags = if size == left.len() {
                frames::END_STREAM
            } else {
                0
            };
            frames::write(kind::DATA, flags, STREAM, &left[..size], out);
            self.sent += size;
            self.stream_window -= size as i64;
            self.connection_window -= size as i64;
        }
    }

    fn write(&mut self, out: &[u8]) -> io::Result<()> {
        if out.is_empty() {
            return Ok(());
        }
        self.stream.set_write_timeout(Some(self.left()?))?;
        self.stream.write_all(out)
    }

    fn read_into(&mut self, frames: &mut Frames) -> io::Result<()> {
        let mut piece = [0; 4096];
        self.stream.set_read_timeout(Some(self.left()?))?;
        match self.stream.read(&mut piece)? {
            0 => Err(io::ErrorKind::UnexpectedEof.into()),
            got => {
                frames.push(&piece[..got]);
                Ok(())
            }
        }
    }

    fn left(&self) -> io::Result<Duration> {
        self.until.left().ok_or(io::ErrorKind::TimedOut.into())
    }

    /// Takes one frame in, writes what it asks for, and says whether it decides.
    fn hear(&mut self, frame: &Frame, out: &mut Vec<u8>) -> Option<Outcome> {
        match (frame.kind, frame.stream) {
            (kind::SETTINGS, 0) if !frame.has(frames::ACK) => {
                self.settings(&frame.payload);
                frames::write(kind::SETTINGS, frames::ACK, 0, &[], out);
            }
            (kind::PING, 0) if !frame.has(frames::ACK) => {
                frames::write(kind::PING, frames::ACK, 0, &frame.payload, out);
            }
            (kind::WINDOW_UPDATE, 0) => self.connection_window += frame.number(0),
            (kind::WINDOW_UPDATE, STREAM) => self.stream_window += frame.number(0),
            // Our stream may still be answered when the last one they took is not before it.
            (kind::GOAWAY, 0) if frame.number(0) < i64::from(STREAM) || frame.number(4) != 0 => {
                return Some(Outcome::Later);
            }
            (kind::RST_STREAM, STREAM) => return Some(Outcome::Later),
            (kind::HEADERS | kind::CONTINUATION, STREAM) => return self.headers(frame),
            (kind::DATA, STREAM) => return self.data(frame),
            _ => {}
        }
        None
    }

    fn settings(&mut self, payload: &[u8]) {
        const INITIAL_WINDOW_SIZE: &[u8] = &[0, 4];
        for setting in payload.chunks_exact(6) {
            let (name, value) = setting.split_at(2);
            if name == INITIAL_WINDOW_SIZE {
                let value = frames::number(value);
                self.stream_window += value - self.first_window;
                self.first_window = value;
            }
        }
    }

    /// Headers that end the stream without an answer hold the refusal.
    fn headers(&mut self, frame: &Frame) -> Option<Outcome> {
        self.head.extend_from_slice(frame.content()?);
        // CONTINUATION has no such flag; it belongs to the HEADERS before it.
        self.head_is_last |= frame.kind == kind::HEADERS && frame.has(frames::END_STREAM);
        if !(self.head_is_last && frame.has(frames::END_HEADERS)) {
            return None;
        }
        Some(match headers::grpc_status(&self.head) {
            Some(status) if REFUSALS.contains(&status) => {
                Outcome::Refused(format!("grpc-status {status}").into())
            }
            _ => Outcome::Later,
        })
    }

    fn data(&mut self, frame: &Frame) -> Option<Outcome> {
        self.answer.extend_from_slice(frame.content()?);
        if message::is_response(&self.answer) {
            return Some(Outcome::Taken);
        }
        frame.has(frames::END_STREAM).then_some(Outcome::Later)
    }
}

/// What a connection's bytes hold, for the targets in `fuzz/`.
#[cfg(any(fuzzing, test))]
pub fn contents(bytes: &[u8]) -> Vec<(Vec<u8>, Option<u8>, bool)> {
    let mut frames = Frames::default();
    bytes.chunks(7).for_each(|piece| frames.push(piece));
    let mut found = Vec::new();
    while let Ok(Some(frame)) = frames.next() {
        let _ = (frame.number(0), frame.number(4));
        let content = frame.content().unwrap_or_default().to_vec();
        let (status, answers) = (
            headers::grpc_status(&content),
            message::is_response(&content),
        );
        found.push((content, status, answers));
    }
    found
}

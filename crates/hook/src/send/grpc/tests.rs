//! Peers made by hand: stingy, refusing, silent, speaking something else.

use std::net::TcpListener;
use std::thread;
use std::time::Instant;

use super::*;
use crate::event::{Kind, Role};

const PATIENCE: Duration = Duration::from_secs(60);
/// `:status 200`, then `grpc-status: 3`, both as the usual servers write them.
const REFUSAL: &[u8] = b"\x88\x40\x88\x9a\xca\xc8\xb2\x12\x34\xda\x8f\x01\x33";
const ACCEPTANCE: &[u8] = b"\0\0\0\0\x02\x10\x01";

fn event(bytes: usize) -> Event {
    Event {
        id: "01ARYZ6S410000000000000000".into(),
        session: "s".into(),
        occurred_ms: 1,
        kind: Kind::UserMessage,
        role: Role::User,
        text: "x".repeat(bytes),
        metadata: Vec::new(),
        agent: None,
    }
}

/// Sends one event to a peer that does this with the connection.
fn call(bytes: usize, wait: Duration, peer: impl FnOnce(TcpStream) + Send) -> Outcome {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    thread::scope(|scope| {
        scope.spawn(move || peer(listener.accept().unwrap().0));
        let until = Deadline(Instant::now() + wait);
        send(&Endpoint::parse(&address).unwrap(), &event(bytes), until)
    })
}

/// The peer's side of a connection.
struct Peer {
    stream: TcpStream,
    frames: Frames,
}

impl Peer {
    fn new(mut stream: TcpStream) -> Self {
        let mut preface = [0; 24];
        stream.read_exact(&mut preface).unwrap();
        assert_eq!(preface, PREFACE);
        Self {
            stream,
            frames: Frames::default(),
        }
    }

    fn next(&mut self) -> Frame {
        loop {
            if let Some(frame) = self.frames.next().unwrap() {
                return frame;
            }
            let mut piece = [0; 1000];
            let got = self.stream.read(&mut piece).unwrap();
            assert!(got > 0, "the call ended early");
            self.frames.push(&piece[..got]);
        }
    }

    fn say(&mut self, kind: u8, flags: u8, stream: u32, payload: &[u8]) {
        let mut out = Vec::new();
        frames::write(kind, flags, stream, payload, &mut out);
        self.stream.write_all(&out).unwrap();
    }

    /// Reads on until the caller goes.
    fn until_gone(mut self) {
        let _ = io::copy(&mut self.stream, &mut io::sink());
    }
}

#[test]
fn a_large_event_waits_for_every_window() {
    const STEP_BYTES: usize = 5_000;
    let outcome = call(300_000, PATIENCE, |stream| {
        let mut peer = Peer::new(stream);
        // A window of 1,000 for streams: the call has sent more already, and owes the difference.
        peer.say(kind::SETTINGS, 0, 0, &[0, 4, 0, 0, 3, 232]);
        peer.say(kind::PING, 0, 0, b"are you?");
        let step = u32::try_from(STEP_BYTES).unwrap().to_be_bytes();
        let (mut body, mut ponged, mut granted) = (Vec::new(), false, 1_000_usize);
        let mut connection = 65_535_usize;
        loop {
            let frame = peer.next();
            ponged |= frame.kind == kind::PING && frame.payload == b"are you?";
            if frame.kind != kind::DATA {
                continue;
            }
            body.extend_from_slice(&frame.payload);
            assert!(body.len() <= granted.max(65_535) && body.len() <= connection);
            if frame.has(frames::END_STREAM) {
                break;
            }
            while granted <= body.len() || connection <= body.len() {
                peer.say(kind::WINDOW_UPDATE, 0, STREAM, &step);
                peer.say(kind::WINDOW_UPDATE, 0, 0, &step);
                granted += STEP_BYTES;
                connection += STEP_BYTES;
            }
        }
        assert!(ponged);
        assert_eq!(body, message::request(&event(300_000)));
        peer.say(kind::HEADERS, frames::END_HEADERS, STREAM, b"\x88");
        peer.say(kind::DATA, 0, STREAM, &ACCEPTANCE[..3]);
        peer.say(kind::DATA, 0, STREAM, &ACCEPTANCE[3..]);
        peer.until_gone();
    });
    assert_eq!(outcome, Outcome::Taken);
}

/// What a call makes of the one frame a peer answers with.
fn answered(kind: u8, flags: u8, stream: u32, payload: &'static [u8]) -> Outcome {
    call(10, PATIENCE, move |stream_| {
        let mut peer = Peer::new(stream_);
        peer.say(kind::SETTINGS, 0, 0, &[]);
        peer.say(kind, flags, stream, payload);
        peer.until_gone();
    })
}

#[test]
fn refusals_are_told_from_troubles() {
    let last = frames::END_HEADERS | frames::END_STREAM;
    let refused = Outcome::Refused(String::from("grpc-status 3").into());
    assert_eq!(answered(kind::HEADERS, last, STREAM, REFUSAL), refused);
    let unavailable = b"\x88\x40\x0bgrpc-status\x0214";
    assert_eq!(
        answered(kind::HEADERS, last, STREAM, unavailable),
        Outcome::Later
    );
    assert_eq!(
        answered(kind::HEADERS, last, STREAM, b"\x88"),
        Outcome::Later
    );
    assert_eq!(
        answered(kind::RST_STREAM, 0, STREAM, &[0, 0, 0, 7]),
        Outcome::Later
    );
    assert_eq!(answered(kind::GOAWAY, 0, 0, &[0; 8]), Outcome::Later);
    assert_eq!(answered(kind::DATA, 0, STREAM, ACCEPTANCE), Outcome::Taken);
}

#[test]
fn headers_may_come_in_pieces_and_after_a_goodbye() {
    let outcome = call(10, PATIENCE, |stream| {
        let mut peer = Peer::new(stream);
        peer.say(kind::GOAWAY, 0, 0, &[0x7f, 255, 255, 255, 0, 0, 0, 0]);
        let (one, two) = REFUSAL.split_at(6);
        peer.say(kind::HEADERS, frames::END_STREAM, STREAM, one);
        peer.say(kind::CONTINUATION, frames::END_HEADERS, STREAM, two);
        peer.until_gone();
    });
    assert_eq!(
        outcome,
        Outcome::Refused(String::from("grpc-status 3").into())
    );
}

#[test]
fn strangers_and_the_silent_are_no_answer() {
    let other = |mut stream: TcpStream| {
        let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n");
    };
    assert_eq!(call(10, PATIENCE, other), Outcome::Later);
    assert_eq!(call(10, PATIENCE, drop), Outcome::Later);
    let silent = |stream| Peer::new(stream).until_gone();
    assert_eq!(call(10, Duration::from_millis(20), silent), Outcome::Later);
    let gone = TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap();
    let gone = Endpoint::parse(&gone.to_string()).unwrap();
    let until = Deadline(Instant::now() + PATIENCE);
    assert_eq!(send(&gone, &event(1), until), Outcome::Nobody);
}

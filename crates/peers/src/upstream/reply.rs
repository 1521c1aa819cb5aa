//! A scripted answer, and what is to go wrong with it.

use super::{Call, Gate, Refusal, Turn};

/// Put into the format of whichever route it answers.
#[derive(Clone, Debug)]
pub struct Reply {
    pub(super) content: Content,
    pub(super) headers: Vec<(String, String)>,
    pub(super) gzip: bool,
    /// After so many parts of a stream the connection is gone; of a whole answer half is sent.
    pub(super) cut: Option<usize>,
    /// It waits there: before anything is sent, or behind so many parts of a stream.
    pub(super) gates: Vec<(usize, Gate)>,
}

#[derive(Clone, Debug)]
pub(super) enum Content {
    Turn(Turn),
    Refusal(Refusal),
    /// Bytes as they are, with their status and content type.
    Raw(u16, String, Vec<u8>),
    /// Nothing at all: the connection is closed.
    Silence,
}

// === impl Reply ===

impl Reply {
    fn new(content: Content) -> Self {
        Self {
            content,
            headers: Vec::new(),
            gzip: false,
            cut: None,
            gates: Vec::new(),
        }
    }

    pub fn turn(turn: Turn) -> Self {
        Self::new(Content::Turn(turn))
    }

    pub fn says(text: impl Into<String>) -> Self {
        Self::turn(Turn::says(text))
    }

    /// Wants a tool called, and says nothing.
    pub fn calls(name: &str, arguments: serde_json::Value) -> Self {
        Self::turn(Turn {
            calls: vec![Call::new(name, arguments)],
            ..Turn::default()
        })
    }

    pub fn refused(refusal: Refusal) -> Self {
        Self::new(Content::Refusal(refusal))
    }

    /// These bytes, whatever they are.
    pub fn raw(status: u16, media_type: &str, body: impl Into<Vec<u8>>) -> Self {
        Self::new(Content::Raw(status, media_type.to_owned(), body.into()))
    }

    /// Closes the connection without a word.
    pub fn silence() -> Self {
        Self::new(Content::Silence)
    }

    /// With a header more, or another value of one it has.
    #[must_use]
    pub fn with_header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    #[must_use]
    pub fn gzipped(mut self) -> Self {
        self.gzip = true;
        self
    }

    /// Sends only so many parts of a stream, or half of a whole answer, and hangs up.
    #[must_use]
    pub fn cut_after(mut self, parts: usize) -> Self {
        self.cut = Some(parts);
        self
    }

    /// Sends nothing until the gate is open.
    #[must_use]
    pub fn held_by(self, gate: &Gate) -> Self {
        self.held_after(0, gate)
    }

    /// Sends so many parts of a stream and the rest once the gate is open.
    #[must_use]
    pub fn held_after(mut self, parts: usize, gate: &Gate) -> Self {
        self.gates.push((parts, gate.clone()));
        self
    }
}

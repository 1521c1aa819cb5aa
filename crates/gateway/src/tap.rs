//! Listening to a stream that goes by. Its bytes are handed on as they come; only the words are
//! written along, and only what came whole counts.

use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::{Bytes, HttpBody};
use axum::http::HeaderMap;
use http_body::{Frame, SizeHint};

use crate::inlets::{Delta, Inlet};
use crate::{body, signals};

/// More words are not written along.
const MOST_WORDS: usize = 512_000;
/// A line that is longer is no event we know.
pub const LONGEST_LINE: usize = 4 * 1024 * 1024;

/// What an answer said, as far as it went.
pub struct Ear {
    inlet: Inlet,
    line: Vec<u8>,
    words: String,
    done: bool,
    deaf: bool,
}

/// Called once with the words of a stream that came to its end.
pub type Heard = Box<dyn FnOnce(String) + Send>;

/// A body that is listened to.
pub struct Tapped<B> {
    body: B,
    ear: Ear,
    heard: Option<Heard>,
    packed: Option<Packed>,
}

/// What comes packed is read once it is whole.
struct Packed {
    headers: HeaderMap,
    bytes: Vec<u8>,
}

/// More is not kept to be read.
const MOST_PACKED: usize = 10 * 1024 * 1024;
const MOST_PLAIN: usize = 64 * 1024 * 1024;

// === impl Ear ===

impl Ear {
    pub fn new(inlet: Inlet) -> Self {
        Self {
            inlet,
            line: Vec::new(),
            words: String::new(),
            done: false,
            deaf: false,
        }
    }

    /// Events may be cut anywhere, letters too.
    pub fn hear(&mut self, mut bytes: &[u8]) {
        while let Some(end) = bytes.iter().position(|byte| *byte == b'\n') {
            self.line.extend_from_slice(&bytes[..end]);
            bytes = &bytes[end + 1..];
            let line = std::mem::take(&mut self.line);
            self.take(&line);
        }
        match self.line.len() + bytes.len() > LONGEST_LINE {
            true => self.deaf = true,
            false => self.line.extend_from_slice(bytes),
        }
    }

    fn take(&mut self, line: &[u8]) {
        let Some(data) = line.strip_prefix(b"data:") else {
            return;
        };
        let Ok(data) = std::str::from_utf8(data.trim_ascii()) else {
            return;
        };
        match self.inlet.delta(data) {
            Delta::Text(text) if self.words.len() + text.len() <= MOST_WORDS => {
                self.words.push_str(&text);
            }
            Delta::Done => self.done = true,
            // Half of what was to be said, whatever follows.
            Delta::Broken => self.deaf = true,
            Delta::Text(_) | Delta::Other => {}
        }
    }

    /// Whether it came to an end, and all of it was read.
    fn is_whole(&self) -> bool {
        self.done && !self.deaf
    }

    /// Everything it said, if it came to an end.
    pub fn all(self) -> Option<String> {
        (self.is_whole() && !self.words.trim().is_empty()).then_some(self.words)
    }
}

// === impl Tapped ===

impl<B> Tapped<B> {
    pub fn new(body: B, headers: &HeaderMap, inlet: Inlet, heard: Heard) -> Self {
        let packed = body::is_packed(headers).then(|| Packed {
            headers: headers.clone(),
            bytes: Vec::new(),
        });
        Self {
            body,
            ear: Ear::new(inlet),
            heard: Some(heard),
            packed,
        }
    }

    fn listen(&mut self, bytes: &[u8]) {
        match &mut self.packed {
            None => self.ear.hear(bytes),
            Some(packed) if packed.bytes.len() + bytes.len() > MOST_PACKED => {
                self.heard = None;
                signals::UNHEARD.add(1);
            }
            Some(packed) => packed.bytes.extend_from_slice(bytes),
        }
    }

    /// What came packed is whole now; what did not has said that it is before.
    fn end(&mut self) {
        let Some(Packed { headers, bytes }) = self.packed.take() else {
            self.broke();
            return;
        };
        if let Some(plain) = body::unpacked(&headers, &bytes.into(), MOST_PLAIN) {
            self.ear.hear(&plain);
        }
        self.finish();
    }

    fn finish(&mut self) {
        let inlet = self.ear.inlet;
        let ear = std::mem::replace(&mut self.ear, Ear::new(inlet));
        if !ear.is_whole() {
            self.broke();
        } else if let (Some(heard), Some(words)) = (self.heard.take(), ear.all()) {
            heard(words);
        }
    }

    /// A stream that broke said nothing, and somebody may want to know how often that is.
    fn broke(&mut self) {
        signals::BROKEN.add(u64::from(self.heard.take().is_some()));
    }
}

impl<B> Drop for Tapped<B> {
    /// Whoever asked may leave before the end.
    fn drop(&mut self) {
        self.broke();
    }
}

impl<B> HttpBody for Tapped<B>
where
    B: HttpBody<Data = Bytes> + Unpin,
{
    type Data = Bytes;
    type Error = B::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, B::Error>>> {
        let polled = Pin::new(&mut self.body).poll_frame(context);
        match &polled {
            Poll::Ready(Some(Ok(frame))) => {
                if let (Some(bytes), true) = (frame.data_ref(), self.heard.is_some()) {
                    self.listen(bytes);
                }
                // Many clients leave at the last word, before the stream ends.
                if self.ear.done {
                    self.finish();
                }
            }
            Poll::Ready(Some(Err(_))) => self.broke(),
            Poll::Ready(None) => self.end(),
            Poll::Pending => {}
        }
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests;

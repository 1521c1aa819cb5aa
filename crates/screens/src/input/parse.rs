//! From the bytes a terminal sends to keys, the mouse and pasted text.

mod csi;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::Input;

/// Kitty's question, whether the terminal would take one pixel. Nobody waits for the answer: it
/// arrives among the keys, or never.
pub const QUESTION: &str = "\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\";

const ESC: u8 = 0x1b;
/// No sequence but a pasted text is longer; what claims to be is thrown away.
const LONGEST: usize = 256;

#[derive(Default)]
pub struct Parser {
    bytes: Vec<u8>,
}

/// What stands at the beginning of some bytes.
#[derive(Debug, PartialEq)]
pub(crate) enum Found {
    /// So many bytes, and what they mean, if anything.
    Whole(usize, Option<Input>),
    /// The rest is still to come.
    Part,
}

// === impl Parser ===

impl Parser {
    pub fn feed(&mut self, bytes: &[u8]) -> Vec<Input> {
        self.bytes.extend_from_slice(bytes);
        let mut inputs = Vec::new();
        let mut at = 0;
        while let Some(rest) = self.bytes.get(at..).filter(|rest| !rest.is_empty()) {
            match first(rest) {
                Found::Whole(length, input) => {
                    inputs.extend(input);
                    at += length;
                }
                Found::Part => break,
            }
        }
        self.bytes.drain(..at);
        inputs
    }

    /// Whether something was begun: a sequence, or the escape key.
    pub fn is_waiting(&self) -> bool {
        !self.bytes.is_empty()
    }

    /// Nothing came after an escape: it was the key. A longer part may still be completed.
    pub fn give_up(&mut self) -> Option<Input> {
        (self.bytes == [ESC]).then(|| {
            self.bytes.clear();
            plain(KeyCode::Esc)
        })
    }
}

fn first(bytes: &[u8]) -> Found {
    match bytes {
        [ESC] => Found::Part,
        [ESC, b'[', rest @ ..] => csi::sequence(rest).after(2),
        [ESC, b'O'] => Found::Part,
        [ESC, b'O', letter, ..] => Found::Whole(3, csi::lettered(*letter, KeyModifiers::NONE)),
        [ESC, b'_', rest @ ..] => answer(rest).after(2),
        [ESC, ESC, ..] => Found::Whole(1, Some(plain(KeyCode::Esc))),
        [ESC, rest @ ..] => with_alt(character(rest)).after(1),
        _ => character(bytes),
    }
}

/// A program command from the terminal, up to its end: the answer to our question.
fn answer(bytes: &[u8]) -> Found {
    let end = bytes.windows(2).position(|pair| pair == [ESC, b'\\']);
    match end {
        Some(end) => {
            let text = String::from_utf8_lossy(&bytes[..end]);
            let yes = text.starts_with('G') && text.contains("i=31") && text.contains(";OK");
            Found::Whole(end + 2, yes.then_some(Input::Pixels))
        }
        None if bytes.len() > LONGEST => Found::Whole(bytes.len(), None),
        None => Found::Part,
    }
}

fn character(bytes: &[u8]) -> Found {
    let key = match bytes[0] {
        b'\r' => plain(KeyCode::Enter),
        b'\t' => plain(KeyCode::Tab),
        0x7f | 0x08 => plain(KeyCode::Backspace),
        0 => ctrl(' '),
        byte @ 0x01..=0x1a => ctrl(char::from(byte - 1 + b'a')),
        byte @ 0x1c..=0x1f => ctrl(char::from(byte - 0x1c + b'4')),
        _ => return letter(bytes),
    };
    Found::Whole(1, Some(key))
}

fn letter(bytes: &[u8]) -> Found {
    let length = match bytes[0] {
        byte if byte < 0x80 => 1,
        0xc0..=0xdf => 2,
        0xe0..=0xef => 3,
        0xf0..=0xf7 => 4,
        _ => return Found::Whole(1, None),
    };
    let Some(bytes) = bytes.get(..length) else {
        return Found::Part;
    };
    let text = std::str::from_utf8(bytes).ok();
    let letter = text.and_then(|text| text.chars().next());
    match letter {
        Some(letter) => Found::Whole(length, Some(plain(KeyCode::Char(letter)))),
        None => Found::Whole(1, None),
    }
}

fn with_alt(found: Found) -> Found {
    match found {
        Found::Whole(length, Some(Input::Key(mut key))) => {
            key.modifiers |= KeyModifiers::ALT;
            Found::Whole(length, Some(Input::Key(key)))
        }
        found => found,
    }
}

fn plain(code: KeyCode) -> Input {
    Input::Key(code.into())
}

fn ctrl(letter: char) -> Input {
    Input::Key(KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL))
}

// === impl Found ===

impl Found {
    /// The same, found behind so many bytes.
    fn after(self, skipped: usize) -> Self {
        match self {
            Found::Whole(length, input) => Found::Whole(length + skipped, input),
            Found::Part => Found::Part,
        }
    }
}

#[cfg(test)]
mod tests;

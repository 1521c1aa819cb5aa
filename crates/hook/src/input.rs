//! Standard input up to the end of one JSON value. An agent may leave its end open: what counts
//! is that the value is whole, not that the stream ends.

use std::io::Read;
use std::time::Duration;

use crate::send::within;

const MAX_BYTES: usize = 16 * 1024 * 1024;
const PIECE_BYTES: usize = 64 * 1024;
/// How long an agent that says nothing is listened to.
const SILENCE: Duration = Duration::from_secs(2);

/// Why there is no event.
#[derive(Debug, PartialEq)]
pub enum Unread {
    /// Nobody said anything that could be understood.
    Nothing(String),
    /// Somebody did, and it is gone.
    Lost(String),
}

pub fn read() -> Result<String, Unread> {
    let silence = || Unread::Nothing("nothing came on standard input".into());
    let read = within(SILENCE, || read_value(std::io::stdin().lock()));
    let bytes = read.ok_or_else(silence)??;
    // A character cut in half is worth less than the rest of the event.
    let text = String::from_utf8_lossy(&bytes);
    let text = text.trim_start_matches('\u{feff}').trim();
    match text.is_empty() {
        true => Err(Unread::Nothing("empty input".into())),
        false => Ok(text.to_owned()),
    }
}

pub(crate) fn read_value(mut from: impl Read) -> Result<Vec<u8>, Unread> {
    let (mut bytes, mut ends) = (Vec::new(), Ends::default());
    let mut piece = vec![0; PIECE_BYTES];
    loop {
        let got = match from.read(&mut piece) {
            Ok(got) => got,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(Unread::Nothing(format!("standard input: {error}"))),
        };
        let piece = &piece[..got];
        bytes.extend_from_slice(piece);
        if bytes.len() > MAX_BYTES {
            let why = format!("an event of more than {MAX_BYTES} bytes");
            return Err(Unread::Lost(why));
        }
        if got == 0 || ends.after(piece) {
            return Ok(bytes);
        }
    }
}

/// Watches brackets and quotes go by until the outermost one closes.
#[derive(Default)]
struct Ends {
    depth: usize,
    quoted: bool,
    escaped: bool,
}

impl Ends {
    fn after(&mut self, piece: &[u8]) -> bool {
        piece.iter().any(|byte| self.closes(*byte))
    }

    fn closes(&mut self, byte: u8) -> bool {
        if self.quoted {
            match byte {
                _ if self.escaped => self.escaped = false,
                b'\\' => self.escaped = true,
                b'"' => self.quoted = false,
                _ => {}
            }
            return false;
        }
        match byte {
            b'"' => self.quoted = true,
            b'{' | b'[' => self.depth += 1,
            b'}' | b']' => {
                self.depth = self.depth.saturating_sub(1);
                return self.depth == 0;
            }
            _ => {}
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives one byte at a time, and fails when asked for more than it has.
    struct Open<'a>(&'a [u8]);

    impl Read for Open<'_> {
        fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
            let (first, rest) = self.0.split_first().expect("read past the value");
            into[0] = *first;
            self.0 = rest;
            Ok(1)
        }
    }

    #[test]
    fn the_end_of_the_value_is_the_end_of_the_input() {
        let text = r#" {"a": "}\"\\", "b": [1, {"c": "]"}]
        }"#;
        let read = read_value(Open(format!("{text} more").as_bytes())).unwrap();
        assert_eq!(String::from_utf8(read).unwrap(), text);
    }

    #[test]
    fn an_endless_event_is_refused() {
        let endless = std::io::repeat(b'[');
        let refused = read_value(endless).unwrap_err();
        assert!(matches!(refused, Unread::Lost(why) if why.contains("more than")));
    }
}

//! What stands around a name and says that a value follows: tags, lines of a netrc, a line's end.

use std::ops::Range;

use crate::SECRET;
use crate::places::{is_blank, is_word, skip, skip_up_to};

/// What is looked at before a name.
const MOST_BEFORE: usize = 200;
/// A tag holds no longer secret.
const MOST_WITHIN: usize = 512;

/// `<password>…</password>`: what stands between is one, whatever it looks like.
pub fn in_tags(bytes: &[u8], at: usize, end: usize) -> Option<Range<usize>> {
    let before = bytes[..at].iter().rev().take(MOST_BEFORE);
    let name = before
        .take_while(|byte| is_word(**byte) || **byte == b':')
        .count();
    let opened = at.checked_sub(name + 1).map(|place| bytes[place]) == Some(b'<');
    if !opened || bytes.get(end) != Some(&b'>') {
        return None;
    }
    let from = end + 1;
    let close = skip_up_to(MOST_WITHIN, bytes, from, |byte| {
        !matches!(byte, b'<' | b'\n')
    });
    let within = &bytes[from..close];
    let begins = within
        .first()
        .is_some_and(|first| !first.is_ascii_whitespace());
    let said = begins && within != SECRET.as_bytes();
    (said && bytes[close..].starts_with(b"</")).then_some(from..close)
}

/// `machine h login u password …`, on one line or several.
pub fn is_netrc(bytes: &[u8], at: usize) -> bool {
    let before = &bytes[at.saturating_sub(MOST_BEFORE)..at];
    let mut words = before
        .rsplit(u8::is_ascii_whitespace)
        .filter(|word| !word.is_empty());
    bytes[..at].last().is_some_and(u8::is_ascii_whitespace) && words.nth(1) == Some(b"login")
}

/// A shell goes on behind a backslash at the end of a line.
pub fn behind_line_end(bytes: &[u8], at: usize) -> usize {
    let rest = &bytes[at..];
    let behind = [b"\\\n".as_slice(), b"\\\r\n"];
    match behind.iter().find(|end| rest.starts_with(end)) {
        Some(end) => skip(bytes, at + end.len(), is_blank),
        None => at,
    }
}

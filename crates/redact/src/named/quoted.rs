//! `"password": "…"`: JSON that came as a text, at any depth, whole or cut off.

use std::ops::Range;

use crate::places::{is_backslash, is_blank, is_quote, is_word, skip, skip_up_to};
use crate::{PRIVATE, SECRET, is_telling};

/// Names are not longer.
const MAX_NAME: usize = 64;

/// The value of a telling name, whatever its length: who writes so means a field.
pub fn value_at(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    let quote = *bytes.get(at).filter(|byte| is_quote(**byte))?;
    let escapes = backslashes(bytes, at);
    let name_end = skip_up_to(MAX_NAME, bytes, at + 1, is_word);
    let colon = after_quote(bytes, name_end, quote, escapes)?;
    let colon = skip(bytes, colon, is_blank);
    if bytes.get(colon) != Some(&b':') || !tells(&bytes[at + 1..name_end]) {
        return None;
    }
    let from = after_quote(bytes, skip(bytes, colon + 1, is_blank), quote, escapes)?;
    let end = end(bytes, from, quote, escapes);
    let known = [SECRET, PRIVATE].map(str::as_bytes);
    (end > from && !known.contains(&&bytes[from..end])).then_some(from..end)
}

fn tells(name: &[u8]) -> bool {
    std::str::from_utf8(name).is_ok_and(is_telling)
}

/// Where a value ends that began behind this quote.
pub fn end_from(bytes: &[u8], from: usize, quote: u8) -> usize {
    end(bytes, from, quote, backslashes(bytes, from - 1))
}

/// Before the same quote, as deep as the first, or at the end of the line.
fn end(bytes: &[u8], from: usize, quote: u8, escapes: usize) -> usize {
    let value = &bytes[from..];
    let closes = |at: usize| backslashes(value, at) % (2 * (escapes + 1)) == escapes;
    let ends = |(at, byte): (usize, &u8)| match *byte {
        b'\n' => Some(at),
        byte if byte == quote && closes(at) => Some(at - escapes),
        _ => None,
    };
    let end = value.iter().enumerate().find_map(ends);
    from + end.unwrap_or(value.len())
}

/// Behind a quote that stands here with so many backslashes before it.
fn after_quote(bytes: &[u8], from: usize, quote: u8, escapes: usize) -> Option<usize> {
    let place = skip(bytes, from, is_backslash);
    (place - from == escapes && bytes.get(place) == Some(&quote)).then_some(place + 1)
}

/// How many stand right before this place.
fn backslashes(bytes: &[u8], at: usize) -> usize {
    let before = bytes[..at].iter().rev();
    before.take_while(|byte| is_backslash(**byte)).count()
}

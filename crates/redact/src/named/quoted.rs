//! `"password": "…"`: JSON that came as a text, at any depth, whole or cut off.

use std::ops::Range;

use crate::places::{is_backslash, is_blank, is_quote, is_word, skip, skip_up_to};
use crate::{Found, PRIVATE, SECRET, is_doubtful, is_hidden_number, is_hidden_under, is_telling};

/// Names are not longer.
const MAX_NAME: usize = 64;
/// What is looked through under a name that tells by what stands under it.
const MOST_WITHIN: usize = 1024;

/// The value of a telling name, whatever its length: who writes so means a field.
pub fn value_at(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    let field = Field::at(bytes, at)?;
    let from = after_quote(bytes, field.value, field.quote, field.escapes)?;
    let end = end(bytes, from, field.quote, field.escapes);
    let said = &bytes[from..end];
    (!is_known(said) && field.hides(said)).then_some(from..end)
}

/// Nothing, or nothing any more.
pub fn is_known(said: &[u8]) -> bool {
    said.is_empty() || [SECRET, PRIVATE].map(str::as_bytes).contains(&said)
}

/// A list, an object or a number under a telling name. What replaces it is a text, so that the
/// whole can still be read by a machine.
pub fn nested_at(bytes: &[u8], at: usize) -> Option<Found> {
    let field = Field::at(bytes, at)?;
    let from = field.value;
    let (hidden, end) = match bytes.get(from)? {
        b'[' | b'{' if tells(field.name) => {
            let end = field.closed(bytes, from);
            (bytes[from..end].iter().any(u8::is_ascii_alphanumeric), end)
        }
        b'[' | b'{' if field.hides_within(bytes, from) => (true, field.closed(bytes, from)),
        byte if byte.is_ascii_digit() => {
            let end = skip(bytes, from, |byte| byte.is_ascii_digit());
            (field.hides_number(&bytes[from..end]), end)
        }
        _ => return None,
    };
    let within = &bytes[from..end];
    let known = within.starts_with(SECRET.as_bytes()) || within.starts_with(PRIVATE.as_bytes());
    (hidden && !known).then(|| Found {
        range: from..end,
        quotes: format!("{}{}", "\\".repeat(field.escapes), char::from(field.quote)),
    })
}

/// A word in quotes.
pub struct Name<'a> {
    pub text: &'a [u8],
    pub quote: u8,
    /// Backslashes before each of its quotes.
    pub escapes: usize,
    /// Behind the second quote.
    end: usize,
}

// === impl Name ===

impl<'a> Name<'a> {
    pub fn at(bytes: &'a [u8], at: usize) -> Option<Self> {
        let quote = *bytes.get(at).filter(|byte| is_quote(**byte))?;
        let escapes = backslashes(bytes, at);
        let text_end = skip_up_to(MAX_NAME, bytes, at + 1, is_word);
        let end = after_quote(bytes, text_end, quote, escapes)?;
        Some(Self {
            text: &bytes[at + 1..text_end],
            quote,
            escapes,
            end,
        })
    }

    pub fn as_str(&self) -> Option<&'a str> {
        std::str::from_utf8(self.text).ok()
    }

    /// The quote that opens the next text, as deep as this one, behind a sign.
    pub fn next(&self, bytes: &[u8], sign: u8) -> Option<usize> {
        let is_space = |byte: u8| byte.is_ascii_whitespace();
        let place = skip(bytes, self.end, is_space);
        let sign = bytes.get(place).filter(|byte| **byte == sign);
        let open = sign.map(|_| skip(bytes, place + 1, is_space))?;
        Some(after_quote(bytes, open, self.quote, self.escapes)? - 1)
    }

    /// What follows the quote that closes a text, as deep as this one.
    pub fn behind(&self, bytes: &[u8], end: usize) -> Option<usize> {
        let closed = after_quote(bytes, end, self.quote, self.escapes)?;
        Some(skip(bytes, closed, |byte| byte.is_ascii_whitespace()))
    }
}

/// A name in quotes with a colon behind it.
struct Field<'a> {
    name: &'a [u8],
    quote: u8,
    /// Backslashes before each of its quotes.
    escapes: usize,
    /// Where its value begins.
    value: usize,
}

// === impl Field ===

impl<'a> Field<'a> {
    fn at(bytes: &'a [u8], at: usize) -> Option<Self> {
        let name = Name::at(bytes, at)?;
        let colon = skip(bytes, name.end, is_blank);
        let (quote, escapes, name) = (name.quote, name.escapes, name.text);
        let field = Self {
            name,
            quote,
            escapes,
            value: skip(bytes, colon + 1, |byte| byte.is_ascii_whitespace()),
        };
        let telling = || tells(name) || std::str::from_utf8(name).is_ok_and(is_doubtful);
        (bytes.get(colon) == Some(&b':') && telling()).then_some(field)
    }

    fn hides(&self, said: &[u8]) -> bool {
        let name = std::str::from_utf8(self.name).unwrap_or_default();
        let said = std::str::from_utf8(said).unwrap_or_default();
        tells(self.name) || is_hidden_under(name, said)
    }

    fn hides_number(&self, digits: &[u8]) -> bool {
        match tells(self.name) {
            true => std::str::from_utf8(digits).is_ok_and(is_hidden_number),
            false => self.hides(digits),
        }
    }

    /// Whether something in a list or an object is hidden by its look; a long one is looked at no
    /// further.
    fn hides_within(&self, bytes: &[u8], from: usize) -> bool {
        let near = &bytes[..bytes.len().min(from + MOST_WITHIN)];
        let within = &near[from..self.closed(near, from)];
        let mut words = within.split(|byte| !byte.is_ascii_alphanumeric());
        let texts = within.split(|byte| *byte == self.quote || is_backslash(*byte));
        let mut texts = texts.filter(|text| !text.iter().any(|byte| b"[]{},:".contains(byte)));
        let listed = bytes[from] == b'[';
        words.any(|word| self.hides(word)) || listed && texts.any(|text| self.hides(text))
    }

    /// Behind the bracket that closes what one opens here, or at the end: it was cut off.
    fn closed(&self, bytes: &[u8], from: usize) -> usize {
        let (mut depth, mut at) = (0_usize, from);
        while let Some(byte) = bytes.get(at) {
            match byte {
                b'[' | b'{' => depth += 1,
                b']' | b'}' => depth = depth.saturating_sub(1),
                byte if *byte == self.quote => {
                    at = skip(
                        bytes,
                        end(bytes, at + 1, self.quote, self.escapes),
                        is_backslash,
                    );
                }
                _ => {}
            }
            at = (at + 1).min(bytes.len());
            if depth == 0 {
                return at;
            }
        }
        bytes.len()
    }
}

pub fn tells(name: &[u8]) -> bool {
    std::str::from_utf8(name).is_ok_and(is_telling)
}

/// Where a value ends that began behind this quote.
pub fn end_from(bytes: &[u8], from: usize, quote: u8) -> usize {
    end(bytes, from, quote, backslashes(bytes, from - 1))
}

/// Before the same quote, as deep as the first, or at the end of the line.
pub fn end(bytes: &[u8], from: usize, quote: u8, escapes: usize) -> usize {
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

//! Letters nobody sees. They may stand in the middle of a name or of a secret, so both are looked
//! for in the text as it is seen, and taken out of the text as it is.

use std::borrow::Cow;
use std::ops::Range;

/// A text as it is seen, and where each of its bytes stands in the text itself.
pub struct Seen {
    pub text: String,
    places: Vec<usize>,
}

/// Whether nobody sees a letter, though a machine does.
fn is_unseen(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}'
        | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}')
}

/// A name as it is seen.
pub fn seen(name: &str) -> Cow<'_, str> {
    match Seen::of(name) {
        Some(seen) => Cow::Owned(seen.text),
        None => Cow::Borrowed(name),
    }
}

// === impl Seen ===

impl Seen {
    /// Nothing where every letter is seen, which is nearly always.
    pub fn of(text: &str) -> Option<Self> {
        if text.is_ascii() || !text.chars().any(is_unseen) {
            return None;
        }
        let mut seen = Self {
            text: String::with_capacity(text.len()),
            places: Vec::with_capacity(text.len()),
        };
        for (at, c) in text.char_indices().filter(|(_, c)| !is_unseen(*c)) {
            seen.text.push(c);
            seen.places.extend(at..at + c.len_utf8());
        }
        Some(seen)
    }

    /// The same stretch of the text itself. What is not seen before and behind it stays.
    pub fn place(&self, range: Range<usize>) -> Range<usize> {
        let place = |at: usize| self.places.get(at).copied();
        let start = place(range.start).unwrap_or_default();
        let last = range.end.checked_sub(1).and_then(place);
        start..last.map_or(start, |last| last + 1)
    }
}

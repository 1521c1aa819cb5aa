//! Letters nobody sees, and wide ones that are read as plain ones. They may stand in the middle of
//! a name or of a secret, so both are looked for in the text as it is seen, and taken out of the
//! text as it is.

use std::borrow::Cow;
use std::ops::Range;

/// A text as it is seen, and where each of its bytes stands in the text itself.
pub struct Seen {
    pub text: String,
    places: Vec<Range<usize>>,
}

/// The wide forms stand in the order of the plain ones, so far behind them.
const WIDE: std::ops::RangeInclusive<char> = '\u{ff01}'..='\u{ff5e}';
const BEHIND: u32 = 0xfee0;
const WIDE_SPACE: char = '\u{3000}';

/// Whether nobody sees a letter, though a machine does.
fn is_unseen(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}'
        | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}')
}

/// A letter as it is read: `ｐ` is a `p`.
fn plain(c: char) -> char {
    match c {
        WIDE_SPACE => ' ',
        c if WIDE.contains(&c) => char::from_u32(u32::from(c) - BEHIND).unwrap_or(c),
        c => c,
    }
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
    /// Nothing where every letter is seen and plain, which is nearly always.
    pub fn of(text: &str) -> Option<Self> {
        let odd = |c: char| is_unseen(c) || plain(c) != c;
        if text.is_ascii() || !text.chars().any(odd) {
            return None;
        }
        let mut seen = Self {
            text: String::with_capacity(text.len()),
            places: Vec::with_capacity(text.len()),
        };
        for (at, c) in text.char_indices().filter(|(_, c)| !is_unseen(*c)) {
            seen.push(at, c);
        }
        Some(seen)
    }

    fn push(&mut self, at: usize, c: char) {
        let (read, end) = (plain(c), at + c.len_utf8());
        self.text.push(read);
        match read == c {
            true => self.places.extend((at..end).map(|byte| byte..byte + 1)),
            // Plain ones have one byte.
            false => self.places.push(at..end),
        }
    }

    /// The same stretch of the text itself. What is not seen before and behind it stays.
    pub fn place(&self, range: Range<usize>) -> Range<usize> {
        let place = |at: usize| self.places.get(at);
        let start = place(range.start).map_or(0, |first| first.start);
        let last = range.end.checked_sub(1).and_then(place);
        start..last.map_or(start, |last| last.end)
    }
}

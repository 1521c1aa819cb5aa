//! Letters nobody sees, colours of a terminal, and wide letters that are read as plain ones. They
//! may stand in the middle of a name or of a secret, so both are looked for in the text as it is
//! seen, and taken out of the text as it is.

use std::borrow::Cow;
use std::ops::Range;

use crate::places::{begins, is_backslash, skip_up_to};

/// A text as it is seen, and where each of its bytes stands in the text itself.
pub struct Seen {
    pub text: String,
    /// Where colours changed in it, in order: a word may begin there.
    pub cuts: Vec<usize>,
    places: Vec<Range<usize>>,
}

/// The wide forms stand in the order of the plain ones, so far behind them.
const WIDE: std::ops::RangeInclusive<char> = '\u{ff01}'..='\u{ff5e}';
const BEHIND: u32 = 0xfee0;
const WIDE_SPACE: char = '\u{3000}';

/// What a terminal is told begins with this, or with one of its names behind a backslash.
const ESCAPE: u8 = 0x1b;
const ESCAPES: [&str; 4] = ["u001b", "x1b", "033", "e"];
/// What it is told is short, and few backslashes are before a name.
const MOST: usize = 32;
/// In place of a secret: no order to a terminal, though one may have stood before it.
const MARK: &[u8] = b"[REDACTED";

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

/// Whether a terminal may be told something in a text.
fn has_orders(bytes: &[u8]) -> bool {
    let named =
        |place: &[u8]| place[2] == b'[' && matches!(&place[..2], b"1b" | b"1B" | b"33" | b"\\e");
    bytes.contains(&ESCAPE) || bytes.windows(3).any(named)
}

/// Where an order to a terminal ends that begins here: `ESC[31m`, also written as `\u001b[31m`.
fn order_end(bytes: &[u8], at: usize) -> Option<usize> {
    let open = match bytes[at] {
        ESCAPE => at + 1,
        b'\\' => {
            let name = skip_up_to(MOST, bytes, at, is_backslash);
            let mut names = ESCAPES.iter();
            name + names.find(|known| begins(&bytes[name..], known))?.len()
        }
        _ => return None,
    };
    let rest = bytes.get(open..)?;
    if rest.first() != Some(&b'[') || rest.starts_with(MARK) {
        return None;
    }
    let end = skip_up_to(MOST, bytes, open + 1, |byte| (b'0'..=b'?').contains(&byte));
    let ends = bytes.get(end).is_some_and(u8::is_ascii_alphabetic);
    ends.then_some(end + 1)
}

/// A text as it is seen, without colours.
pub fn seen(text: &str) -> Cow<'_, str> {
    match Seen::of(text) {
        Some(seen) => Cow::Owned(seen.text),
        None => Cow::Borrowed(text),
    }
}

// === impl Seen ===

impl Seen {
    /// Nothing where every letter is seen and plain and has no colour, which is nearly always.
    pub fn of(text: &str) -> Option<Self> {
        let odd = |c: char| is_unseen(c) || plain(c) != c;
        let orders = has_orders(text.as_bytes());
        if !orders && (text.is_ascii() || !text.chars().any(odd)) {
            return None;
        }
        let mut seen = Self {
            text: String::with_capacity(text.len()),
            cuts: Vec::new(),
            places: Vec::with_capacity(text.len()),
        };
        let mut behind = 0;
        for (at, c) in text.char_indices().filter(|(_, c)| !is_unseen(*c)) {
            match order_end(text.as_bytes(), at) {
                _ if at < behind => {}
                Some(end) => {
                    seen.cuts.push(seen.text.len());
                    behind = end;
                }
                None => seen.push(at, c),
            }
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

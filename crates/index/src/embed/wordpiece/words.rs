//! Splits cleaned characters into words, one at a time.

use unicode_normalization::UnicodeNormalization;

use super::super::unicode::{is_dropped, is_han, is_mark, is_punctuation};
use super::{MAX_WORD_CHARS, Style};

pub struct Words<'a> {
    chars: Box<dyn Iterator<Item = char> + 'a>,
    /// A mark that ended the last word and is the next.
    pending: Option<char>,
    word: String,
}

impl<'a> Words<'a> {
    pub fn new(chars: impl Iterator<Item = char> + 'a, style: Style) -> Self {
        Self {
            chars: cleaned(chars, style),
            pending: None,
            word: String::new(),
        }
    }

    /// A mark and an ideograph are words of their own. Of a word that is too long, just
    /// enough is kept to see that it is.
    pub fn next_word(&mut self) -> Option<&str> {
        self.word.clear();
        let mut length = 0;
        while let Some(c) = self.pending.take().or_else(|| self.chars.next()) {
            match (c.is_whitespace(), is_punctuation(c), length == 0) {
                (true, _, true) => continue,
                (true, _, false) => break,
                (_, true, true) => {
                    self.word.push(c);
                    break;
                }
                (_, true, false) => {
                    self.pending = Some(c);
                    break;
                }
                _ if length <= MAX_WORD_CHARS => self.word.push(c),
                _ => {}
            }
            length += 1;
        }
        (!self.word.is_empty()).then_some(&self.word)
    }
}

/// The order of the steps is the reference's: drop, part ideographs, strip, lower.
fn cleaned<'a>(
    chars: impl Iterator<Item = char> + 'a,
    style: Style,
) -> Box<dyn Iterator<Item = char> + 'a> {
    let parted = chars.filter(|c| !is_dropped(*c)).flat_map(parted);
    match (style.strip_accents, style.lower) {
        (false, false) => Box::new(parted),
        (false, true) => Box::new(parted.flat_map(char::to_lowercase)),
        (true, false) => Box::new(stripped(parted)),
        (true, true) => Box::new(stripped(parted).flat_map(char::to_lowercase)),
    }
}

fn parted(c: char) -> impl Iterator<Item = char> {
    let space = is_han(c).then_some(' ');
    space.into_iter().chain([c]).chain(space)
}

fn stripped(chars: impl Iterator<Item = char>) -> impl Iterator<Item = char> {
    chars.nfd().filter(|c| !is_mark(*c))
}

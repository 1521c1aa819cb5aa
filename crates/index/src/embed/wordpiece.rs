//! BERT's words: a text is cleaned and split, and each word is cut into the longest pieces
//! the vocabulary has.
//!
//! The numbers are those of the reference tokeniser, with one exception made on purpose:
//! the name of a special piece within a text (`[SEP]`) is text like any other.

mod vocabulary;
mod words;

#[cfg(test)]
mod tests;

use std::path::Path;

use serde::Deserialize;

use super::{Error, files};
use vocabulary::Vocabulary;
use words::Words;

/// A longer word is one unknown piece; the reference has the same limit.
const MAX_WORD_CHARS: usize = 100;

pub struct WordPiece {
    vocabulary: Vocabulary,
    style: Style,
}

/// What is done to characters before they are looked up.
#[derive(Debug, Clone, Copy)]
pub struct Style {
    pub lower: bool,
    pub strip_accents: bool,
}

#[derive(Deserialize, Default)]
struct Settings {
    do_lower_case: Option<bool>,
    strip_accents: Option<bool>,
}

impl WordPiece {
    /// Reads `vocab.txt` or else `tokenizer.json`, and the style from `tokenizer_config.json`.
    pub fn open(folder: &Path) -> Result<Self, Error> {
        let settings: Settings = files::optional_json(&folder.join("tokenizer_config.json"))?;
        let lower = settings.do_lower_case.unwrap_or(true);
        let strip_accents = settings.strip_accents.unwrap_or(lower);
        let vocabulary = Vocabulary::open(folder)?;
        let style = Style {
            lower,
            strip_accents,
        };
        Ok(Self { vocabulary, style })
    }

    /// The highest number a piece can have.
    pub fn highest(&self) -> u32 {
        self.vocabulary.highest
    }

    /// Numbers of a text's pieces within their frame, `limit` at most (but the frame always).
    pub fn encode(&self, text: &str, limit: usize) -> Vec<u32> {
        self.encode_chars(text.chars(), limit)
    }

    /// Takes no more characters than it needs: a long text costs what its beginning costs.
    fn encode_chars(&self, chars: impl Iterator<Item = char>, limit: usize) -> Vec<u32> {
        let mut numbers = vec![self.vocabulary.start];
        let room = limit.saturating_sub(1).max(1);
        let mut words = Words::new(chars, self.style);
        while numbers.len() < room
            && let Some(word) = words.next_word()
        {
            self.cut(word, &mut numbers);
        }
        numbers.truncate(room);
        numbers.push(self.vocabulary.end);
        numbers
    }

    /// A word that cannot be cut to its end is one unknown piece.
    fn cut(&self, word: &str, numbers: &mut Vec<u32>) {
        let before = numbers.len();
        let mut rest = word;
        while !rest.is_empty() {
            let piece = self.vocabulary.longest(rest, rest.len() < word.len());
            let Some((number, bytes)) = piece.filter(|_| !is_too_long(word)) else {
                numbers.truncate(before);
                return numbers.push(self.vocabulary.unknown);
            };
            numbers.push(number);
            rest = &rest[bytes..];
        }
    }
}

fn is_too_long(word: &str) -> bool {
    word.len() > MAX_WORD_CHARS && word.chars().count() > MAX_WORD_CHARS
}

//! From text to words: the one analyser, for documents, tail and questions alike.
//!
//! Words are runs of letters and digits, lower-cased, accents folded; English stems where a
//! word is plain ASCII, so other languages are left as they are. Scripts without spaces are
//! cut into pairs of characters. Identifiers (paths, codes, versions) are found by
//! [`identifiers`] and kept whole beside their parts.

mod identifiers;
mod stems;

pub use identifiers::{identifiers, quoted};
pub use mneme_model::stop::is_stop_word;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Longer runs are cut here; nobody searches for them.
const MAX_WORD_BYTES: usize = 64;

/// Calls `word` for each word of `text`, in order, stemmed.
pub fn each_word(text: &str, mut word: impl FnMut(&str)) {
    each_run(text, |run| {
        if run.is_ascii() {
            ascii(run, &mut word);
        } else {
            other(run, &mut word);
        }
    });
}

/// The words of a text as a list.
pub fn words(text: &str) -> Vec<String> {
    let mut list = Vec::new();
    each_word(text, |word| list.push(word.to_owned()));
    list
}

/// Runs of letters and digits; an apostrophe inside a run belongs to it.
fn each_run<'t>(text: &'t str, mut run: impl FnMut(&'t str)) {
    let inside = |c: char| c.is_alphanumeric() || is_combining_mark(c) || matches!(c, '\'' | '’');
    for piece in text.split(|c: char| !inside(c)) {
        let piece = piece.trim_matches(['\'', '’']);
        let piece = piece
            .strip_suffix("'s")
            .or_else(|| piece.strip_suffix("’s"))
            .unwrap_or(piece);
        if !piece.is_empty() {
            run(piece);
        }
    }
}

fn ascii(run: &str, word: &mut impl FnMut(&str)) {
    let mut buffer = [0; MAX_WORD_BYTES];
    let mut len = 0;
    for byte in run.bytes().filter(|b| *b != b'\'').take(MAX_WORD_BYTES) {
        buffer[len] = byte.to_ascii_lowercase();
        len += 1;
    }
    if let Ok(lower) = std::str::from_utf8(&buffer[..len]) {
        stems::with_stem(lower, word);
    }
}

fn other(run: &str, word: &mut impl FnMut(&str)) {
    // Accents over Latin, Greek and Cyrillic letters go; the vowel signs of other scripts are
    // letters there and stay.
    let accent = |c: char| matches!(u32::from(c), 0x0300..=0x036F);
    let folded: String = run
        .nfkd()
        .filter(|c| !accent(*c) && (c.is_alphanumeric() || is_combining_mark(*c)))
        .flat_map(char::to_lowercase)
        .collect();
    for part in split_by_script(&folded) {
        match part {
            Part::Spaced(text) if text.is_ascii() => ascii(text, word),
            Part::Spaced(text) => word(cut(text)),
            Part::Unspaced(text) => pairs(text, word),
        }
    }
}

enum Part<'a> {
    Spaced(&'a str),
    Unspaced(&'a str),
}

fn split_by_script(text: &str) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let unspaced = is_unspaced(first);
        let end = rest
            .find(|c| is_unspaced(c) != unspaced)
            .unwrap_or(rest.len());
        let (part, tail) = rest.split_at(end);
        parts.push(if unspaced {
            Part::Unspaced(part)
        } else {
            Part::Spaced(part)
        });
        rest = tail;
    }
    parts
}

/// Han, kana, Hangul jamo (compatibility folding takes syllables apart), Thai, Lao, Khmer.
fn is_unspaced(c: char) -> bool {
    matches!(u32::from(c),
        0x0E00..=0x0EFF | 0x1100..=0x11FF | 0x1780..=0x17FF | 0x3040..=0x30FF
        | 0x3400..=0x4DBF | 0x4E00..=0x9FFF | 0xAC00..=0xD7AF | 0x20000..=0x3134F)
}

fn pairs(text: &str, word: &mut impl FnMut(&str)) {
    let starts: Vec<usize> = text
        .char_indices()
        .map(|(i, _)| i)
        .chain([text.len()])
        .collect();
    if starts.len() == 2 {
        word(text);
    }
    for pair in starts.windows(3) {
        word(&text[pair[0]..pair[2]]);
    }
}

fn cut(text: &str) -> &str {
    let mut end = text.len().min(MAX_WORD_BYTES);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

#[cfg(test)]
mod tests;

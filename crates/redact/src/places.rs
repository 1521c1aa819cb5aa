//! Going along bytes.

/// A word of the tables, all in small letters. Most differ in the first one, so it is asked alone.
#[inline]
pub fn begins(bytes: &[u8], word: &str) -> bool {
    let word = word.as_bytes();
    match (bytes.first(), bytes.get(..word.len())) {
        (Some(first), Some(head)) => {
            first.to_ascii_lowercase() == word[0] && head.eq_ignore_ascii_case(word)
        }
        _ => false,
    }
}

/// Marks the letter a word begins with, small and great.
pub const fn mark(letters: &mut [bool; 256], word: &str) {
    let first = word.as_bytes()[0];
    letters[first as usize] = true;
    letters[first.to_ascii_uppercase() as usize] = true;
}

pub fn skip(bytes: &[u8], from: usize, of: fn(u8) -> bool) -> usize {
    skip_up_to(usize::MAX, bytes, from, of)
}

/// No further than so many, where what follows has to be looked at again.
pub fn skip_up_to(most: usize, bytes: &[u8], from: usize, of: fn(u8) -> bool) -> usize {
    let rest = bytes.get(from..).unwrap_or_default();
    let run = rest.iter().take(most).take_while(|byte| of(**byte));
    from + run.count()
}

pub fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// Behind blanks, also those that are not seen: no-break and zero-width ones.
pub fn skip_blanks(bytes: &[u8], from: usize) -> usize {
    const UNSEEN: [&[u8]; 6] = [
        b"\xc2\xa0",
        b"\xe2\x80\x8b",
        b"\xe2\x80\x8c",
        b"\xe2\x80\x8d",
        b"\xe2\x81\xa0",
        b"\xef\xbb\xbf",
    ];
    let mut at = skip(bytes, from, is_blank);
    while let Some(unseen) = UNSEEN.iter().find(|unseen| bytes[at..].starts_with(unseen)) {
        at = skip(bytes, at + unseen.len(), is_blank);
    }
    at
}

pub fn is_quote(byte: u8) -> bool {
    matches!(byte, b'"' | b'\'' | b'`')
}

pub fn is_backslash(byte: u8) -> bool {
    byte == b'\\'
}

pub fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')
}

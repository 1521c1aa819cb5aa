//! What stands in a line beside the sentence that tells a secret. It stays only where it is plain that
//! it is no part of one.

use super::{What, is_made, mark, over_breaks, sentences, told};

/// A sentence that begins so goes on with no value.
const BEGINS: [&str; 20] = [
    "the", "a", "an", "we", "i", "our", "my", "you", "your", "please", "der", "die", "das", "ein",
    "eine", "wir", "ich", "unser", "unsere", "mein",
];
/// A sentence that begins so means what was told before it.
const GOES_ON: [&str; 12] = [
    "it", "it's", "that", "that's", "this", "these", "those", "they", "es", "das", "dies", "so",
];
/// Shorter ones may be values.
const LEAST_WORDS: usize = 4;
/// A secret that is told in more may be one of many words, and go on.
const MOST_WORDS: usize = 9;
/// A longer line goes whole, in bytes.
const LONGEST: usize = 4_096;

/// A line without what it tells, or nothing of it where its sentences cannot be told apart.
pub fn without(line: &str, what: &str, contained: impl Fn(&str) -> What) -> String {
    if line.len() > LONGEST || is_made(line) || is_quoted(line) {
        return mark(what);
    }
    let parts: Vec<&str> = sentences(line).collect();
    let found = over_breaks(&parts, contained);
    let mut tells = parts.iter().zip(&found).filter(|(_, told)| told.is_some());
    match tells.clone().count() > 0 && tells.all(|(part, _)| is_whole(part)) {
        true => left(&parts, &found, what),
        false => mark(what),
    }
}

/// Whether a sentence that tells a secret tells all of it.
fn is_whole(part: &str) -> bool {
    let short = part.split_whitespace().count() <= MOST_WORDS;
    short && !GOES_ON.contains(&&*first_word(part))
}

/// The sentences that tell nothing; several hidden ones in a row are one.
fn left(parts: &[&str], found: &[What], what: &str) -> String {
    let (mut left, mut hides) = (String::new(), false);
    for (part, told) in parts.iter().zip(found) {
        let goes_on = hides && !BEGINS.contains(&&*first_word(part));
        let hidden = told.is_some() || goes_on || !is_plain(part);
        match (hides, hidden) {
            (false, true) => left.push_str(&mark(what)),
            (true, true) => {}
            (true, false) => left.extend([". ", part]),
            (false, false) => left.push_str(part),
        }
        hides = hidden;
    }
    left
}

/// A sentence of some words, without numbers and without a name that a secret stands beside.
fn is_plain(part: &str) -> bool {
    let long = part.split_whitespace().count() >= LEAST_WORDS;
    long && !part.contains(|c: char| c.is_ascii_digit()) && !told::names(part)
}

fn first_word(part: &str) -> String {
    let first = part.split_whitespace().next().unwrap_or_default();
    first.trim_end_matches([',', ':']).to_lowercase()
}

/// Whether a value may reach over the end of a sentence.
fn is_quoted(line: &str) -> bool {
    let marks = [
        '"', '`', '\u{201c}', '\u{201d}', '\u{201e}', '\u{ab}', '\u{bb}', '\u{2018}',
    ];
    let mut words = line.split_whitespace();
    line.contains(marks) || words.any(|word| word.starts_with('\'') || word.ends_with('\''))
}

#[cfg(test)]
mod tests {
    use crate::extract::sendable;

    #[test]
    fn g_210_a_secret_takes_no_plain_sentence_along() {
        let told =
            "Guest wifi is Moonbase. The wifi password is bluebird-77. The router is in the hall.";
        let hidden =
            "Guest wifi is Moonbase. [REDACTED: contains password]. The router is in the hall.";
        assert_eq!(sendable(told, &[]), hidden);
        assert_eq!(sendable(hidden, &[]), hidden);
        let last = "We met Bob in Graz. His password is swordfish.";
        let hidden = "We met Bob in Graz. [REDACTED: contains password]";
        assert_eq!(sendable(last, &[]), hidden);
    }

    #[test]
    fn g_210_a_sentence_that_may_be_part_of_a_secret_goes_with_it() {
        for (line, secret) in [
            (
                "The password is long. It is swordfish now, mind you.",
                "swordfish",
            ),
            ("The password is Tom. Swordfish. The end.", "Swordfish"),
            ("The password is two words. The digits are 77.", "77"),
            (
                "The seed phrase is apple. Brick candle dolphin. We wrote it.",
                "candle",
            ),
            (
                "The password is \"one. The router swordfish now\".",
                "swordfish",
            ),
            (
                "The password is 'one. The router swordfish now'.",
                "swordfish",
            ),
            (
                "Our password is a sentence: The brown fox jumps again. The swordfish sleeps at sea.",
                "swordfish",
            ),
            ("Swordfish. That password: keep it.", "Swordfish"),
            (
                "We say swordfish there. That password: keep it.",
                "swordfish",
            ),
            (
                "The password is a. The second password of ours too.",
                "second",
            ),
            ("password: My! The swordfish", "swordfish"),
            (
                "We use q7Zr2LxT9vWm4KpN8sBd3FgH now. The router is swordfish.",
                "swordfish",
            ),
            (
                "AKIAIOSFODNN7EXAMPLE, password: foo. The other is kept in swordfish.",
                "swordfish",
            ),
            (
                "The password\nis Tom. The router is swordfish.",
                "swordfish",
            ),
            (
                "Password:\nTom is swordfish for all. The pin is tulip.",
                "swordfish",
            ),
        ] {
            let sent = sendable(line, &[]);
            assert!(!sent.contains(secret), "{line}: {sent}");
        }
    }
}

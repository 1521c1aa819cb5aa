//! A text word by word, as it is between spaces.

use super::is_mark;
use super::lists::LINKS;
use super::signs::{MINUS, compare, is_money};
use crate::stop::is_stop_word;

pub struct Word<'a> {
    pub raw: &'a str,
    /// Without what stands around it.
    pub bare: String,
    /// The same in small letters; empty for a sign.
    pub form: String,
}

/// What a name may end with.
const ENDS: [char; 2] = ['+', '#'];
/// No statement begins with one of these.
const ASK: [&str; 7] = ["am", "are", "did", "does", "is", "was", "were"];
const QUESTIONS: [char; 3] = ['?', '？', '؟'];
const PRONOUN: &str = "i";

/// What is said of something stands behind the sign: password=x is two.
pub fn words(text: &str) -> Vec<Word<'_>> {
    let raw = text.split_whitespace().flat_map(parts);
    raw.map(Word::read).collect()
}

/// What compares stands for itself, with spaces around it or without.
fn parts(raw: &str) -> Vec<&str> {
    let (mut parts, mut rest) = (Vec::new(), raw);
    let sign = |(at, _): &(usize, char)| !compare(&raw[*at..]).is_empty();
    for (at, _) in raw.char_indices().filter(sign) {
        let from = raw.len() - rest.len();
        // Within a sign that was taken.
        if at < from {
            continue;
        }
        let run = compare(&raw[at..]);
        parts.extend([&raw[from..at], run]);
        rest = &raw[at + run.len()..];
    }
    parts.push(rest);
    parts.retain(|part| !part.is_empty());
    parts
}

/// Whether a text asks, with its sign or without.
pub fn asks(words: &[Word<'_>]) -> bool {
    let asked = |word: &Word<'_>| {
        let bare = word
            .raw
            .trim_end_matches(|c: char| "\"'”’)]*_!".contains(c));
        bare.ends_with(QUESTIONS)
    };
    let first = words.iter().find(|word| !word.form.is_empty());
    first.is_some_and(|word| ASK.contains(&word.form.as_str())) || words.iter().any(asked)
}

/// What a sign is told of: its own word, or the number beside it.
pub fn number_at<'a>(words: &'a [Word<'_>], at: usize) -> Option<&'a str> {
    let is_number = |word: &&Word<'_>| word.form.chars().any(char::is_numeric);
    let own = Some(&words[at]).filter(|word| !word.form.is_empty());
    let before = at.checked_sub(1).and_then(|before| words.get(before));
    let beside = || before.filter(is_number);
    let behind = || words.get(at + 1).filter(is_number);
    let word = own.or_else(beside).or_else(behind);
    word.map(|word| word.form.as_str())
}

/// A sign of calculation, if it stands between two values: elsewhere it is a dash or begins a line.
pub fn calculates(words: &[Word<'_>], at: usize) -> Option<String> {
    let is_value =
        |word: &Word<'_>| word.form.chars().count() == 1 || word.form.chars().any(char::is_numeric);
    let before = at.checked_sub(1).and_then(|before| words.get(before));
    let between = before.is_some_and(is_value) && words.get(at + 1).is_some_and(is_value);
    let calculates = matches!(words[at].raw, "-" | "−" | "*" | "/" | "^") && between;
    calculates.then(|| words[at].raw.replace('−', "-"))
}

// === impl Word ===

impl<'a> Word<'a> {
    fn read(raw: &'a str) -> Self {
        let bare = bare(raw);
        Self {
            raw,
            form: bare.to_lowercase(),
            bare,
        }
    }

    /// Whether it names something though it looks like a word that says nothing: written large, or an
    /// article with nothing behind it.
    pub fn is_name(&self, begins: bool, next: Option<&Word<'_>>) -> bool {
        if self.form == PRONOUN || !is_stop_word(&self.form) {
            return false;
        }
        let ends = || !self.raw.ends_with(char::is_alphanumeric);
        let alone = |next: &Word<'_>| {
            let form = next.form.as_str();
            form.is_empty() || LINKS.contains(&form) || is_stop_word(form)
        };
        let bereft = self.form == super::ARTICLE && (ends() || next.is_none_or(alone));
        bereft || is_mark(&self.bare, begins)
    }
}

/// The words of a text. C++ and C# are two, and none is C.
pub fn pieces(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !c.is_alphanumeric() && !ENDS.contains(&c));
    let words = words.map(|word| word.trim_start_matches(ENDS));
    words.filter(|word| !word.is_empty())
}

/// A word without what stands around it. What is below zero stays so.
fn bare(raw: &str) -> String {
    let start = raw.trim_start_matches(|c: char| !c.is_alphanumeric());
    let before = raw[..raw.len() - start.len()].trim_end_matches(is_money);
    let below = before.ends_with(MINUS) && start.starts_with(|c: char| c.is_numeric());
    let bare = start.trim_end_matches(|c: char| !c.is_alphanumeric() && !ENDS.contains(&c));
    let bare = ["'s", "’s"]
        .iter()
        .fold(bare, |bare, end| bare.strip_suffix(end).unwrap_or(bare));
    match below {
        true => format!("-{bare}"),
        false => bare.to_owned(),
    }
}

//! A line cut into what it says one after another.

use mneme_engine::sentences_of;

use crate::extract::phrases::{OPENS, OPENS_SMALL};

/// At the ends of sentences, and at semicolons; a full stop behind an abbreviation ends none.
pub fn split(line: &str) -> impl Iterator<Item = &str> {
    let whole = sentences_of(line).into_iter();
    whole.flat_map(parted)
}

/// The parts of a sentence, each with the sign it ends with.
fn parted(text: &str) -> Vec<&str> {
    let (mut all, mut from) = (Vec::new(), 0);
    for (at, _) in text.match_indices(char::is_whitespace) {
        if ends_one(&text[from..at], text[at..].trim_start()) {
            all.push(&text[from..at]);
            from = at;
        }
    }
    all.push(&text[from..]);
    all
}

/// Who writes everything small goes on with a small letter behind a full stop, too; and "I" or "We"
/// begins a sentence even behind an abbreviation.
fn ends_one(said: &str, rest: &str) -> bool {
    let last = said.rsplit(char::is_whitespace).next().unwrap_or_default();
    let stopped = last.strip_suffix('.');
    let stopped = stopped.is_some_and(|word| !word.contains('.'));
    let first = rest.split(|c: char| c.is_whitespace() || ",:".contains(c));
    let first = first.take(1).collect::<String>();
    let opens = OPENS.contains(&first.to_lowercase());
    let begins = match first.starts_with(char::is_lowercase) {
        true => (opens || OPENS_SMALL.contains(&first)) && !is_short(last),
        false => opens,
    };
    said.ends_with(';') || (stopped && begins)
}

/// Whether a full stop belongs to an abbreviation: then nothing ends behind it.
fn is_short(word: &str) -> bool {
    sentences_of(&format!("{word} Next.")).len() == 1
}

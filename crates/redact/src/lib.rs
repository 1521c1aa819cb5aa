//! # redact: what must not be kept
//!
//! **Comes in:** a text, or the name of a field. **Goes out:** the text without what was marked as
//! private and without what looks like a secret; whether a name tells that a secret follows.
//!
//! **Kept:** nothing. Doing it twice changes nothing, so every room on a datum's way may do it.
//! **Deliberately absent:** every library, so that an agent's hook can use it before anything
//! reaches the disk; patterns of a user's own; certainty. What has no shape and no name stays.
//!
//! Start with [`text`].

mod commands;
mod edges;
mod glued;
mod headers;
mod keys;
mod marks;
mod named;
mod places;
mod shapes;
mod unseen;
mod words;

pub use keys::{is_doubtful, is_hidden_under, is_name, is_telling, is_value};
pub use unseen::seen;
pub use words::words;

use unseen::Seen;

/// In place of what somebody marked as private.
pub const PRIVATE: &str = "[REDACTED]";
/// In place of what looks like a secret.
pub const SECRET: &str = "[REDACTED_SECRET]";

/// A text without private blocks and secrets.
pub fn text(text: &str) -> String {
    without_secrets(&marks::without(text))
}

/// What stands under a telling name, however short it is.
pub fn hidden(text: &str) -> String {
    match text {
        "" | PRIVATE => text.to_owned(),
        _ => SECRET.to_owned(),
    }
}

/// Whether a number under a telling name is one: a small one counts something.
pub fn is_hidden_number(digits: &str) -> bool {
    digits.chars().filter(char::is_ascii_digit).count() >= LEAST_DIGITS
}

const LEAST_DIGITS: usize = 4;

/// Letters at which it is worth looking closer.
const STARTS: [bool; 256] = {
    let mut letters = [false; 256];
    named::mark_all(&mut letters);
    shapes::mark_all(&mut letters);
    commands::mark_all(&mut letters);
    letters
};

/// Where a secret stands, and in which quotes what replaces it has to stand.
struct Found {
    range: std::ops::Range<usize>,
    quotes: String,
}

fn without_secrets(text: &str) -> String {
    match Seen::of(text) {
        None => replaced(text, secrets(text, &[])),
        Some(seen) => {
            let found = secrets(&seen.text, &seen.cuts).into_iter();
            let found = found.map(|found| Found {
                range: seen.place(found.range),
                ..found
            });
            replaced(text, found)
        }
    }
}

/// Every secret of a text, in the order they stand there. At a cut something was taken out.
fn secrets(text: &str, cuts: &[usize]) -> Vec<Found> {
    let (bytes, mut found, mut at) = (text.as_bytes(), Vec::<Found>::new(), 0);
    while let Some(start) = bytes[at..].iter().position(|byte| STARTS[*byte as usize]) {
        at += start;
        // What stands before it here will be gone.
        let behind = found.last().is_some_and(|last| last.range.end == at);
        match secret_at(bytes, at, behind || cuts.binary_search(&at).is_ok()) {
            Some(secret) => {
                at = secret.range.end;
                found.push(secret);
            }
            None => at += 1,
        }
    }
    found
}

fn replaced(text: &str, secrets: impl IntoIterator<Item = Found>) -> String {
    let (mut kept, mut from) = (String::new(), 0);
    for Found { range, quotes } in secrets {
        // Both places stand beside an ASCII character or an end, so they are between characters.
        kept.push_str(&text[from..range.start]);
        for part in [quotes.as_str(), SECRET, quotes.as_str()] {
            kept.push_str(part);
        }
        from = range.end;
    }
    kept.push_str(&text[from..]);
    kept
}

fn secret_at(bytes: &[u8], at: usize, cut: bool) -> Option<Found> {
    let plain = || {
        named::value_at(bytes, at)
            .or_else(|| headers::value_at(bytes, at))
            .or_else(|| commands::value_at(bytes, at))
            .or_else(|| shapes::secret_at(bytes, at, cut))
    };
    named::nested_at(bytes, at).or_else(|| plain().map(Found::from))
}

// === impl Found ===

impl From<std::ops::Range<usize>> for Found {
    fn from(range: std::ops::Range<usize>) -> Self {
        let quotes = String::new();
        Self { range, quotes }
    }
}

#[cfg(test)]
mod tests;

//! Text that a person shows for work: to be translated, told in short, put right. Nobody tells
//! anything with it.

use super::{cut::split, words};
use crate::extract::phrases::{ASKING, POINTS, POINTS_BACK, WORK, WORK_LAST};

/// What is shown begins behind one of these.
const QUOTES: [char; 6] = ['"', '\u{201c}', '\u{201e}', '\u{ab}', '\u{bb}', '`'];

/// A text without what is shown in it: all that stands behind the request, or before one for what is
/// above. What comes after what is shown cannot be told from it.
pub fn without(text: &str) -> &str {
    let (mut from, mut at) = (0, 0);
    for line in text.split_inclusive('\n') {
        let asked = split(line).find_map(|one| Some((one, Shown::by(one)?)));
        let end = at + line.len();
        match asked {
            Some((_, Shown::Before)) => from = at,
            Some((one, Shown::Behind(colon))) => {
                return &text[from..at + one_at(line, one) + colon];
            }
            Some((_, Shown::Below)) => return &text[from..end],
            None => {}
        }
        at = end;
    }
    &text[from..]
}

/// Where a sentence of a line begins.
fn one_at(line: &str, one: &str) -> usize {
    line.find(one).unwrap_or_default()
}

/// Where what is shown stands.
enum Shown {
    /// In the same sentence, from here on.
    Behind(usize),
    Below,
    Before,
}

// === impl Shown ===

impl Shown {
    fn by(sentence: &str) -> Option<Self> {
        let low = sentence.to_lowercase();
        let words = words(&low);
        let plain = words.iter().position(|word| !ASKING.contains(word))?;
        let asked = &words[plain..];
        let points = asked.iter().any(|word| POINTS.contains(word));
        let last = asked.last().is_some_and(|word| WORK_LAST.contains(word));
        if !WORK.contains(asked.first()?) && !last {
            return None;
        }
        let behind = sentence
            .find(QUOTES)
            .into_iter()
            .chain(colon(sentence))
            .min();
        let before = asked.iter().any(|word| POINTS_BACK.contains(word));
        match behind {
            Some(at) => Some(Self::Behind(at)),
            None if before => Some(Self::Before),
            None => points.then_some(Self::Below),
        }
    }
}

/// "10:30" has none.
fn colon(sentence: &str) -> Option<usize> {
    let mut colons = sentence.match_indices(':').map(|(at, _)| at);
    colons.find(|at| {
        sentence[at + 1..]
            .chars()
            .next()
            .is_none_or(char::is_whitespace)
    })
}

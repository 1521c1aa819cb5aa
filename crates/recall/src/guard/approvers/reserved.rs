//! Who alone may: "only Priya may deploy", "deployen darf nur Priya".

use super::super::spoken::Spoken;
use super::phrases::{ALLOWED, BEING, LAST, MAY, PASSIVE, RESERVES};
use super::span::{Span, starts, until};

/// Whoever alone may do something is named in so many words.
const RESERVED: usize = 7;

/// "Only Priya may deploy": nobody knows who asks, so a word is wanted.
pub fn is_reserved(clause: &Spoken) -> bool {
    let mut near = clause.words().take(RESERVED);
    reserves(clause) && near.any(|word| MAY.contains(word))
}

/// Whether who alone may do it stands first.
pub fn reserves(said: &Spoken) -> bool {
    RESERVES.iter().any(|phrase| said.begins(phrase))
}

/// "Only Priya may …": who, and that it is allowed.
pub fn reserved(words: &[String]) -> Option<Span> {
    let mut all = (0..words.len()).filter(|at| *at == 0 || words[at - 1] == ",");
    let (from, behind) = all.find_map(|at| Some((at, at + starts(words, at, RESERVES)?)))?;
    let may = (behind..words.len()).find(|at| MAY.contains(&words[*at]))?;
    let next = words.get(may + 1).map_or("", String::as_str);
    let last = words.last().map_or("", String::as_str);
    let allowed = ALLOWED.contains(next);
    let being = BEING.contains(&words[may]) && !allowed;
    let passive = PASSIVE.contains(next) || PASSIVE.contains(last) || being;
    (!passive).then_some((from, may + 1 + usize::from(allowed)))
}

/// "Deployen darf nur Priya."
pub fn last(words: &[String]) -> Option<Span> {
    let mut all = 0..words.len();
    let (at, from) = all.find_map(|at| Some((at, at + starts(words, at, LAST)?)))?;
    (words.last().map(String::as_str) != Some("werden")).then_some((at, until(words, from)))
}

/// "May be deployed", and not "in May".
pub fn allowed(words: &[String]) -> Option<Span> {
    let mut all = (0..words.len()).filter(|at| words[*at] == "may");
    let auxiliary = |next: &String| ["be", "only", "not", "never"].contains(&&**next);
    let at = all.find(|at| words.get(at + 1).is_some_and(auxiliary))?;
    Some((at, at + 1))
}

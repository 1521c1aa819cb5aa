//! The two sides of a verb.

use super::super::forms::Forms;
use super::super::frames::{final_form, formally, place};
use super::super::wordings::NAMES;

/// What stands before a verb that what it is done to stands before, and what stands behind it.
pub fn parts<'a, 'w>(words: &'a [&'w str], verb: &str) -> (&'a [&'w str], &'a [&'w str]) {
    let length = |phrase: &str| phrase.split(' ').count();
    let first = verb.split(' ').next();
    if place(words, verb) == Some(0) {
        return (&[], &words[length(verb)..]);
    }
    if words.first().copied() == first {
        return (&[], &words[1..]);
    }
    if let Some(rest) = formally(words, verb) {
        return (&[], rest);
    }
    let last = words.len().saturating_sub(1);
    if final_form(verb).is_some_and(|form| words.last() == Some(&form)) {
        return (&words[..last], &[]);
    }
    if let Some(forms) = Forms::of(verb) {
        if let Some(at) = place(words, &forms.doing) {
            return (&[], &words[at + length(&forms.doing)..]);
        }
        if let Some(at) = place(words, &forms.done) {
            return (&words[..at], &words[at + length(&forms.done)..]);
        }
    }
    let names = NAMES.iter().filter(|(of, _)| *of == verb);
    let mut names = names.filter_map(|(_, name)| Some((place(words, name)?, length(name))));
    match names.next() {
        Some((at, long)) => (&words[..at], &words[at + long..]),
        None => (&[], words),
    }
}

//! English verbs, as they are said of somebody else: I run, she runs.

use crate::extract::phrases::{ADVERBS, NO_VERBS, SAME_OF_ALL};

/// Those that are made in no regular way.
const MADE: [(&str, &str); 9] = [
    ("am", "is"),
    ("are", "is"),
    ("aren't", "isn't"),
    ("do", "does"),
    ("don't", "doesn't"),
    ("have", "has"),
    ("haven't", "hasn't"),
    ("were", "was"),
    ("weren't", "wasn't"),
];
/// Verbs that end like a past and are none.
const NO_PASTS: [&str; 10] = [
    "bleed", "breed", "embed", "exceed", "feed", "need", "proceed", "seed", "speed", "succeed",
];
/// Verbs that end like an adverb and are none.
const NO_ADVERBS: [&str; 8] = [
    "apply", "comply", "fly", "imply", "multiply", "rely", "reply", "supply",
];

/// What stands behind a subject, with its verb told of another; nothing where no verb begins it.
pub fn of_another(said: &str) -> Option<String> {
    let said = said.trim_start();
    let end = said.find(|c: char| !(c.is_ascii_lowercase() || c == '\''));
    let (verb, rest) = said.split_at(end.unwrap_or(said.len()));
    let alone = !rest.starts_with(|c: char| c.is_alphanumeric() || "-_/".contains(c));
    if verb.is_empty() || !alone || NO_VERBS.contains(verb) {
        return None;
    }
    if is_adverb(verb) {
        return Some(format!("{verb} {}", of_another(rest)?));
    }
    Some(format!("{}{rest}", told(verb)))
}

fn is_adverb(word: &str) -> bool {
    ADVERBS.contains(word) || word.ends_with("ly") && !NO_ADVERBS.contains(&word)
}

fn told(verb: &str) -> String {
    let past = verb.ends_with("ed") && !NO_PASTS.contains(&verb);
    let made = MADE.iter().find(|(own, _)| *own == verb);
    match made {
        Some((_, made)) => (*made).to_owned(),
        None if past || SAME_OF_ALL.contains(verb) => verb.to_owned(),
        None => with_s(verb),
    }
}

fn with_s(verb: &str) -> String {
    let stem = verb.strip_suffix('y');
    let stem = stem.filter(|stem| !stem.ends_with(['a', 'e', 'i', 'o', 'u']));
    let hisses = ["s", "x", "z", "ch", "sh", "o"];
    match stem {
        Some(stem) => format!("{stem}ies"),
        None if hisses.iter().any(|end| verb.ends_with(end)) => format!("{verb}es"),
        None => format!("{verb}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verb_is_told_of_another() {
        for (own, told) in [
            ("forget how tar works", Some("forgets how tar works")),
            (" push, then pull", Some("pushes, then pull")),
            ("try twice", Some("tries twice")),
            ("deploy", Some("deploys")),
            ("have tea", Some("has tea")),
            ("am late", Some("is late")),
            ("really rely on it", Some("really relies on it")),
            ("used Emacs", Some("used Emacs")),
            ("need tests", Some("needs tests")),
            ("would do that", Some("would do that")),
            ("the same", None),
            ("Emacs", None),
            ("well-known", None),
            ("", None),
        ] {
            assert_eq!(of_another(own).as_deref(), told, "{own}");
        }
    }
}

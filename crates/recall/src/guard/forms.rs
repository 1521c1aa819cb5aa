//! Forms of a verb: doing it, and done.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::Risk;

/// A verb as it is said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Forms {
    /// "deleting", "rolling out".
    pub doing: String,
    /// "deleted", "rolled out".
    pub done: String,
}

/// Verbs whose last letter is written twice.
const DOUBLED: [&str; 8] = ["ship", "drop", "skip", "scrub", "zap", "cut", "put", "get"];
const IRREGULAR: [(&str, &str); 10] = [
    ("send", "sent"),
    ("put", "put"),
    ("cut", "cut"),
    ("give", "given"),
    ("make", "made"),
    ("take", "taken"),
    ("bring", "brought"),
    ("throw", "thrown"),
    ("get", "gotten"),
    ("overwrite", "overwritten"),
];

/// Of every verb that can be risky: whoever judges a long request asks often.
static FORMS: LazyLock<HashMap<&'static str, Forms>> = LazyLock::new(|| {
    let verbs = Risk::ALL.into_iter().flat_map(Risk::verbs);
    verbs.map(|verb| (verb, Forms::made(verb))).collect()
});

// === impl Forms ===

impl Forms {
    /// None of a verb that is nothing risky.
    pub fn of(verb: &str) -> Option<&'static Self> {
        FORMS.get(verb)
    }

    fn made(verb: &str) -> Self {
        Self {
            doing: inflected(verb, doing),
            done: inflected(verb, done),
        }
    }
}

fn doing(first: &str) -> String {
    match first {
        first if DOUBLED.contains(&first) => format!("{first}{}ing", last(first)),
        first if first.ends_with('e') => format!("{}ing", &first[..first.len() - 1]),
        first => format!("{first}ing"),
    }
}

fn done(first: &str) -> String {
    let odd = IRREGULAR.iter().find(|(known, _)| *known == first);
    match (first, odd) {
        (_, Some((_, done))) => (*done).to_owned(),
        (first, _) if DOUBLED.contains(&first) => format!("{first}{}ed", last(first)),
        (first, _) if first.ends_with('e') => format!("{first}d"),
        (first, _) if ["py", "ly", "ty"].iter().any(|end| first.ends_with(end)) => {
            format!("{}ied", &first[..first.len() - 1])
        }
        (first, _) => format!("{first}ed"),
    }
}

/// Says how something is done, and stays as it is.
const HOW: &str = "force";

fn inflected(verb: &str, form: fn(&str) -> String) -> String {
    match verb.split_once(' ') {
        Some((HOW, act)) => format!("{HOW} {}", form(act)),
        Some((first, rest)) => format!("{} {rest}", form(first)),
        None => form(verb),
    }
}

fn last(word: &str) -> &str {
    word.char_indices().last().map_or("", |(at, _)| &word[at..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verbs_have_their_forms() {
        for (verb, doing, done) in [
            ("deploy", "deploying", "deployed"),
            ("delete", "deleting", "deleted"),
            ("ship", "shipping", "shipped"),
            ("roll out", "rolling out", "rolled out"),
            ("copy", "copying", "copied"),
            ("empty", "emptying", "emptied"),
            ("send", "sending", "sent"),
            ("push", "pushing", "pushed"),
            ("force push", "force pushing", "force pushed"),
        ] {
            let forms = Forms::of(verb).unwrap();
            assert_eq!((forms.doing.as_str(), forms.done.as_str()), (doing, done));
        }
        assert_eq!(Forms::of("sing"), None);
    }
}

//! What a sentence is about, by how it begins or by what it names.

use super::sentence::Sentence;
use super::{person, verb, words};
use crate::extract::phrases::{
    DATED, DAYS, HYPOTHETICAL, KINDS, MEANT, NOTHING, PLEASANT, Phrases, THINGS, UNTOLD,
};

/// Behind a beginning that ends so the verb is still to come.
const VERBLESS: [&str; 3] = [" always", " never", " no longer"];
/// What says that something is so.
pub(super) const STATES: [&str; 23] = [
    "is", "are", "was", "uses", "runs", "lives", "lies", "starts", "ends", "ships", "expires",
    "listens", "belongs", "ist", "heißt", "liegt", "läuft", "has", "needs", "requires", "follows",
    "goes", "keeps",
];

// === impl Sentence ===

impl Sentence {
    /// What it tells, as whoever asks later understands it.
    pub(super) fn told(&self) -> Option<(String, &'static str)> {
        if self.is_adrift() {
            return None;
        }
        let kept = |_: &(String, &str)| self.keep || !self.is_bound();
        let known = self.of_a_kind().or_else(|| self.valued()).filter(kept);
        known.or_else(|| self.keep.then(|| (self.text.clone(), "told")))
    }

    /// By how it begins.
    pub(super) fn of_a_kind(&self) -> Option<(String, &'static str)> {
        let begun = KINDS.iter().flat_map(|kind| {
            let (tag, begins) = (kind.tag, kind.begins.iter());
            begins.map(move |(said, told)| (tag, *said, *told))
        });
        let begun = begun.filter(|(_, said, _)| self.begins(said));
        let (tag, said, told) = begun.max_by_key(|(_, said, _)| said.len())?;
        let rest = &self.text[said.len()..];
        // An instruction may say when it holds; anything else that does is supposed.
        let supposed = tag != "instruction" && self.says(HYPOTHETICAL);
        let content = match told {
            "" => self.text.clone(),
            told if VERBLESS.iter().any(|end| told.ends_with(end)) => {
                let rest = verb::of_another(rest)?;
                format!("{told} {}", person::of_another(told, &rest)?)
            }
            told => format!("{told}{}", person::of_another(told, rest)?),
        };
        // "Our tests again": nothing is said of them.
        let unsaid = tag == "project" && !said.starts_with("we ") && !self.states();
        (!is_empty(tag, rest) && !supposed && !unsaid).then_some((content, tag))
    }

    /// "The deadline is March 3", "the port is 8080".
    pub(super) fn valued(&self) -> Option<(String, &'static str)> {
        let words = self.words();
        let named = ["the", "der", "die", "das"].contains(words.first()?);
        let dated = self.says(DATED) && words.iter().any(|word| is_day(word));
        let thing = words.iter().take(5).any(|word| THINGS.contains(word));
        let tag = match () {
            () if dated => "date",
            () if self.corrects && self.says(Phrases::NOT) => "correction",
            () if thing && words.iter().any(|word| is_name(word)) => "project",
            () => return None,
        };
        let stated = named && self.states() && !self.says(HYPOTHETICAL);
        stated.then(|| (self.text.clone(), tag))
    }

    /// Whether it says that something is so.
    fn states(&self) -> bool {
        let words = self.words();
        words.iter().take(8).any(|word| STATES.contains(word))
    }
}

/// Whether nothing is said behind a beginning, or something that only the talk knows: "it", "against it".
fn is_empty(tag: &str, rest: &str) -> bool {
    let low = rest.to_ascii_lowercase();
    let behind = words(&low);
    let Some(next) = behind.first() else {
        return true;
    };
    let unsaid = match tag {
        "instruction" => PLEASANT.contains(next),
        "person" => UNTOLD.contains(next),
        _ => false,
    };
    let open = behind.get(1).is_some_and(|second| MEANT.contains(second));
    unsaid || NOTHING.contains(next) || open && tag != "instruction"
}

fn is_day(word: &str) -> bool {
    let quarter = word.len() == 2 && word.starts_with('q');
    let dated = word.starts_with(|c: char| c.is_ascii_digit()) && word.contains(['-', '.', '/']);
    DAYS.contains(word) || quarter || dated
}

/// A value that only this project has.
fn is_name(word: &str) -> bool {
    word.contains(['/', '_', '.', ':', '-']) || word.contains(|c: char| c.is_ascii_digit())
}

//! Whether a sentence has a word without which nothing risky is ordered. A long message is mostly
//! sentences that have none, and only the others are read closely.

use std::collections::HashSet;
use std::sync::LazyLock;

use mneme_index::words::is_stop_word;

use super::Risk;
use super::acting::programs;
use super::forms::Forms;
use super::spoken::{DROPS, may_force};
use super::wordings::{FINALS, NAMES};

/// Longer words are none of them.
const LONGEST: usize = 32;

struct Hints {
    /// Each of them is enough.
    alone: HashSet<String>,
    /// One of these with one of the others.
    verbs: HashSet<String>,
    targets: HashSet<String>,
}

static HINTS: LazyLock<Hints> = LazyLock::new(|| {
    let rows = || Risk::ALL.into_iter().flat_map(|risk| risk.rows().iter());
    let (bound, free): (Vec<_>, Vec<_>) = rows().partition(|row| !row.targets.is_empty());
    let told = |verbs: &[&'static str]| -> HashSet<String> {
        verbs.iter().flat_map(|verb| forms(verb)).collect()
    };
    let named = NAMES
        .iter()
        .filter(|(verb, _)| free.iter().any(|row| row.verbs.contains(verb)));
    let mut alone: HashSet<String> = free.iter().flat_map(|row| told(row.verbs)).collect();
    alone.extend(named.map(|(_, name)| telling(name)));
    alone.extend(programs().chain([DROPS]).map(str::to_owned));
    let finals = FINALS.iter().flat_map(|(_, last, done)| [*last, *done]);
    alone.extend(finals.map(str::to_owned));
    let mut verbs: HashSet<String> = bound.iter().flat_map(|row| told(row.verbs)).collect();
    verbs.extend(NAMES.iter().map(|(_, name)| telling(name)));
    let targets = bound.iter().flat_map(|row| row.targets.iter());
    Hints {
        alone,
        verbs,
        targets: targets.map(|target| telling(target)).collect(),
    }
});

pub fn hints(text: &str) -> bool {
    let (mut verb, mut target) = (false, false);
    let mut small = String::with_capacity(LONGEST);
    for word in text.split(|c: char| !c.is_alphanumeric()) {
        if word.is_empty() || word.len() > LONGEST {
            continue;
        }
        small.clear();
        match word.is_ascii() {
            true => small.extend(word.chars().map(|c| c.to_ascii_lowercase())),
            false => small.extend(word.chars().flat_map(char::to_lowercase)),
        }
        verb |= HINTS.verbs.contains(&small);
        target |= HINTS.targets.contains(&small);
        if HINTS.alone.contains(&small) || verb && target {
            return true;
        }
    }
    may_force(text)
}

/// A verb in every form an order can have it in.
fn forms(verb: &str) -> Vec<String> {
    let first = verb.split(' ').next().unwrap_or_default();
    let mut all = vec![telling(verb), format!("{first}s"), format!("{first}es")];
    if let Some(forms) = Forms::of(verb) {
        all.extend([telling(&forms.doing), telling(&forms.done)]);
    }
    all
}

/// Of some words the one that says most.
fn telling(phrase: &str) -> String {
    let words = phrase.split(' ').filter(|word| !is_stop_word(word));
    let most = words.max_by_key(|word| word.len());
    most.unwrap_or(phrase).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_is_read_closely_where_it_has_a_word_for_it() {
        for text in [
            "Please DELETE it",
            "start wiping it",
            "get rid of it",
            "have it thrown away",
            "push it to prod",
            "a script that purges it",
            "helm upgrade x",
            "dropdb x",
            "Bitte alles löschen",
            "skip the review",
        ] {
            assert!(hints(text), "{text}");
        }
        for text in [
            "",
            "We walked along the river.",
            "push the door",
            "take notes",
        ] {
            assert!(!hints(text), "{text}");
        }
    }
}

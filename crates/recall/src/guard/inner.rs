//! Orders inside of others: "free up space by deleting the logs", "tell the agent to delete the logs".

use super::Risk;
use super::commands::begins_verb;
use super::forms::Forms;
use super::frames::place;
use super::spoken::Spoken;
use super::wordings::{AGENTS, HANDS_ON, HAS_DO, TELLS, TURNS, WRITES, Words};

/// Whoever is told stands within so many words.
const NEAR: usize = 8;
/// What is told of somebody else, or only thought of.
const TALES: Words = Words::new(
    "that|which|who|what|how|whether|if|why|when|would|could|might|been|be|being|by|we|they|i|he|she",
);

/// The orders that a clause gives beside its own.
pub fn inner(said: &Spoken) -> Vec<Spoken> {
    let words: Vec<&str> = said.words().collect();
    let told = handed_on(&words).map(|at| said.without(at));
    told.into_iter()
        .chain(by_doing(&words))
        .chain(by_force(&words))
        .collect()
}

/// Where what somebody else is to do begins: "ask the bot to …", "have the bot …".
pub fn handed_on(words: &[&str]) -> Option<usize> {
    let first = words.first()?;
    let to = HANDS_ON.contains(first);
    if !to && !HAS_DO.contains(first) {
        return None;
    }
    let mut near = (1..words.len().min(NEAR)).filter(|at| AGENTS.contains(words[*at]));
    let verb = near.find_map(|at| match (to, words.get(at + 1)) {
        (true, Some(&"to")) => Some(at + 2),
        (false, Some(_)) => Some(at + 1),
        _ => None,
    })?;
    let turned = |word: &&str| TURNS.contains(word) || TALES.contains(word);
    let acts = words.get(verb).is_some_and(|word| begins_verb(word));
    (acts && !words[1..verb].iter().any(turned)).then_some(verb)
}

/// "… by deleting the logs". What was done by somebody ("caused by") and what is only written is none.
fn by_doing(words: &[&str]) -> Option<Spoken> {
    let at = words.iter().position(|word| *word == "by")?;
    let before = &words[..at];
    let passive = before.last().is_none_or(|word| word.ends_with("ed"));
    let told = |word: &&str| [TURNS, TALES, TELLS].iter().any(|all| all.contains(word));
    let writes = before.first().is_some_and(|word| WRITES.contains(word));
    if passive || writes || before.iter().any(told) {
        return None;
    }
    let rest = &words[at + 1..];
    let mut verbs = Risk::ALL.into_iter().flat_map(Risk::verbs);
    verbs.find_map(|verb| {
        let doing = &Forms::of(verb)?.doing;
        let behind = doing.split(' ').count();
        let first = place(&rest[..rest.len().min(behind)], doing)? == 0;
        first.then(|| Spoken::of(&format!("{verb} {}", rest[behind..].join(" "))))
    })
}

/// "Overwrite main with a force push".
fn by_force(words: &[&str]) -> Option<Spoken> {
    let at = place(words, FORCED)?;
    let before = &words[..at];
    let means = before.iter().rposition(|word| MEANS.contains(word))?;
    let near = before[means + 1..].iter().all(|word| *word == "a");
    let changes = before.first().is_some_and(|word| CHANGES.contains(word));
    let told = before
        .iter()
        .any(|word| TURNS.contains(word) || TALES.contains(word));
    let order = format!("{FORCED} {}", before[1..means].join(" "));
    (near && changes && !told).then(|| Spoken::of(&order))
}

const FORCED: &str = "force push";
const MEANS: Words = Words::new("with|by|via|using|through");
const CHANGES: Words = Words::new(
    "overwrite|update|replace|reset|rewrite|fix|push|publish|sync|restore|clean|revert|undo",
);

#[cfg(test)]
mod tests {
    use super::*;

    fn orders(text: &str) -> Vec<String> {
        let all = inner(&Spoken::of(text));
        let words = |said: &Spoken| said.words().collect::<Vec<_>>().join(" ");
        all.iter().map(words).collect()
    }

    #[test]
    fn what_is_done_by_the_way_or_by_another_is_ordered() {
        for (text, order) in [
            ("free up space by deleting the logs", "delete the logs"),
            (
                "make room by getting rid of the logs",
                "get rid of the logs",
            ),
            ("tell the agent to delete the logs", "delete the logs"),
            ("ask our ops bot to wipe it", "wipe it"),
            ("have the bot delete the logs", "delete the logs"),
        ] {
            assert_eq!(orders(text), [order], "{text}");
        }
        for text in [
            "fix the bug caused by deleting the logs",
            "the disk was freed by deleting the logs",
            "write a script that helps by deleting the logs",
            "tell the agent not to delete the logs",
            "tell me to delete the logs",
            "have the bot report who deleted the logs",
            "stand by",
        ] {
            assert!(orders(text).is_empty(), "{text}");
        }
    }
}

//! The haystack and its needles: always the same for the same number of memories.

use std::collections::HashSet;

use super::lists::{PEOPLE, PROJECTS};
use super::mint::{Mint, fill};
use super::pairs::{Pair, pairs};
use super::templates::{ASKED, EVERYDAY, HOLDERS};

/// Needles of each sort.
pub const NEEDLES: usize = 200;
/// Names each fact is told of. Those nobody asks about stand in the way.
const TOLD: usize = 8;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    Identifier,
    Paraphrase,
}

/// A question with exactly one right answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Needle {
    pub sort: Sort,
    pub question: String,
    /// The memory that answers, by its place in the haystack.
    pub answer: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Haystack {
    pub memories: Vec<String>,
    pub needles: Vec<Needle>,
}

/// A memory, and the question it answers if it is a needle.
type Entry = (String, Option<(Sort, String)>);

// === impl Sort ===

impl Sort {
    pub const ALL: [Sort; 2] = [Sort::Identifier, Sort::Paraphrase];

    pub fn name(self) -> &'static str {
        match self {
            Sort::Identifier => "identifiers",
            Sort::Paraphrase => "paraphrases",
        }
    }
}

// === impl Haystack ===

impl Haystack {
    pub fn new(memories: usize) -> Self {
        let mut mint = Mint::new(11);
        let mut entries: Vec<Entry> = (0..NEEDLES).map(|n| holder(&mut mint, n)).collect();
        entries.extend(facts(&mut mint));
        everyday(&mut mint, &mut entries, memories);
        shuffle(&mut mint, &mut entries);
        Self::of(entries)
    }

    fn of(entries: Vec<Entry>) -> Self {
        let (mut memories, mut needles) = (Vec::with_capacity(entries.len()), Vec::new());
        for (answer, (text, asked)) in entries.into_iter().enumerate() {
            memories.push(text);
            needles.extend(asked.map(|(sort, question)| Needle {
                sort,
                question,
                answer,
            }));
        }
        Self { memories, needles }
    }
}

fn holder(mint: &mut Mint, n: usize) -> Entry {
    let (kind, templates) = HOLDERS[n % HOLDERS.len()];
    let id = mint.identifier(kind);
    let mut with_id = |template: &str| {
        fill(template, |slot| match slot {
            "id" => id.clone(),
            slot => mint.value(slot),
        })
    };
    let text = with_id(templates[n / HOLDERS.len() % templates.len()]);
    (
        text,
        Some((Sort::Identifier, with_id(ASKED[n % ASKED.len()]))),
    )
}

/// Every fact told of several names; the first two hundred are asked for.
fn facts(mint: &mut Mint) -> Vec<Entry> {
    let (pairs, mut facts) = (pairs(), Vec::new());
    for told in 0..TOLD {
        for (n, pair) in pairs.iter().enumerate() {
            // Steps that visit a different name each time.
            let (text, question) = fact(mint, pair, n * 7 + told * 5);
            let asked = facts.len() < NEEDLES;
            facts.push((text, asked.then_some((Sort::Paraphrase, question))));
        }
    }
    facts
}

/// A fact and its question, told of a name.
fn fact(mint: &mut Mint, (fact, question): &Pair, nth: usize) -> (String, String) {
    let names = if fact.contains("{person}") {
        PEOPLE
    } else {
        PROJECTS
    };
    let name = names[nth % names.len()];
    let mut with_name = |template: &str| {
        fill(template, |slot| match slot {
            "person" | "project" => name.to_owned(),
            slot => mint.value(slot),
        })
    };
    (with_name(fact), with_name(question))
}

/// Fills up with everyday memories, no two of the same words.
fn everyday(mint: &mut Mint, entries: &mut Vec<Entry>, memories: usize) {
    let mut known: HashSet<String> = entries.iter().map(|(text, _)| text.clone()).collect();
    while entries.len() < memories {
        let template = EVERYDAY[mint.dice.below(EVERYDAY.len())];
        let text = fill(template, |slot| mint.value(slot));
        if known.insert(text.clone()) {
            entries.push((text, None));
        }
    }
}

fn shuffle(mint: &mut Mint, entries: &mut [Entry]) {
    for last in (1..entries.len()).rev() {
        entries.swap(last, mint.dice.below(last + 1));
    }
}

#[cfg(test)]
mod tests {
    use mneme_index::words::identifiers;

    use super::*;

    #[test]
    fn the_haystack_is_always_the_same_and_says_nothing_twice() {
        let haystack = Haystack::new(3_000);
        assert_eq!(haystack, Haystack::new(3_000));
        let once: HashSet<&String> = haystack.memories.iter().collect();
        assert_eq!((haystack.memories.len(), once.len()), (3_000, 3_000));
        let slots = haystack
            .memories
            .iter()
            .find(|text| text.contains(['{', '}']));
        assert_eq!(slots, None, "every slot is known");
    }

    #[test]
    fn there_are_two_hundred_needles_of_each_sort_all_different() {
        let haystack = Haystack::new(1_000);
        for sort in Sort::ALL {
            let of = haystack.needles.iter().filter(|needle| needle.sort == sort);
            assert_eq!(of.count(), NEEDLES);
        }
        let questions: HashSet<&str> = haystack
            .needles
            .iter()
            .map(|needle| needle.question.as_str())
            .collect();
        assert_eq!(questions.len(), 2 * NEEDLES);
    }

    #[test]
    fn an_identifier_asked_for_is_held_by_its_memory_alone() {
        let haystack = Haystack::new(5_000);
        let held: Vec<Vec<String>> = haystack.memories.iter().map(|m| identifiers(m)).collect();
        let of = |needle: &&Needle| needle.sort == Sort::Identifier;
        for needle in haystack.needles.iter().filter(of) {
            let asked = identifiers(&needle.question);
            assert_eq!(asked.len(), 1, "{}", needle.question);
            let holds = |ids: &Vec<String>| ids.contains(&asked[0]);
            let holders: Vec<usize> = (0..held.len()).filter(|n| holds(&held[*n])).collect();
            assert_eq!(holders, [needle.answer], "{}", needle.question);
        }
    }
}

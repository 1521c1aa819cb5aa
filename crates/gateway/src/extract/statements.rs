//! What a person tells of themselves, their team and their work, in so many words: preferences,
//! decisions, instructions, corrections, names, days, tools. Questions, suppositions, code and the
//! words of others are none of it; whoever is not sure says nothing.

mod adrift;
mod bound;
mod clause;
mod correction;
mod cut;
mod kind;
mod material;
mod person;
mod sentence;
mod verb;

use mneme_engine::Fact;
use mneme_engine::guard::danger;

pub use correction::{corrections, led};
use cut::split;
use sentence::Sentence;

use super::phrases::{ASKS, CONDITIONS, SUPPOSES, WANTS_TOLD};
use super::{Line, coprocess, filter, keepable};
use crate::question;

/// More are not taken out of one talk.
const MOST: usize = 5;
const WORDS: std::ops::RangeInclusive<usize> = 3..=45;

/// The facts in what a person said; `before` is what the model had said to them.
pub fn statements(before: &str, said: &[Line<'_>]) -> Vec<Fact> {
    let mut facts: Vec<Fact> = Vec::new();
    let mut before = before;
    for (role, text) in said {
        match *role {
            "assistant" => before = *text,
            "user" => {
                let own = question::own(text);
                let told = keepable(material::without(&own));
                for (content, tag) in sentences(&told).filter_map(|one| found(&one, before)) {
                    if facts.iter().all(|known| known.content != content) {
                        facts.push(coprocess::fact_of(content, tag));
                    }
                }
            }
            _ => {}
        }
    }
    facts.truncate(MOST);
    facts
}

/// What of a text is a sentence that could tell something.
fn sentences(text: &str) -> impl Iterator<Item = Sentence> {
    let lines = text.lines().map(str::trim);
    let lines = lines.filter(|line| !line.starts_with('>') && !line.contains("[REDACTED"));
    let parts = lines
        .filter(|line| !coprocess::is_known(line))
        .flat_map(split);
    // Who supposes something goes on doing so.
    let parts = parts.take_while(|part| !supposes(part));
    parts.filter_map(Sentence::read)
}

fn supposes(sentence: &str) -> bool {
    let low = format!("{} ", words(&sentence.to_lowercase()).join(" "));
    SUPPOSES
        .iter()
        .any(|begun| low.starts_with(&format!("{begun} ")))
}

/// The sentences of a text that say that something is so, or is to be so. Who asks says neither.
pub fn stated(text: &str) -> impl Iterator<Item = &str> {
    text.lines()
        .flat_map(split)
        .filter(|sentence| !asks(sentence))
}

fn asks(sentence: &str) -> bool {
    let lower = sentence.trim().to_lowercase();
    let first = words(&lower).first().copied().unwrap_or_default();
    let asked = ASKS.contains(first) && !CONDITIONS.contains(first);
    lower.ends_with('?') || asked || WANTS_TOLD.iter().any(|begun| lower.starts_with(begun))
}

/// The fact in a sentence, and what it is about.
fn found(one: &Sentence, before: &str) -> Option<(String, &'static str)> {
    let (content, tag) = one.corrected(before).or_else(|| one.told())?;
    let content = ended(&content);
    (danger(&content).is_none() && filter::lasts(&content)).then_some((content, tag))
}

fn words(text: &str) -> Vec<&str> {
    let parts = text.split(|c: char| !(c.is_alphanumeric() || "'_-./:@".contains(c)));
    let parts = parts.map(|word| word.trim_matches(['.', ':', '\'', '-']));
    parts.filter(|word| !word.is_empty()).collect()
}

/// With a large letter first and a full stop behind.
fn ended(text: &str) -> String {
    let text = text.trim().trim_end_matches([';', '!', ',', '.']);
    let mut letters = text.chars();
    let first = letters.next().map(|c| c.to_uppercase().to_string());
    format!("{}{}.", first.unwrap_or_default(), letters.as_str())
}

#[cfg(test)]
mod tests;

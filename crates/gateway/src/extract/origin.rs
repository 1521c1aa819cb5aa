//! Whether a fact comes out of what was just said, or out of what only stands around it. A model
//! that is told what a talk is about may tell that again, and nothing speaks for itself.

use std::collections::HashSet;

use super::Line;
use super::prompt::background;

/// Shorter words are in every sentence.
const LEAST_LETTERS: usize = 4;

/// Where more of its words stand only around the talk than in it, it was read before.
pub fn is_new(fact: &str, before: &[Line<'_>], said: &[Line<'_>], answer: &str) -> bool {
    let around: HashSet<String> = (background(before, said).iter())
        .flat_map(|(_, text)| words(text))
        .collect();
    let texts = said.iter().map(|(_, text)| *text).chain([answer]);
    let fresh: HashSet<String> = texts.flat_map(words).collect();
    let own: HashSet<String> = words(fact).collect();
    let new = own.iter().filter(|word| fresh.contains(*word)).count();
    let old = own.iter().filter(|word| !fresh.contains(*word));
    old.filter(|word| around.contains(*word)).count() <= new
}

fn words(text: &str) -> impl Iterator<Item = String> {
    let words = text.split(|c: char| !c.is_alphanumeric());
    words
        .filter(|word| word.chars().count() >= LEAST_LETTERS)
        .map(str::to_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_only_stands_around_a_talk_is_not_learnt_again() {
        let before = [
            ("user", "We deploy shop-api from release-train, always."),
            ("assistant", "So you do."),
        ];
        let said = [("user", "Maria approves them. What is two and two?")];
        let is_new = |fact| is_new(fact, &before, &said, "Four.");
        assert!(!is_new("The shop-api service deploys from release-train."));
        assert!(is_new("Maria approves deploys of shop-api."));
        assert!(is_new("Something else entirely."));
        let first = super::is_new("We deploy shop-api.", &[], &before, "Yes.");
        assert!(first, "a talk that begins stands alone");
    }
}

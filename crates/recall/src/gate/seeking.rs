//! Whether somebody wants to be reminded of anything: not with small talk, and not with a
//! question that any encyclopedia answers.

use crate::question::Question;

/// Whoever says this wants company.
const CHIT_CHAT: [&str; 12] = [
    "joke", "poem", "haiku", "riddle", "limerick", "hello", "hi", "hey", "thanks", "thank", "bye",
    "sing",
];

/// What everybody may know, or anybody can work out.
const GENERAL: [&str; 21] = [
    "capital of",
    "define",
    "definition of",
    "meaning of the word",
    "population of",
    "who invented",
    "who discovered",
    "who wrote",
    "who painted",
    "who won",
    "translate",
    "synonym for",
    "square root",
    "in general",
    "weather in",
    "how many days",
    "how many planets",
    "how tall is",
    "how far is",
    "how old is",
    "recipe for",
];

/// Whoever says this means something of his own.
const OWN: [&str; 19] = [
    "our",
    "ours",
    "we",
    "us",
    "my",
    "mine",
    "i",
    "project",
    "repo",
    "repository",
    "codebase",
    "team",
    "here",
    "this",
    "remember",
    "agreed",
    "decided",
    "unser",
    "wir",
];

pub fn is_seeking(question: &Question) -> bool {
    let text = question.text.to_lowercase();
    let words: Vec<&str> = text
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    !words.iter().any(|word| CHIT_CHAT.contains(word)) && !is_general(question, &words)
}

/// A general question names nothing of somebody's own.
fn is_general(question: &Question, words: &[&str]) -> bool {
    let own = words.iter().any(|word| OWN.contains(word)) || !question.identifiers.is_empty();
    !own && (asks_generally(words) || is_sum(&question.text))
}

fn asks_generally(words: &[&str]) -> bool {
    let said = format!(" {} ", words.join(" "));
    let mut phrases = GENERAL.iter();
    phrases.any(|phrase| said.contains(&format!(" {phrase} ")))
}

/// `what is 17 * 23?`
fn is_sum(text: &str) -> bool {
    let tail = text.trim_end_matches(['?', '.', ' ']);
    let start = tail.find(|c: char| c.is_ascii_digit());
    let sum = start.map_or("", |at| &tail[at..]);
    let is_sign = |c: char| "+-*/^".contains(c);
    let is_part = |c: char| c.is_ascii_digit() || is_sign(c) || "(). ".contains(c);
    sum.contains(is_sign) && sum.chars().all(is_part)
}

#[cfg(test)]
mod tests {
    use mneme_model::Moment;

    use super::*;

    fn seeks(text: &str) -> bool {
        is_seeking(&Question::read(text, &[] as &[&str], Moment::from_ms(0)))
    }

    #[test]
    fn g_053_what_anybody_knows_seeks_no_memory() {
        for general in [
            "What is the capital of France?",
            "Who wrote Hamlet?",
            "Translate good morning to Spanish",
            "what is 17 * 23?",
            "Define entropy.",
            "tell me a joke about deployments",
        ] {
            assert!(!seeks(general), "{general}");
        }
    }

    #[test]
    fn g_053_what_is_asked_about_something_of_ones_own_does() {
        for own in [
            "Who wrote our deploy script?",
            "Define the rollout order of this project.",
            "which endpoint handles Anthropic messages through the proxy?",
            "what should happen after smoke passes?",
            "Who wrote src/main.rs?",
            "Which port does the gateway listen on?",
        ] {
            assert!(seeks(own), "{own}");
        }
    }
}

//! What a segment was about, in one or two sentences.

use super::clean;
use super::reading::Voice;
use super::score::Scored;
use super::turns::MAX_BULLET_CHARS;

/// So much of a sentence has to be new beside the title.
const NEW: f32 = 0.18;
/// What begins so is asked.
const QUESTIONS: [&str; 16] = [
    "what", "what's", "who", "who's", "where", "where's", "when", "which", "is", "are", "does",
    "do", "did", "can", "should", "will",
];

/// The title as a sentence, and the best sentence that says something else: what was asked,
/// and how it went. `named` are the terms of the title, `chosen` the bullets, best first.
pub fn summary(
    title: &str,
    named: &[u32],
    sentences: &[Scored<'_>],
    chosen: &[usize],
    weights: &[f32],
) -> String {
    let chosen = || {
        chosen
            .iter()
            .map(|at| &sentences[*at])
            .filter(|s| s.said.prose && !s.terms.is_empty())
    };
    let lower = title.to_lowercase();
    let new = |s: &&Scored<'_>| {
        let told = clean::shown(s.said.text).to_lowercase().contains(&lower);
        !told && newness(&s.terms, named, weights) >= NEW
    };
    let told = |s: &&Scored<'_>| s.said.voice == Voice::Assistant;
    let second = chosen()
        .filter(new)
        .find(told)
        .or_else(|| chosen().find(new));
    let first = sentence(title);
    match second {
        Some(s) => format!(
            "{first} {}",
            clean::shortened(s.said.text, MAX_BULLET_CHARS)
        ),
        None => first,
    }
}

/// The share of a sentence's weight that the title has not told.
fn newness(terms: &[u32], named: &[u32], weights: &[f32]) -> f32 {
    let weigh = |term: &u32| weights[*term as usize];
    let all: f32 = terms.iter().map(weigh).sum();
    let new: f32 = terms
        .iter()
        .filter(|term| named.binary_search(term).is_err())
        .map(weigh)
        .sum();
    if all > 0.0 { new / all } else { 0.0 }
}

/// With the full stop of its script, or the mark of a question.
pub fn sentence(text: &str) -> String {
    let first = text.split(' ').next().unwrap_or("").to_lowercase();
    let stop = match text.ends_with(clean::is_unspaced) {
        true => '。',
        false if QUESTIONS.contains(&first.as_str()) => '?',
        false => '.',
    };
    format!("{text}{stop}")
}

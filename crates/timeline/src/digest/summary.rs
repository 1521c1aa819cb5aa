//! What a segment was about, in one or two sentences.

use super::clean;
use super::pick::likeness;
use super::reading::Voice;
use super::score::Scored;
use super::turns::MAX_BULLET_CHARS;

/// A sentence much like the title does not say it a second time.
const REPEATS: f32 = 0.7;

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
    let new = |s: &&Scored<'_>| likeness(named, &s.terms, weights) < REPEATS;
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

/// With the full stop of its script.
pub fn sentence(text: &str) -> String {
    let stop = if text.ends_with(clean::is_unspaced) {
        '。'
    } else {
        '.'
    };
    format!("{text}{stop}")
}

//! A title a person would recognise: the most telling request, without its politeness.

mod fillers;
mod shaping;

pub use shaping::shape;

use super::lexicon::Lexicon;
use super::reading::Voice;
use super::score::Scored;
use super::{Keyword, clean, cues};

/// Only so many of the best sentences are tried.
const TRIED: usize = 12;
const MIN_WORDS: usize = 4;
const MAX_WORDS: usize = 10;

/// The title; nothing if nobody said a sentence.
pub fn title(
    sentences: &[Scored<'_>],
    lexicon: &mut Lexicon<'_>,
    weights: &[f32],
) -> Option<String> {
    let voices = [Voice::User, Voice::Assistant, Voice::System, Voice::Tool];
    let mut voices = voices.into_iter();
    voices.find_map(|voice| best(sentences, voice, lexicon, weights))
}

/// A short title says more with the words that mattered behind it.
pub fn enriched(title: String, keywords: &[Keyword]) -> String {
    let mut words = title.split_whitespace().count();
    let unspaced = title.contains(clean::is_unspaced) && title.chars().count() > 5;
    if words >= MIN_WORDS || title.chars().count() > 24 || unspaced || title.contains(": ") {
        return title;
    }
    let lower = title.to_lowercase();
    let mut added: Vec<&str> = Vec::new();
    for keyword in keywords
        .iter()
        .filter(|k| !lower.contains(&k.word.to_lowercase()))
    {
        words += keyword.word.split_whitespace().count();
        if words > MAX_WORDS || added.len() == 3 {
            break;
        }
        added.push(&keyword.word);
    }
    match added.is_empty() {
        true => title,
        false => format!("{title}: {}", added.join(", ")),
    }
}

fn best(
    sentences: &[Scored<'_>],
    voice: Voice,
    lexicon: &mut Lexicon<'_>,
    weights: &[f32],
) -> Option<String> {
    let chat = !sentences.iter().any(|s| s.said.voice == Voice::Assistant);
    let heard = |at: &usize| sentences[*at].said.voice == voice && sentences[*at].said.prose;
    let mut tried: Vec<usize> = (0..sentences.len()).filter(heard).collect();
    let first = tried.first().map_or(0, |at| sentences[*at].said.turn);
    let pull = |at: usize| sentences[at].score * early(&sentences[at], first, chat);
    tried.sort_by(|a, b| pull(*b).total_cmp(&pull(*a)).then(a.cmp(b)));
    tried.truncate(TRIED);
    let mut best: Option<(f32, String)> = None;
    for sentence in tried.into_iter().map(|at| &sentences[at]) {
        let Some(text) = shape(&clean::shown(sentence.said.text), lexicon, weights) else {
            continue;
        };
        let value = worth(&text, lexicon, weights)
            * early(sentence, first, chat)
            * manner(sentence.said.text, chat);
        if best.as_ref().is_none_or(|(most, _)| value > *most) {
            best = Some((value, text));
        }
    }
    best.map(|(_, text)| text)
}

/// An agent is asked for what it is about; people who chat ask to be polite.
fn manner(text: &str, chat: bool) -> f32 {
    let asked = match (chat, fillers::asks(text)) {
        (false, true) => 1.5,
        (true, _) if cues::is_question(text) => 0.5,
        (true, true) if fillers::orders(text) => 1.5,
        (true, _) => cues::news(text),
        _ => 1.0,
    };
    asked * if cues::leans(text) { 0.6 } else { 1.0 }
}

/// What somebody asks for first is what the rest is about; a chat has to warm up.
fn early(sentence: &Scored<'_>, first: usize, chat: bool) -> f32 {
    match sentence.said.turn.saturating_sub(first) {
        _ if chat => 1.0,
        0 => 1.6,
        1..=2 => 1.2,
        3..=6 => 1.05,
        _ => 1.0,
    }
}

/// The weight of what a title names, for its length.
pub(super) fn worth(text: &str, lexicon: &mut Lexicon<'_>, weights: &[f32]) -> f32 {
    let sum: f32 = lexicon
        .terms_of(text)
        .iter()
        .map(|term| weights[*term as usize])
        .sum();
    let words = text.split_whitespace().count() as f32;
    let short = if words < MIN_WORDS as f32 { 0.7 } else { 1.0 };
    sum / (words + 2.0).sqrt() * short
}

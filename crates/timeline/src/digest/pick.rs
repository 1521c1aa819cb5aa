//! Which sentences are shown: the best ones that do not say the same.

use super::score::Scored;

const MIN_BULLETS: usize = 3;
/// "Noted." is no news.
const MIN_WORDS: usize = 2;
const MAX_BULLETS: usize = 5;
/// One more bullet for so many good sentences.
const SENTENCES_PER_BULLET: usize = 2;
/// Below this share of the best score, a sentence is shown only to have three.
const GOOD: f32 = 0.30;
/// Nobody needs to compare more than the best of them.
const MAX_CANDIDATES: usize = 200;
/// How much being like a chosen sentence costs.
const LIKENESS: f32 = 0.75;
const SAME_TURN: f32 = 0.75;
/// More alike than this, two sentences are one.
const SAME: f32 = 0.6;
const REPEATED: f32 = 0.02;

/// Places of the chosen sentences, the best first.
pub fn pick(sentences: &[Scored<'_>], weights: &[f32]) -> Vec<usize> {
    let mut left = candidates(sentences);
    let wanted = wanted(sentences, &left);
    let best = left.first().map_or(0.0, |at| sentences[*at].score);
    let mut chosen: Vec<usize> = Vec::new();
    while chosen.len() < wanted && !left.is_empty() {
        let worth = |at: usize| worth(&sentences[at], sentences, &chosen, weights);
        let Some((place, value)) = highest(&left, worth) else {
            break;
        };
        let enough = chosen.len() >= MIN_BULLETS && value < best * GOOD;
        if enough || (value <= 0.0 && !chosen.is_empty()) {
            break;
        }
        chosen.push(left.remove(place));
    }
    chosen
}

/// Prose, best first; whatever there is, if there is no prose.
fn candidates(sentences: &[Scored<'_>]) -> Vec<usize> {
    let good = |at: &usize| {
        let sentence = &sentences[*at];
        sentence.said.prose && !sentence.terms.is_empty() && sentence.words >= MIN_WORDS
    };
    let mut left: Vec<usize> = (0..sentences.len()).filter(good).collect();
    if left.is_empty() {
        left = (0..sentences.len())
            .filter(|at| sentences[*at].said.prose)
            .collect();
    }
    if left.is_empty() {
        left = (0..sentences.len()).collect();
    }
    left.sort_by(|a, b| {
        sentences[*b]
            .score
            .total_cmp(&sentences[*a].score)
            .then(a.cmp(b))
    });
    left.truncate(MAX_CANDIDATES);
    left
}

fn wanted(sentences: &[Scored<'_>], left: &[usize]) -> usize {
    let best = left.first().map_or(0.0, |at| sentences[*at].score);
    let good = left
        .iter()
        .filter(|at| sentences[**at].score > best * GOOD)
        .count();
    (good / SENTENCES_PER_BULLET + 1).clamp(MIN_BULLETS, MAX_BULLETS)
}

/// The first of the best.
fn highest(left: &[usize], worth: impl Fn(usize) -> f32) -> Option<(usize, f32)> {
    let mut best: Option<(usize, f32)> = None;
    for (place, at) in left.iter().enumerate() {
        let value = worth(*at);
        if best.is_none_or(|(_, most)| value > most) {
            best = Some((place, value));
        }
    }
    best
}

fn worth(sentence: &Scored<'_>, all: &[Scored<'_>], chosen: &[usize], weights: &[f32]) -> f32 {
    let mut value = sentence.score;
    for other in chosen.iter().map(|at| &all[*at]) {
        let like = likeness(&sentence.terms, &other.terms, weights);
        if sentence.said.text == other.said.text {
            return 0.0;
        }
        value *= if like > SAME { REPEATED } else { 1.0 };
        value *= 1.0 - LIKENESS * like;
        value *= if sentence.said.turn == other.said.turn {
            SAME_TURN
        } else {
            1.0
        };
    }
    value
}

/// The weight two lists of terms share, as a part of the lighter one.
pub fn likeness(a: &[u32], b: &[u32], weights: &[f32]) -> f32 {
    let weigh = |terms: &[u32]| {
        terms
            .iter()
            .map(|term| weights[*term as usize])
            .sum::<f32>()
    };
    let shared: f32 = a
        .iter()
        .filter(|term| b.binary_search(term).is_ok())
        .map(|term| weights[*term as usize])
        .sum();
    let lighter = weigh(a).min(weigh(b));
    if lighter > 0.0 { shared / lighter } else { 0.0 }
}

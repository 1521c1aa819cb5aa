//! The words that name what it was about.

use super::Keyword;
use super::lexicon::{Lexicon, Term};
use super::phrases::Phrase;
use super::words::Shape;

const MIN_KEYWORDS: usize = 3;
const MAX_KEYWORDS: usize = 7;
/// Below this share of the best, a word is named only to have three.
const GOOD: f32 = 0.33;
/// What the title names is what it was about.
const TITLE: f32 = 1.5;
/// A pair of plain words belongs together if it is this share of the rarer one.
const BOUND: f32 = 0.5;
/// A word said once is worth less than one that comes again, unless it is a name.
const ONCE: f32 = 0.6;

struct Candidate {
    word: String,
    terms: Vec<u32>,
    value: f32,
}

/// The best words, weightiest first; the first has the weight 1.
pub fn keywords(
    lexicon: &Lexicon<'_>,
    weights: &[f32],
    title: &[u32],
    sample: &str,
) -> Vec<Keyword> {
    let phrases = lexicon
        .phrases
        .all
        .iter()
        .filter_map(|phrase| of_phrase(phrase, lexicon, weights));
    let terms = (0..lexicon.terms.len()).filter_map(|id| of_term(id, lexicon, weights, sample));
    let mut found: Vec<Candidate> = phrases.chain(terms).collect();
    for candidate in &mut found {
        let named = candidate
            .terms
            .iter()
            .all(|term| title.binary_search(term).is_ok());
        candidate.value *= if named { TITLE } else { 1.0 };
    }
    if found.is_empty() {
        found = weak(lexicon, weights);
    }
    // Phrases stand first, so that they win against their own words.
    found.sort_by(|a, b| b.value.total_cmp(&a.value));
    let best = found.first().map_or(1.0, |first| first.value);
    let mut chosen: Vec<Candidate> = Vec::new();
    for candidate in found {
        let enough = chosen.len() >= MIN_KEYWORDS && candidate.value < best * GOOD;
        if enough || chosen.len() == MAX_KEYWORDS {
            break;
        }
        if !chosen.iter().any(|other| overlap(other, &candidate)) {
            chosen.push(candidate);
        }
    }
    let keyword = |c: Candidate| Keyword {
        word: c.word,
        weight: round(c.value / best),
    };
    chosen.into_iter().map(keyword).collect()
}

/// Three digits are enough, and the same on every machine.
pub fn round(value: f32) -> f32 {
    (value * 1000.0).round() / 1000.0
}

/// Where nothing better was said, words that mostly name nothing have to do.
fn weak(lexicon: &Lexicon<'_>, weights: &[f32]) -> Vec<Candidate> {
    let one = |id: usize| Candidate {
        word: lexicon.terms[id].form(),
        terms: vec![id as u32],
        value: weights[id],
    };
    (0..lexicon.terms.len()).map(one).collect()
}

fn overlap(a: &Candidate, b: &Candidate) -> bool {
    let shares = a.terms.iter().any(|term| b.terms.contains(term));
    let (a, b) = (a.word.to_lowercase(), b.word.to_lowercase());
    shares || a.contains(&b) || b.contains(&a)
}

fn of_term(id: usize, lexicon: &Lexicon<'_>, weights: &[f32], sample: &str) -> Option<Candidate> {
    let term = &lexicon.terms[id];
    let letters = term.form().chars().count();
    if term.weak || term.called * 2 > term.seen || letters < 2 {
        return None;
    }
    let word = match term.shape {
        Shape::Pair => grown(&term.form(), term, sample)?,
        _ => term.form(),
    };
    let special = term.is_name() || term.shape >= Shape::Upper;
    let once = if term.seen == 1 && !special {
        ONCE
    } else {
        1.0
    };
    let short = if letters == 2 && term.shape == Shape::Plain {
        0.5
    } else {
        1.0
    };
    Some(Candidate {
        word,
        terms: vec![id as u32],
        value: weights[id] * once * short,
    })
}

/// Half a word of a script without spaces, made whole: letters that always stand beside it.
fn grown(pair: &str, term: &Term<'_>, sample: &str) -> Option<String> {
    const MAX_CHARS: usize = 8;
    let often = sample.matches(pair).count();
    if term.seen < 2 || often < 2 {
        return None;
    }
    let mut word = pair.to_owned();
    while word.chars().count() < MAX_CHARS {
        let longer = neighbours(&word, sample)
            .into_iter()
            .find(|longer| sample.matches(longer.as_str()).count() * 5 >= often * 3);
        match longer {
            Some(longer) => word = longer,
            None => break,
        }
    }
    Some(word)
}

fn neighbours(word: &str, sample: &str) -> Vec<String> {
    let Some(at) = sample.find(word) else {
        return Vec::new();
    };
    let after = sample[at + word.len()..]
        .chars()
        .next()
        .filter(|c| c.is_alphanumeric());
    let before = sample[..at]
        .chars()
        .next_back()
        .filter(|c| c.is_alphanumeric());
    let right = after.map(|c| format!("{word}{c}"));
    let left = before.map(|c| format!("{c}{word}"));
    right.into_iter().chain(left).collect()
}

fn of_phrase(phrase: &Phrase<'_>, lexicon: &Lexicon<'_>, weights: &[f32]) -> Option<Candidate> {
    let terms: Vec<&Term<'_>> = phrase
        .terms
        .iter()
        .map(|id| &lexicon.terms[*id as usize])
        .collect();
    let rarer = terms.iter().map(|term| term.seen).min().unwrap_or(1);
    let bound = phrase.seen >= 2 && phrase.seen as f32 >= rarer as f32 * BOUND;
    let called = terms.iter().any(|term| term.called * 2 > term.seen);
    let weak = terms.iter().filter(|term| term.weak).count();
    let name = phrase.name && !(phrase.head && is_ordinary(terms.first()?));
    if called || weak == terms.len() || !(bound || name) || form_is_odd(phrase.form) {
        return None;
    }
    let parts = phrase.terms.iter().map(|id| weights[*id as usize]);
    let heaviest = parts.clone().fold(0.0, f32::max);
    let mean = parts.sum::<f32>() / terms.len() as f32;
    let value = (heaviest * 0.7 + mean * 0.5) * if bound { 1.25 } else { 1.0 };
    let word = if name || terms.iter().any(|term| term.capital > 0) {
        phrase.form.to_owned()
    } else {
        phrase.form.to_lowercase()
    };
    Some(Candidate {
        word,
        terms: phrase.terms.clone(),
        value,
    })
}

/// A word that has a capital only because it begins the sentence.
fn is_ordinary(first: &Term<'_>) -> bool {
    let form = first.form();
    first.capital == 0
        && (first.seen > 1
            || ["ing", "ed", "ly"]
                .iter()
                .any(|ending| form.ends_with(ending)))
}

fn form_is_odd(form: &str) -> bool {
    form.contains(char::is_control) || form.contains(['"', '`', '*', '“', '”']) || form.len() > 60
}

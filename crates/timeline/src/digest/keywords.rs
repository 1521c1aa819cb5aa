//! The words that name what it was about.

mod growing;

use super::Keyword;
use super::clean::is_unspaced;
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
/// What a word counts that names something only beside others.
const WEAK: f32 = 0.3;
const MAX_PHRASE_BYTES: usize = 60;

/// A term or a phrase that could be named. Its word is made when it is chosen.
struct Candidate<'l, 't> {
    phrase: Option<&'l Phrase<'t>>,
    term: u32,
    value: f32,
}

/// The best words, weightiest first; the first has the weight 1, or less if it is weak. `title` are the terms of the
/// title, `sample` the text in which words without spaces are found.
pub fn keywords(
    lexicon: &Lexicon<'_>,
    weights: &[f32],
    title: &[u32],
    sample: &str,
) -> Vec<Keyword> {
    let found = candidates(lexicon, weights, title);
    let best = found.first().map_or(1.0, |first| first.value);
    let mut chosen: Vec<(Keyword, Vec<u32>)> = Vec::new();
    for candidate in found {
        let enough = chosen.len() >= MIN_KEYWORDS && candidate.value < best * GOOD;
        if enough || chosen.len() == MAX_KEYWORDS {
            break;
        }
        let terms = candidate.terms().to_vec();
        let taken = chosen
            .iter()
            .any(|(_, other)| other.iter().any(|term| terms.contains(term)));
        let Some(word) = candidate.word(lexicon, sample).filter(|_| !taken) else {
            continue;
        };
        if !chosen.iter().any(|(other, _)| overlap(&other.word, &word)) {
            let weak = lexicon.terms[candidate.term as usize].weak && candidate.phrase.is_none();
            let weight = round(candidate.value / best * if weak { WEAK } else { 1.0 });
            chosen.push((Keyword { word, weight }, terms));
        }
    }
    chosen.into_iter().map(|(keyword, _)| keyword).collect()
}

/// Three digits are enough, and the same on every machine.
pub fn round(value: f32) -> f32 {
    (value * 1000.0).round() / 1000.0
}

/// All that could be named, the best first.
fn candidates<'l, 't>(
    lexicon: &'l Lexicon<'t>,
    weights: &[f32],
    title: &[u32],
) -> Vec<Candidate<'l, 't>> {
    let phrases = lexicon
        .phrases
        .all
        .iter()
        .filter_map(|phrase| of_phrase(phrase, lexicon, weights));
    let ids = 0..lexicon.terms.len() as u32;
    let terms = ids.clone().filter_map(|id| of_term(id, lexicon, weights));
    let mut found: Vec<Candidate<'l, 't>> = phrases.chain(terms).collect();
    for candidate in &mut found {
        let named = candidate
            .terms()
            .iter()
            .all(|term| title.binary_search(term).is_ok());
        candidate.value *= if named { TITLE } else { 1.0 };
    }
    if found.is_empty() {
        // Where nothing better was said, words that mostly name nothing have to do.
        found = ids
            .map(|id| Candidate::of(id, weights[id as usize]))
            .collect();
    }
    // Phrases stand first, so that they win against their own words.
    found.sort_by(|a, b| b.value.total_cmp(&a.value));
    found
}

fn overlap(a: &str, b: &str) -> bool {
    let (a, b) = (a.to_lowercase(), b.to_lowercase());
    a.contains(&b) || b.contains(&a) || (b.contains(is_unspaced) && share_run(&a, &b))
}

/// Whether three neighbouring characters of one stand in the other: parts of one long word.
fn share_run(a: &str, b: &str) -> bool {
    let places: Vec<usize> = b
        .char_indices()
        .map(|(at, _)| at)
        .chain([b.len()])
        .collect();
    places.windows(4).any(|run| a.contains(&b[run[0]..run[3]]))
}

fn of_term<'l, 't>(id: u32, lexicon: &Lexicon<'t>, weights: &[f32]) -> Option<Candidate<'l, 't>> {
    let term = &lexicon.terms[id as usize];
    let half = term.shape == Shape::Pair && term.seen < 2;
    if term.weak || half || term.called * 2 > term.seen {
        return None;
    }
    let special = term.is_name() || term.shape >= Shape::Upper;
    let once = if term.seen == 1 && !special {
        ONCE
    } else {
        1.0
    };
    let tiny = term.shape == Shape::Plain && term.first_form().len() == 2;
    Some(Candidate::of(
        id,
        weights[id as usize] * once * if tiny { 0.5 } else { 1.0 },
    ))
}

fn of_phrase<'l, 't>(
    phrase: &'l Phrase<'t>,
    lexicon: &Lexicon<'t>,
    weights: &[f32],
) -> Option<Candidate<'l, 't>> {
    let terms = || phrase.terms.iter().map(|id| &lexicon.terms[*id as usize]);
    let rarer = terms().map(|term| term.seen).min()?;
    let bound = phrase.seen >= 2 && phrase.seen as f32 >= rarer as f32 * BOUND;
    if !(bound || is_name(phrase, lexicon)) || is_odd(phrase.form) {
        return None;
    }
    if terms().any(|term| term.called * 2 > term.seen) || terms().all(|term| term.weak) {
        return None;
    }
    let parts = || phrase.terms.iter().map(|id| weights[*id as usize]);
    let heaviest = parts().fold(0.0, f32::max);
    let mean = parts().sum::<f32>() / phrase.terms.len() as f32;
    let value = (heaviest * 0.7 + mean * 0.5) * if bound { 1.25 } else { 1.0 };
    let term = phrase.terms.first().copied()?;
    Some(Candidate {
        phrase: Some(phrase),
        term,
        value,
    })
}

/// Written like a name, and not only because it begins the sentence.
fn is_name(phrase: &Phrase<'_>, lexicon: &Lexicon<'_>) -> bool {
    let ordinary = |first: &Term<'_>| {
        let form = first.first_form();
        let verb = ["ing", "ed", "ly"]
            .iter()
            .any(|ending| form.ends_with(ending));
        first.capital == 0 && (first.seen > 1 || verb)
    };
    let first = phrase.terms.first().map(|id| &lexicon.terms[*id as usize]);
    phrase.name && !(phrase.head && first.is_some_and(ordinary))
}

fn is_odd(form: &str) -> bool {
    form.contains(char::is_control)
        || form.contains(['"', '`', '*', '“', '”'])
        || form.len() > MAX_PHRASE_BYTES
}

// === impl Candidate ===

impl<'l> Candidate<'l, '_> {
    fn of(term: u32, value: f32) -> Self {
        let phrase = None;
        Self {
            phrase,
            term,
            value,
        }
    }

    fn terms(&self) -> &[u32] {
        match self.phrase {
            Some(phrase) => &phrase.terms,
            None => std::slice::from_ref(&self.term),
        }
    }

    fn word(&self, lexicon: &Lexicon<'_>, sample: &str) -> Option<String> {
        let term = &lexicon.terms[self.term as usize];
        match self.phrase {
            Some(phrase) => Some(phrase_form(phrase, lexicon)),
            None if term.shape == Shape::Pair => growing::grown(term.first_form(), sample),
            None => Some(term.form()),
        }
    }
}

fn phrase_form(phrase: &Phrase<'_>, lexicon: &Lexicon<'_>) -> String {
    let capital = phrase
        .terms
        .iter()
        .any(|id| lexicon.terms[*id as usize].capital > 0);
    match capital || is_name(phrase, lexicon) {
        true => phrase.form.to_owned(),
        false => phrase.form.to_lowercase(),
    }
}

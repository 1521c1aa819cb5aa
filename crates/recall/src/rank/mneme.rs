//! Our ranking: the probability that a record is evidence, from features that add up.

use mneme_model::Moment;

use super::words::{asking_share, named};
use super::{Asked, Score};
use crate::candidates::Candidate;
use crate::question::Question;
use crate::trust::is_pinned;
use crate::weights::{
    CROWD, GUESSED_MEANING, HALF_NEW_DAYS, IDENTIFIERS, LONG_WORDS, MEMORY_SHORT, NEWEST, PINNED,
    SECOND_WORDS, WITH_MODEL, WORDS_ONLY,
};

const DAY_MS: f64 = 86_400_000.0;

pub fn score(asked: &Asked<'_>, candidate: &Candidate) -> Score {
    let question = asked.question;
    let weights = if asked.by_meaning {
        &WITH_MODEL
    } else {
        &WORDS_ONLY
    };
    let text = &candidate.event.body.text;
    let said = &candidate.said;
    let parts: Vec<(&'static str, f64, f64)> = [
        (
            "window",
            candidate.window.powf(SECOND_WORDS),
            weights.window,
        ),
        (
            "own_words",
            said.share(question, &asked.found.rarity),
            weights.own,
        ),
        ("meaning", meaning(asked, candidate), weights.meaning),
        (
            "identifiers",
            named(question, text, &asked.found.naming),
            IDENTIFIERS,
        ),
        ("speaker", speaker(question, candidate), weights.speaker),
        ("time", time(question, candidate), weights.time),
        ("newest", newest(question, candidate), NEWEST),
        ("pinned", pinned(candidate), PINNED),
        ("asks", asking_share(text), weights.asks),
        ("short", short(candidate, said.length), weights.short),
    ]
    .into_iter()
    .map(|(feature, value, weight)| (feature, value, value * weight * weights.slope))
    .collect();
    let base = weights.base + fewer_than_fitted(asked.found.documents);
    let base = weights.slope * base + weights.shift;
    let mut score = Score::of_log_odds(base, parts, said.matched(question));
    score.trusted(candidate.doubt);
    match candidate.cosine {
        Some(_) => score,
        None => score.guess("meaning"),
    }
}

/// How much likelier any one record is among so many.
fn fewer_than_fitted(documents: u64) -> f64 {
    let documents = (documents as f64).clamp(2.0, CROWD);
    (CROWD / documents).ln()
}

/// How near it is; guessed from its words while its vector is not made yet.
fn meaning(asked: &Asked<'_>, candidate: &Candidate) -> f64 {
    if !asked.by_meaning {
        return 0.0;
    }
    let (base, slope) = GUESSED_MEANING;
    let guess = || base + slope * candidate.window;
    candidate.cosine.unwrap_or_else(guess).clamp(0.0, 1.0)
}

/// A record that names no speaker is not held against it.
fn speaker(question: &Question, candidate: &Candidate) -> f64 {
    match candidate.speaker.as_deref() {
        Some(_) if question.people.is_empty() => 0.0,
        Some(speaker) if question.names(speaker) => 0.5,
        Some(_) => -0.5,
        None => 0.0,
    }
}

fn time(question: &Question, candidate: &Candidate) -> f64 {
    let fits = |when: &crate::question::When| when.fits(candidate.event.occurred) - 0.5;
    question.when.as_ref().map_or(0.0, fits)
}

fn pinned(candidate: &Candidate) -> f64 {
    f64::from(u8::from(is_pinned(candidate.memory.as_ref())))
}

fn newest(question: &Question, candidate: &Candidate) -> f64 {
    if !question.newest {
        return 0.0;
    }
    let Moment { ms, .. } = candidate.event.occurred;
    let age = (question.now_ms - ms).max(0) as f64 / DAY_MS;
    1.0 / (1.0 + age / HALF_NEW_DAYS)
}

/// In talk, a short turn says little. What was stored as a memory was worth storing.
fn short(candidate: &Candidate, words: usize) -> f64 {
    if candidate.memory.is_some() {
        return MEMORY_SHORT;
    }
    let full = (1.0 + LONG_WORDS).ln();
    1.0 - ((1.0 + words as f64).ln() / full).min(1.0)
}

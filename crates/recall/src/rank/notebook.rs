//! The notebook's ranking: a list by words and a list by meaning. Each rank is worth a share, so
//! that scores of different scales need not be compared.

use std::cmp::Ordering;

use mneme_index::words::each_word;

use super::words::identifier_share;
use super::{Asked, Ranked, Reason, Score, sort};
use crate::candidates::Candidate;
use crate::weights::NEAR;

/// How little the first ranks differ.
const BEHIND: f64 = 60.0;
/// What the two lists are worth where there are both.
const WORDS: f64 = 0.4;
const MEANING: f64 = 0.6;
/// Each list is so many times as long as the answer.
const LONGER: usize = 2;

pub fn rank(asked: &Asked<'_>, candidates: Vec<Candidate>) -> Ranked {
    let by_words = listed(&candidates, asked, |candidate| {
        says(asked, candidate).then_some(f64::from(candidate.words))
    });
    let by_meaning = listed(&candidates, asked, |candidate| {
        let cosine = candidate.cosine.filter(|_| asked.by_meaning);
        cosine.filter(|cosine| *cosine >= f64::from(NEAR))
    });
    let (words, meaning) = match (by_words.is_empty(), by_meaning.is_empty()) {
        (false, false) => (WORDS, MEANING),
        _ => (1.0, 1.0),
    };
    let share = |list: &[usize], n: usize, weight: f64| {
        let rank = list.iter().position(|listed| *listed == n);
        rank.map_or(0.0, |rank| weight / (BEHIND + rank as f64 + 1.0))
    };
    let scored = candidates.into_iter().enumerate().map(|(n, candidate)| {
        let near = share(&by_meaning, n, meaning);
        // What no model has read yet is judged by its words alone, or what was just said would
        // stand behind everything that is only near. So would what says all that was asked for, if
        // enough others are nearer: a rare word, a name.
        let words = match candidate.cosine {
            None => 1.0,
            Some(_) if near == 0.0 && says_all(&candidate) => words.max(MEANING),
            Some(_) => words,
        };
        let score = scored(asked, &candidate, share(&by_words, n, words), near);
        (candidate, score)
    });
    let mut ranked: Ranked = scored.filter(|(_, score)| score.value > 0.0).collect();
    sort(&mut ranked);
    ranked
}

/// The candidates a list has, best first, of equals the earliest.
fn listed(
    candidates: &[Candidate],
    asked: &Asked<'_>,
    value: impl Fn(&Candidate) -> Option<f64>,
) -> Vec<usize> {
    let valued = candidates.iter().map(value).enumerate();
    let mut list: Vec<(usize, f64)> = valued.filter_map(|(n, value)| Some((n, value?))).collect();
    let earlier = |a: usize, b: usize| match (candidates.get(a), candidates.get(b)) {
        (Some(a), Some(b)) => a.event.seq.cmp(&b.event.seq),
        _ => Ordering::Equal,
    };
    list.sort_by(|(a, x), (b, y)| y.total_cmp(x).then_with(|| earlier(*a, *b)));
    list.truncate(asked.limit.saturating_mul(LONGER));
    list.into_iter().map(|(n, _)| n).collect()
}

/// Whether a record says one of the words itself, and not only what stands around it.
fn says(asked: &Asked<'_>, candidate: &Candidate) -> bool {
    let text = &candidate.event.body.text;
    if candidate.said.counts.iter().any(|count| *count > 0)
        || identifier_share(asked.question, text) > 0.0
    {
        return true;
    }
    let also = &asked.found.also;
    let mut found = false;
    each_word(text, |word| found |= also.iter().any(|also| also == word));
    found
}

fn says_all(candidate: &Candidate) -> bool {
    let counts = &candidate.said.counts;
    !counts.is_empty() && counts.iter().all(|count| *count > 0)
}

fn scored(asked: &Asked<'_>, candidate: &Candidate, words: f64, meaning: f64) -> Score {
    let reason = |feature, value, share| Reason {
        feature,
        value,
        share,
        guessed: false,
    };
    let cosine = candidate.cosine.filter(|_| asked.by_meaning);
    Score {
        value: words + meaning,
        reasons: vec![
            reason("bm25", f64::from(candidate.words), words),
            reason("vector", cosine.unwrap_or(0.0), meaning),
        ],
        matched: candidate.said.matched(asked.question),
        pointed: Vec::new(),
    }
}

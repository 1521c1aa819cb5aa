//! The notebook's ranking: a list by words and a list by meaning. Each rank is worth a share, so
//! that scores of different scales need not be compared.

use std::cmp::Ordering;

use mneme_index::words::{each_word, identifiers};

use super::words::identifier_share;
use super::{Asked, Ranked, Reason, Score, sort};
use crate::candidates::Candidate;
use crate::weights::{MEANT, NEAR};

/// How little the first ranks differ.
const BEHIND: f64 = 60.0;
/// What the two lists are worth where there are both.
const WORDS: f64 = 0.4;
const MEANING: f64 = 0.6;
/// Ranks of each list that count: two for each answer of the usual page. As many whatever the page,
/// so that a short one is the beginning of a long one.
const COUNTED: usize = 20;
/// What the ranks behind them are worth where there are both lists: less than any of those.
const UNCOUNTED: f64 = 0.4;
/// What is left of a rank by meaning to which a model cannot be trusted: less than the last by words has.
const FAINT: f64 = 0.02;

pub fn rank(asked: &Asked<'_>, candidates: Vec<Candidate>) -> Ranked {
    let by_words = listed(&candidates, |candidate| {
        says(asked, candidate).then_some(f64::from(candidate.words))
    });
    let by_meaning = listed(&candidates, |candidate| {
        let cosine = candidate.cosine.filter(|_| asked.by_meaning);
        cosine.filter(|cosine| *cosine >= f64::from(NEAR))
    });
    let both = !by_words.is_empty() && !by_meaning.is_empty();
    // A word nobody says whole is one that is being typed: a model makes little of it, and all short
    // texts are as near as what begins with it.
    let unfinished = both && !candidates.iter().any(|one| says_whole(asked, one));
    let (words, meaning, behind) = match both {
        true => (WORDS, MEANING, UNCOUNTED),
        false => (1.0, 1.0, 1.0),
    };
    let scored = candidates.into_iter().enumerate().map(|(n, candidate)| {
        let [said, nearness] = [&by_words, &by_meaning].map(|list| rank_in(list, n));
        let counts = [said, nearness]
            .iter()
            .flatten()
            .any(|rank| *rank < COUNTED);
        let share = |rank: Option<usize>, weight: f64| match rank {
            Some(rank) if rank < COUNTED => worth(rank, weight),
            Some(rank) if !counts => worth(rank, weight * behind),
            _ => 0.0,
        };
        let faint = unfinished && said.is_none() && candidate.cosine < Some(MEANT);
        let near = match share(nearness, meaning) {
            near if faint => near * FAINT,
            near => near,
        };
        // Names that differ in a digit mean nearly the same to a model: who has the one that was
        // asked for is as near as its words are.
        let near = match both && candidate.cosine.is_some() && has_names(asked, &candidate) {
            true => near.max(share(said, meaning)),
            false => near,
        };
        // What no model has read yet is judged by its words alone, or what was just said would
        // stand behind everything that is only near. So would what says all that was asked for, if
        // enough others are nearer: a rare word, a name.
        let words = match candidate.cosine {
            None => 1.0,
            Some(_) if near == 0.0 && says_all(&candidate) => words.max(MEANING),
            Some(_) => words,
        };
        let score = scored(asked, &candidate, share(said, words), near);
        (candidate, score)
    });
    let mut ranked: Ranked = scored.filter(|(_, score)| score.value > 0.0).collect();
    sort(&mut ranked);
    ranked
}

fn rank_in(list: &[usize], n: usize) -> Option<usize> {
    list.iter().position(|listed| *listed == n)
}

fn worth(rank: usize, weight: f64) -> f64 {
    weight / (BEHIND + rank as f64 + 1.0)
}

/// Whether a record has every name of the question that means only itself, letter by letter.
fn has_names(asked: &Asked<'_>, candidate: &Candidate) -> bool {
    let names = asked.question.identifiers.iter();
    let mut names = names.filter(|name| is_name(name)).peekable();
    if names.peek().is_none() {
        return false;
    }
    let has = identifiers(&candidate.event.body.text);
    names.all(|name| has.contains(name))
}

/// `JIRA-1042`, `max_retries` and `src/auth.ts` are, `follow-up` is a word.
fn is_name(identifier: &str) -> bool {
    let mut bytes = identifier.bytes();
    bytes.any(|byte| byte.is_ascii_digit() || b"_/".contains(&byte))
}

/// The candidates a list has, best first, of equals the earliest.
fn listed(candidates: &[Candidate], value: impl Fn(&Candidate) -> Option<f64>) -> Vec<usize> {
    let valued = candidates.iter().map(value).enumerate();
    let mut list: Vec<(usize, f64)> = valued.filter_map(|(n, value)| Some((n, value?))).collect();
    let earlier = |a: usize, b: usize| match (candidates.get(a), candidates.get(b)) {
        (Some(a), Some(b)) => a.event.seq.cmp(&b.event.seq),
        _ => Ordering::Equal,
    };
    list.sort_by(|(a, x), (b, y)| y.total_cmp(x).then_with(|| earlier(*a, *b)));
    list.into_iter().map(|(n, _)| n).collect()
}

/// Whether a record says one of the words itself, and not only what stands around it.
fn says(asked: &Asked<'_>, candidate: &Candidate) -> bool {
    if says_whole(asked, candidate) {
        return true;
    }
    let also = &asked.found.also;
    let mut found = false;
    let text = &candidate.event.body.text;
    each_word(text, |word| found |= also.iter().any(|also| also == word));
    found
}

/// Whether it says one as it was asked for, and not only what begins like it or stands for it.
fn says_whole(asked: &Asked<'_>, candidate: &Candidate) -> bool {
    candidate.said.counts.iter().any(|count| *count > 0)
        || identifier_share(asked.question, &candidate.event.body.text) > 0.0
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

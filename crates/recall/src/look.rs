//! Asking the index, and loading what it names: what is gone takes nobody's room.

use std::collections::HashSet;

use mneme_index::search::Found;
use mneme_index::{Index, Match, Search};
use mneme_model::Seq;
use mneme_store::View;
use mneme_store::names::Namespace;

use crate::candidates::{self, Candidate};
use crate::ranking::Ranking;
use crate::recall::Ask;
use crate::{Result, rank, signals, synonyms, weights};

/// What there is of the hits.
struct Loaded {
    candidates: Vec<Candidate>,
    /// Some were named by the index and are not there.
    gone: bool,
    /// Others were left out for want of room.
    left_out: bool,
}

// === impl Loaded ===

impl Loaded {
    /// Without any that is gone, more room would find nothing better.
    fn is_enough(&self, ask: &Ask) -> bool {
        !self.gone || self.candidates.len() >= (room(ask) / 2).max(ask.limit + 1)
    }
}

// === impl Ask ===

impl Ask {
    /// Who asks himself by the published ranking has weak matches too, behind all others.
    fn takes_weak(&self) -> bool {
        self.ranking == Ranking::Memoryoss && !self.by_confidence
    }
}

/// Asks the index and loads what it names. Records that are forgotten stand in its files until they
/// are purged: where they took the room of others, it is asked again with more.
pub(crate) fn look(
    view: &View<'_>,
    index: &Index,
    namespace: &Namespace,
    ask: &Ask,
) -> Result<(Found, Vec<Candidate>, bool)> {
    let (mut search, mut again) = (search(ask), 0);
    loop {
        let found = index.search(namespace, &search)?;
        let loaded = load(view, &found, ask)?;
        let done = again == weights::ASKED_AGAIN || !is_full(&found, &search);
        if done || loaded.is_enough(ask) {
            return Ok((found, loaded.candidates, loaded.left_out));
        }
        again += 1;
        signals::ASKED_AGAIN.add(1);
        search.limit *= weights::MORE_ROOM;
        search.near_limit *= weights::MORE_ROOM;
    }
}

fn search(ask: &Ask) -> Search {
    let mut filter = ask.filter.clone();
    if let Some(then) = ask.as_of {
        filter.max_seq = Some(filter.max_seq.map_or(then, |max| max.min(then)));
        filter.retired = true;
    }
    let (shown, page) = (ask.shown.len(), ask.limit + 1);
    Search {
        words: ask.question.words.clone(),
        also: match ask.ranking {
            Ranking::Notebook => synonyms::of(&ask.question.words),
            _ => Vec::new(),
        },
        beginning: (ask.ranking == Ranking::Notebook).then_some(weights::BEGINNING),
        identifiers: ask.question.identifiers.clone(),
        filter,
        limit: shown + weights::BY_WORDS.max(page),
        near: ask.vector.clone(),
        near_limit: shown + weights::BY_MEANING.max(page),
    }
}

/// Whether there may be more than the index was asked for.
fn is_full(found: &Found, search: &Search) -> bool {
    let by_words = found.hits.iter().filter(|hit| hit.words.is_some()).count();
    let near = found.hits.iter().filter(|hit| hit.cosine.is_some()).count();
    by_words >= search.limit || near >= search.near_limit
}

/// How many are ranked.
fn room(ask: &Ask) -> usize {
    let ranked = match ask.unpaged {
        true => weights::RANKED_ONCE,
        false => weights::RANKED,
    };
    ranked.max(ask.limit + 1)
}

/// Loads the most promising that were not shown yet, and others for those that are gone.
fn load(view: &View<'_>, found: &Found, ask: &Ask) -> Result<Loaded> {
    let (room, hits) = (room(ask), promising(found, ask));
    let mut candidates: Vec<Candidate> = Vec::with_capacity(room.min(hits.len()));
    let (mut rest, mut gone) = (hits.as_slice(), false);
    while candidates.len() < room && !rest.is_empty() {
        let wanted = (room - candidates.len())
            .max(weights::LOADED)
            .min(rest.len());
        let (next, left) = rest.split_at(wanted);
        let loaded = candidates::load_matches(view, next, &ask.question, found, ask.as_of)?;
        gone |= loaded.len() < next.len();
        let seen = loaded.into_iter().map(|one| granted(view, ask, found, one));
        let seen = seen.filter_map(Result::transpose);
        candidates.extend(seen.collect::<Result<Vec<_>>>()?);
        rest = left;
    }
    let left_out = !rest.is_empty() || candidates.len() > room;
    candidates.truncate(room);
    Ok(Loaded {
        candidates,
        gone,
        left_out,
    })
}

/// Hits that were not shown yet, the most promising first.
fn promising(found: &Found, ask: &Ask) -> Vec<Match> {
    let shown: HashSet<Seq> = ask.shown.iter().copied().collect();
    let promise = |hit: &Match| {
        let window = candidates::window(hit.words.unwrap_or(0.0), found.ceiling);
        rank::promise(ask.ranking, window, hit.cosine.map(f64::from))
    };
    let mut fresh: Vec<(f64, Match)> = found
        .hits
        .iter()
        .filter(|hit| !shown.contains(&hit.seq))
        .filter(|hit| ask.takes_weak() || is_found(hit))
        .map(|hit| (promise(hit), *hit))
        .collect();
    fresh.sort_by(|(a, x), (b, y)| {
        let found = is_found(y).cmp(&is_found(x));
        found.then(b.total_cmp(a)).then(x.seq.cmp(&y.seq))
    });
    fresh.into_iter().map(|(_, hit)| hit).collect()
}

/// By a word, or near enough in meaning.
fn is_found(hit: &Match) -> bool {
    hit.words.is_some() || hit.cosine >= Some(weights::NEAR)
}

/// A second look at what the index let through, where somebody of another namespace asks.
fn granted(
    view: &View<'_>,
    ask: &Ask,
    found: &Found,
    candidate: Candidate,
) -> Result<Option<Candidate>> {
    match &ask.filter.granted {
        None => Ok(Some(candidate)),
        Some(granted) if candidate.is_granted(view, granted)? => Ok(candidate.alone(found)),
        Some(_) => Ok(None),
    }
}

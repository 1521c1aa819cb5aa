//! The walk: read the question, ask the index, load, rank, cut to a page, pack.

use std::collections::HashSet;
use std::sync::Arc;

use mneme_index::search::Found;
use mneme_index::{Filter, Hit, Index, Search};
use mneme_model::{Event, Seq};
use mneme_store::View;
use mneme_store::names::Namespace;
use mneme_store::tables::memories::MemoryRow;

use crate::candidates::{self, Candidate};
use crate::pack::{Packed, pack};
use crate::question::Question;
use crate::rank::{self, Reason, Score};
use crate::{Result, weights};

/// What is asked.
#[derive(Clone, Debug, Default)]
pub struct Ask {
    pub question: String,
    pub filter: Filter,
    /// What was believed at this journal position.
    pub as_of: Option<Seq>,
    /// What earlier pages showed, in any order, and the lowest score they ended with.
    pub shown: Vec<Seq>,
    pub floor: Option<f64>,
    pub limit: usize,
    /// Pack what is found into this many tokens.
    pub budget: Option<usize>,
}

/// A record worth saying.
#[derive(Clone, Debug)]
pub struct Evidence {
    /// The id it is known by outside.
    pub id: String,
    pub event: Event,
    pub memory: Option<MemoryRow>,
    pub version: u64,
    pub speaker: Option<Arc<str>>,
    pub score: f64,
    pub reasons: Vec<Reason>,
    pub matched: Vec<String>,
}

#[derive(Clone, Debug, Default)]
pub struct Outcome {
    pub question: Question,
    pub evidence: Vec<Evidence>,
    /// Whether a further page has anything.
    pub more: bool,
    pub packed: Option<Packed>,
}

/// Answers one question within one namespace. The caller has made the index ready.
pub fn recall(view: &View<'_>, index: &Index, namespace: &Namespace, ask: &Ask) -> Result<Outcome> {
    let question = Question::read(&ask.question);
    let found = index.search(namespace, &search(&question, ask))?;
    let shown: HashSet<Seq> = ask.shown.iter().copied().collect();
    let fresh = found.hits.iter().filter(|hit| !shown.contains(&hit.seq));
    let hits: Vec<Hit> = fresh
        .take(weights::RANKED.max(ask.limit + 1))
        .copied()
        .collect();
    let mut ranked = rank_all(view, &question, &hits, &found, ask.as_of)?;
    // A page does not rise above the one before it.
    if let Some(floor) = ask.floor {
        ranked.iter_mut().for_each(|(_, score)| score.cap(floor));
    }
    let more = ranked.len() > ask.limit;
    let page = ranked.into_iter().take(ask.limit);
    let evidence = page
        .map(|(candidate, score)| reveal(view, candidate, score))
        .collect::<Result<Vec<_>>>()?;
    let packed = ask
        .budget
        .map(|budget| pack(view, &evidence, budget, ask.as_of))
        .transpose()?;
    Ok(Outcome {
        question,
        evidence,
        more,
        packed,
    })
}

fn search(question: &Question, ask: &Ask) -> Search {
    let mut filter = ask.filter.clone();
    if let Some(then) = ask.as_of {
        filter.max_seq = Some(filter.max_seq.map_or(then, |max| max.min(then)));
        filter.retired = true;
    }
    Search {
        words: question.words.clone(),
        identifiers: question.identifiers.clone(),
        filter,
        limit: ask.shown.len() + weights::RANKED.max(ask.limit + 1),
    }
}

/// Loads the candidates, leaves out what is gone, and ranks the rest, best first.
fn rank_all(
    view: &View<'_>,
    question: &Question,
    hits: &[Hit],
    found: &Found,
    as_of: Option<Seq>,
) -> Result<Vec<(Candidate, Score)>> {
    let mut ranked = Vec::with_capacity(hits.len());
    for hit in hits {
        let window = f64::from(hit.score / found.ceiling.max(f32::MIN_POSITIVE)).clamp(0.0, 1.0);
        if let Some(candidate) = candidates::load(view, hit.seq, window, as_of)? {
            let score = rank::score(question, &found.rarity, &candidate);
            ranked.push((candidate, score));
        }
    }
    ranked.sort_by(|(a, x), (b, y)| {
        y.value
            .total_cmp(&x.value)
            .then(a.event.seq.cmp(&b.event.seq))
    });
    Ok(ranked)
}

fn reveal(view: &View<'_>, candidate: Candidate, score: Score) -> Result<Evidence> {
    let id = candidate.id(view)?;
    let Candidate {
        event,
        memory,
        version,
        speaker,
        ..
    } = candidate;
    Ok(Evidence {
        id,
        event,
        memory,
        version,
        speaker,
        score: score.value,
        reasons: score.reasons,
        matched: score.matched,
    })
}

//! The walk: read the question, ask the index, load, rank, cut to a page, pack.

use std::sync::Arc;

use mneme_index::{Filter, Hit, Index, Search};
use mneme_model::{Event, Seq};
use mneme_store::View;
use mneme_store::names::Namespace;
use mneme_store::tables::journal;
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
    /// Leave out this many of the best: those of earlier pages.
    pub offset: usize,
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
    let wanted = ask.offset + ask.limit + 1;
    let mut filter = ask.filter.clone();
    if let Some(then) = ask.as_of {
        filter.max_seq = Some(filter.max_seq.map_or(then, |max| max.min(then)));
        filter.retired = true;
    }
    let search = Search {
        words: question.words.clone(),
        identifiers: question.identifiers.clone(),
        filter,
        limit: wanted.max(weights::RERANKED),
    };
    let found = index.search(namespace, &search)?;
    let ranked = rank_all(
        view,
        &question,
        &found.hits,
        found.ceiling,
        &found.rarity,
        ask.as_of,
    )?;
    let more = ranked.len() > ask.offset + ask.limit;
    let page = ranked.into_iter().skip(ask.offset).take(ask.limit);
    let evidence = page
        .map(|(candidate, score)| reveal(view, candidate, score))
        .collect::<Result<Vec<_>>>()?;
    let packed = ask
        .budget
        .map(|budget| pack(view, &evidence, budget))
        .transpose()?;
    Ok(Outcome {
        question,
        evidence,
        more,
        packed,
    })
}

/// Loads and ranks the first candidates; those behind them keep the index's order.
fn rank_all(
    view: &View<'_>,
    question: &Question,
    hits: &[Hit],
    ceiling: f32,
    rarity: &[f32],
    as_of: Option<Seq>,
) -> Result<Vec<(Candidate, Score)>> {
    let mut ranked = Vec::with_capacity(hits.len());
    for hit in hits {
        let window = f64::from(hit.score / ceiling.max(f32::MIN_POSITIVE)).clamp(0.0, 1.0);
        if let Some(candidate) = candidates::load(view, hit.seq, window, as_of)? {
            let score = rank::score(question, rarity, &candidate);
            ranked.push((candidate, score));
        }
    }
    let reranked = ranked.len().min(weights::RERANKED);
    ranked[..reranked].sort_by(|(a, x), (b, y)| {
        y.value
            .total_cmp(&x.value)
            .then(a.event.seq.cmp(&b.event.seq))
    });
    // A page must not rise above the one before it.
    let floor = ranked[..reranked]
        .last()
        .map_or(1.0, |(_, score)| score.value);
    for (candidate, score) in &mut ranked[reranked..] {
        score.value = rank::unranked(question, candidate.window).min(floor);
    }
    Ok(ranked)
}

fn reveal(view: &View<'_>, candidate: Candidate, score: Score) -> Result<Evidence> {
    let Candidate {
        event,
        memory,
        version,
        speaker,
        ..
    } = candidate;
    let root = memory.as_ref().filter(|memory| memory.seq != event.seq);
    let id = match root
        .map(|memory| journal::load(view, memory.seq))
        .transpose()?
        .flatten()
    {
        Some(first) => first.ext_id,
        None => event.ext_id.clone(),
    };
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

//! The walk: read the question, ask the index, load, rank, cut to a page, pack.

use std::sync::Arc;

use mneme_index::{Filter, Index};
use mneme_model::{Event, Seq};
use mneme_store::View;
use mneme_store::names::Namespace;
use mneme_store::tables::memories::MemoryRow;

use crate::candidates::Candidate;
use crate::look::look;
use crate::pack::{Packed, pack, pack_alone};
use crate::question::Question;
use crate::rank::{self, Asked, Channels, Reason, Score, Strengths};
use crate::ranking::Ranking;
use crate::trust::{self, Sources, Trust};
use crate::{Result, signals};

/// What is asked.
#[derive(Clone, Debug, Default)]
pub struct Ask {
    pub question: Question,
    /// What the question means, when a model read it.
    pub vector: Option<Arc<[f32]>>,
    pub ranking: Ranking,
    /// Weights of the channels, for the ranking that has them.
    pub channels: Channels,
    /// What is found by no channel at least so well is left out.
    pub min_channel: f64,
    /// How far hits of one agent or one tag give way to others; the ranking's own where none is
    /// given.
    pub diversity: Option<f64>,
    /// What a machine only supposes counts less.
    pub by_confidence: bool,
    pub filter: Filter,
    /// What was believed at this journal position.
    pub as_of: Option<Seq>,
    /// What earlier pages showed, in any order, and the lowest score they ended with.
    pub shown: Vec<Seq>,
    pub floor: Option<f64>,
    pub limit: usize,
    /// Nobody will ask for a further page, so that none has to go on from this one.
    pub unpaged: bool,
    /// Pack what is found into this many tokens, out of so many records at most.
    pub budget: Option<usize>,
    pub pack_limit: usize,
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
    pub trusted: Trust,
    /// How near it is in meaning, −1 to 1, and what its words scored in the index.
    pub cosine: Option<f64>,
    pub words: f64,
    pub reasons: Vec<Reason>,
    pub matched: Vec<String>,
    pub pointed: Vec<String>,
    /// Positions of others that say the same and are told by this one.
    pub repeats: Vec<Seq>,
}

#[derive(Clone, Debug, Default)]
pub struct Outcome {
    pub question: Question,
    /// Whether a model read the question.
    pub by_meaning: bool,
    pub ranking: Ranking,
    /// How telling the question's words are (1 to 1.5), for the ranking that uses it.
    pub idf_boost: f64,
    /// What each channel counted, for the ranking that has them.
    pub channels: Channels,
    /// How many records were considered, of which the best are shown.
    pub considered: usize,
    pub evidence: Vec<Evidence>,
    /// Whether a further page has anything.
    pub more: bool,
    pub packed: Option<Packed>,
}

/// Answers one question within one namespace. The caller has made the index ready.
pub fn recall(view: &View<'_>, index: &Index, namespace: &Namespace, ask: &Ask) -> Result<Outcome> {
    let (found, mut candidates, left_out) = look(view, index, namespace, ask)?;
    let sources = Sources::among(view, index, namespace)?;
    weigh(&sources, ask, &mut candidates);
    signals::CANDIDATES.add(candidates.len() as u64);
    let asked = Asked {
        question: &ask.question,
        found: &found,
        by_meaning: ask.vector.is_some(),
        limit: ask.limit,
        channels: ask.channels,
        diversity: ask.diversity,
    };
    let (idf_boost, channels) = (asked.idf_boost(), ask.channels.clamped());
    let considered = candidates.len();
    let mut ranked = rank::rank(ask.ranking, &asked, candidates);
    if ask.min_channel > 0.0 {
        ranked.retain(|(_, score)| Strengths::of(&score.reasons).most() >= ask.min_channel);
    }
    // A page does not rise above the one before it.
    if let Some(floor) = ask.floor {
        ranked.iter_mut().for_each(|(_, score)| score.cap(floor));
    }
    // Where several became one, there may be more though the page is not full.
    let fused = ranked.iter().any(|(one, _)| !one.repeats.is_empty());
    let more = ranked.len() > ask.limit || fused && left_out;
    let wanted = ask.limit.max(ask.budget.map_or(0, |_| ask.pack_limit));
    let mut evidence = (ranked.into_iter().take(wanted))
        .map(|(candidate, score)| reveal(view, candidate, score))
        .collect::<Result<Vec<_>>>()?;
    let offered = &evidence[..evidence.len().min(ask.pack_limit)];
    let packed = ask
        .budget
        .map(|budget| match ask.filter.granted {
            None => pack(view, offered, budget, ask.as_of),
            Some(_) => Ok(pack_alone(offered, budget)),
        })
        .transpose()?;
    evidence.truncate(ask.limit);
    Ok(Outcome {
        question: ask.question.clone(),
        by_meaning: ask.vector.is_some(),
        ranking: ask.ranking,
        idf_boost,
        channels,
        considered,
        evidence,
        more,
        packed,
    })
}

/// How far each is to be trusted.
pub(crate) fn weigh(sources: &Sources<'_>, ask: &Ask, candidates: &mut [Candidate]) {
    for candidate in candidates {
        let memory = candidate.memory.as_ref();
        candidate.trust = sources.explain(&candidate.event, memory, ask.question.now_ms);
        candidate.doubt = match ask.ranking {
            Ranking::Mneme => sources.doubt(&candidate.event, memory),
            Ranking::Memoryoss => trust::factor(candidate.trust.score, memory),
            Ranking::Words | Ranking::Vectors | Ranking::Notebook => 1.0,
        };
        if ask.by_confidence {
            candidate.doubt *= trust::confidence_factor(memory);
        }
    }
}

pub(crate) fn reveal(view: &View<'_>, candidate: Candidate, score: Score) -> Result<Evidence> {
    let id = candidate.id(view)?;
    let Candidate {
        event,
        memory,
        version,
        speaker,
        trust,
        cosine,
        words,
        repeats,
        ..
    } = candidate;
    Ok(Evidence {
        id,
        event,
        memory,
        version,
        speaker,
        score: score.value,
        trusted: trust,
        cosine,
        words: f64::from(words),
        reasons: score.reasons,
        matched: score.matched,
        pointed: score.pointed,
        repeats,
    })
}

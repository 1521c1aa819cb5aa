//! Asking.

use mneme_access::Caller;
use mneme_engine::{Channels, Error, Ranking, Recall, Recalled, Remembered, Result};
use mneme_model::Code;
use mneme_wire::Fault;
use mneme_wire::shapes::*;

use super::Desk;
use super::convert::{memory, round};
use super::summaries::summary;

impl Desk {
    pub async fn recall(&self, caller: &Caller, request: RecallRequest) -> Result<RecallReply> {
        let (explain, shared) = (request.explain, request.shared);
        let namespace = request.namespace.clone();
        let recalled = self
            .engine
            .recall_shared(caller, namespace.as_deref(), ask(request)?, shared)
            .await?;
        let words_only = recalled.words_only.map(|code| self.words_only(code));
        Ok(RecallReply {
            words_only,
            ..recall_reply(recalled, explain, self.engine.trust_threshold())
        })
    }

    /// Names the model and not its files: whoever asks may not be the one who keeps them.
    fn words_only(&self, code: Code) -> Fault {
        let model = self.engine.wanted_model().unwrap_or_default();
        let state = super::vectors::failed(code);
        Fault::new(
            code,
            format!("the model {model} is {state}: recall went by words"),
        )
    }

    /// Answers in order; all or none.
    pub async fn recall_batch(
        &self,
        caller: &Caller,
        request: RecallBatchRequest,
    ) -> Result<RecallBatchReply> {
        let (asked, most) = (request.queries.len(), self.engine.limits().batch_queries);
        if asked == 0 || asked > most {
            let message = format!("a batch takes 1 to {most} queries, this one has {asked}");
            return Err(Error::refused(Code::BadBatch, message));
        }
        let mut results = Vec::with_capacity(asked);
        for query in request.queries {
            results.push(self.recall(caller, query).await?);
        }
        Ok(RecallBatchReply { results })
    }
}

pub(super) fn ask(request: RecallRequest) -> Result<Recall> {
    let strong = strong(request.consistency.as_deref())?;
    Ok(Recall {
        strong,
        ranking: request.ranking.as_deref().map(ranking).transpose()?,
        channels: request.weights.map(channels).transpose()?,
        now: request.now,
        query: request.query,
        limit: request.limit,
        agent: request.agent,
        session: request.session,
        kinds: request.kinds.unwrap_or_default(),
        tags: request.tags.unwrap_or_default(),
        memory_type: request.memory_type,
        from: request.from,
        to: request.to,
        after: request.after,
        before: request.before,
        as_of: request.as_of,
        cursor: request.cursor,
        budget: request.budget,
        embedding: request.query_embedding,
        unasked: None,
    })
}

/// A wish that means nothing is a slip.
fn strong(word: Option<&str>) -> Result<Option<bool>> {
    match word {
        None => Ok(None),
        Some("strong") => Ok(Some(true)),
        Some("eventual") => Ok(Some(false)),
        Some(word) => {
            let message = format!("there is no consistency '{word}': it is strong or eventual");
            Err(Error::refused(Code::BadConsistency, message))
        }
    }
}

/// The rankings a caller may ask for; the others are for measuring.
fn ranking(name: &str) -> Result<Ranking> {
    let offered = [Ranking::Mneme, Ranking::Memoryoss];
    offered
        .into_iter()
        .find(|ranking| ranking.name() == name)
        .ok_or_else(|| {
            let message = format!("there is no ranking '{name}': it is mneme or memoryoss");
            Error::refused(Code::BadRanking, message)
        })
}

/// Where no channel counts.
const NOTHING: Channels = Channels {
    vector: 0.0,
    fts: 0.0,
    exact: 0.0,
    recency: 0.0,
};

/// Each from 0 to 1, the usual one where none is given, and all the usual ones where all are 0.
fn channels(asked: ChannelWeights) -> Result<Channels> {
    if let Some(name) = asked.unknown.keys().next() {
        let message =
            format!("there is no weight '{name}': they are vector, fts, exact and recency");
        return Err(Error::refused(Code::BadRanking, message));
    }
    let default = Channels::default();
    let channels = Channels {
        vector: asked.vector.unwrap_or(default.vector),
        fts: asked.fts.unwrap_or(default.fts),
        exact: asked.exact.unwrap_or(default.exact),
        recency: asked.recency.unwrap_or(default.recency),
    };
    // By none of them nothing could be ranked.
    Ok(match channels.clamped() {
        held if held == NOTHING => default,
        held => held,
    })
}

fn recall_reply(recalled: Recalled, explain: bool, threshold: f64) -> RecallReply {
    let question = explain.then(|| question(&recalled));
    let hits = recalled.hits.into_iter();
    let memories: Vec<ScoredMemory> = hits.map(|hit| scored(hit, explain, threshold)).collect();
    RecallReply {
        summaries: memories.iter().map(summary).collect(),
        memories,
        cursor: recalled.next.clone(),
        next_cursor: recalled.next,
        context: recalled.packed.map(context),
        question,
        words_only: None,
    }
}

/// What was looked for, and how.
fn question(recalled: &Recalled) -> QuestionShape {
    let question = &recalled.question;
    let by_channels = recalled.ranking == Ranking::Memoryoss;
    let weights = ChannelWeights {
        vector: Some(recalled.channels.vector),
        fts: Some(recalled.channels.fts),
        exact: Some(recalled.channels.exact),
        recency: Some(recalled.channels.recency),
        ..ChannelWeights::default()
    };
    QuestionShape {
        words: question.words.clone(),
        identifiers: question.literals().cloned().collect(),
        people: question.people.clone(),
        time: question.when.as_ref().map(|when| when.describe()),
        newest: question.newest,
        ranking: recalled.ranking.name().to_owned(),
        model: recalled.model.clone(),
        weights: by_channels.then_some(weights),
        idf_boost: by_channels.then(|| round(recalled.idf_boost)),
    }
}

pub(super) fn scored(hit: Remembered, explain: bool, threshold: f64) -> ScoredMemory {
    let features = hit.reasons.iter().map(|reason| Feature {
        feature: reason.feature.to_owned(),
        value: round(reason.value),
        share: round(reason.share),
        guessed: reason.guessed,
    });
    let why = explain.then(|| Why {
        features: features.collect(),
        matched: hit.matched.clone(),
    });
    ScoredMemory {
        score: round(hit.score),
        provenance: hit.provenance(),
        trust_score: round(hit.trust),
        low_trust: hit.trust < threshold,
        why,
        memory: memory(hit.record),
    }
}

fn context(packed: mneme_engine::Packed) -> Context {
    let text = packed.text();
    let lines = packed.lines.into_iter().map(|line| ContextLine {
        id: line.id,
        role: line.role.name().to_owned(),
        text: line.text,
        tokens: line.tokens,
    });
    Context {
        text,
        tokens: packed.tokens,
        budget: packed.budget,
        lines: lines.collect(),
    }
}

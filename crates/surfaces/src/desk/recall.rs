//! Asking.

use mneme_access::Caller;
use mneme_engine::{Error, Recall, Recalled, Remembered, Result};
use mneme_model::Code;
use mneme_wire::shapes::*;

use super::Desk;
use super::convert::memory;

impl Desk {
    pub async fn recall(&self, caller: &Caller, request: RecallRequest) -> Result<RecallReply> {
        let (explain, namespace) = (request.explain, request.namespace.clone());
        let recalled = self
            .engine
            .recall(caller, namespace.as_deref(), ask(request))
            .await?;
        Ok(recall_reply(recalled, explain))
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

fn ask(request: RecallRequest) -> Recall {
    Recall {
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
    }
}

fn recall_reply(recalled: Recalled, explain: bool) -> RecallReply {
    let question = QuestionShape {
        words: recalled.question.words.clone(),
        identifiers: recalled.question.identifiers.clone(),
    };
    RecallReply {
        memories: recalled
            .hits
            .into_iter()
            .map(|hit| scored(hit, explain))
            .collect(),
        next_cursor: recalled.next,
        context: recalled.packed.map(context),
        question: explain.then_some(question),
    }
}

fn scored(hit: Remembered, explain: bool) -> ScoredMemory {
    let exact = hit
        .reasons
        .iter()
        .any(|reason| reason.feature == "identifiers");
    let provenance = ["fts"]
        .into_iter()
        .chain(exact.then_some("exact"))
        .map(str::to_owned);
    let features = hit.reasons.iter().map(|reason| Feature {
        feature: reason.feature.to_owned(),
        value: round(reason.value),
        share: round(reason.share),
    });
    let why = explain.then(|| Why {
        features: features.collect(),
        matched: hit.matched.clone(),
    });
    ScoredMemory {
        score: round(hit.score),
        provenance: provenance.collect(),
        // Nothing can lower trust yet: every record was written by a caller who holds a key.
        trust_score: 1.0,
        low_trust: false,
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

/// Six digits are enough for anyone to read and for clients to sort by.
fn round(value: f64) -> f64 {
    (value * 1e6).round() / 1e6
}

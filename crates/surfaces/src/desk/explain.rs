//! A question and everything about how it is answered: what each channel found, what each score
//! is made of, and whether it would be put before a model.

mod gate;
mod injection;

use mneme_access::Caller;
use mneme_engine::{Ranking, Recalled, Remembered, Result, Strengths, status_factor};
use mneme_wire::shapes::*;
use serde_json::{Value, json};

use super::Desk;
use super::convert::{memory, round};
use super::lifecycle::trust_signals;
use super::recall::{ask, scored};
use super::review::review_summary;
use super::summaries::summary;

/// What is meant where nobody says anything.
const STRONG: &str = "strong";

impl Desk {
    pub async fn explain(&self, caller: &Caller, request: ExplainRequest) -> Result<Value> {
        let request = request.asked;
        let (query, named) = (request.query.clone(), request.namespace.clone());
        let filtered = is_filtered(&request);
        let consistency = request.consistency.clone();
        let asked = ask(request)?;
        let recalled = self
            .engine
            .recall(caller, named.as_deref(), asked.clone())
            .await?;
        let brief = self.engine.brief_for(caller, named.as_deref(), asked);
        let brief = brief.await?;
        let waiting = self.engine.review_summary(caller, named.as_deref()).await?;
        let threshold = self.engine.trust_threshold();
        let mut told = json!({
            "query": &query,
            "namespace": named.unwrap_or_else(|| caller.namespace.clone()),
            "ranking": recalled.ranking.name(),
            "indexer_lag": self.engine.index_lag(),
            "used_vector": recalled.model.is_some(),
            "used_fts": true,
            // What was acknowledged is found, whatever is asked for.
            "consistency": consistency.as_deref().unwrap_or(STRONG),
            "identifiers": recalled.question.literals().collect::<Vec<_>>(),
            "idf_boost": round(recalled.idf_boost),
            "min_channel_score": mneme_engine::MIN_CHANNEL_SCORE,
            // Who asks has the best first, whoever said it.
            "diversity_factor": 0.0,
            "weights": weights(&recalled),
            "review_queue_summary": review_summary(&waiting, self.now_ms()),
        });
        if filtered {
            told["candidate_filter_count"] = json!(recalled.considered);
        }
        if let Some(route) = route(&recalled) {
            told["identifier_route"] = route;
        }
        injection::add(&mut told, &query, &brief, self.engine.brief_rules());
        by_channel(&mut told, &recalled);
        let hits = || recalled.hits.iter();
        let summaries = hits().map(|hit| summary(&scored(hit.clone(), false, threshold)));
        told["summary_results"] = json!(summaries.collect::<Vec<_>>());
        let finals = hits().map(|hit| explained(hit, threshold));
        told["final_results"] = finals.collect();
        Ok(told)
    }
}

fn is_filtered(request: &RecallRequest) -> bool {
    let named = [
        &request.agent,
        &request.session,
        &request.from,
        &request.to,
        &request.before,
        &request.after,
    ];
    let some = |list: &Option<Vec<String>>| list.as_ref().is_some_and(|list| !list.is_empty());
    named.into_iter().any(Option::is_some)
        || request.memory_type.is_some()
        || some(&request.tags)
        || some(&request.kinds)
}

/// Only the published ranking spreads agents and tags.
fn weights(recalled: &Recalled) -> Value {
    let channels = &recalled.channels;
    json!({
        "vector": channels.vector,
        "fts": channels.fts,
        "exact": channels.exact,
        "recency": channels.recency,
    })
}

/// What the question points at, where it does, and what of it was found.
fn route(recalled: &Recalled) -> Option<Value> {
    let (question, route) = (&recalled.question, &recalled.question.route);
    if !question.is_literal() && route.kinds.is_empty() {
        return None;
    }
    let said = |word: &&String| {
        let has = |hit: &Remembered| hit.record.text.to_lowercase().contains(word.as_str());
        recalled.hits.iter().any(has)
    };
    let named = question.literals().chain(&route.matched);
    let kinds = route.kinds.iter().map(|kind| kind.name());
    let published = recalled.ranking == Ranking::Memoryoss;
    Some(json!({
        "active": published && route.reason(question).is_some(),
        "enabled": route.enabled,
        "identifiers": question.literals().collect::<Vec<_>>(),
        "kinds": kinds.collect::<Vec<_>>(),
        "matched_terms": named.filter(said).collect::<Vec<_>>(),
        "focus_terms": route.focus,
    }))
}

/// What each channel found, its best first.
fn by_channel(told: &mut Value, recalled: &Recalled) {
    type Told = (f64, Value);
    let sorted = |mut list: Vec<Told>| -> Value {
        list.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        list.into_iter().map(|(_, told)| told).collect()
    };
    let (mut vector, mut fts, mut exact) = (Vec::new(), Vec::new(), Vec::new());
    for hit in &recalled.hits {
        let (id, channels) = (&hit.record.id, Strengths::of(&hit.reasons));
        if let Some(near) = hit.cosine {
            vector.push((near, json!({ "id": id, "similarity": round(near) })));
        }
        if hit.words > 0.0 {
            let told = json!({
                "id": id, "bm25_raw": round(hit.words), "normalized": round(channels.fts),
            });
            fts.push((hit.words, told));
        }
        if channels.exact > 0.0 {
            let told = json!({ "id": id, "score": round(channels.exact) });
            exact.push((channels.exact, told));
        }
    }
    told["vector_results"] = sorted(vector);
    told["fts_results"] = sorted(fts);
    told["exact_results"] = sorted(exact);
}

/// What a score is made of: the shares of its features add up to it.
fn explained(hit: &Remembered, threshold: f64) -> Value {
    let channels = Strengths::of(&hit.reasons);
    let reason = |name: &str| hit.reasons.iter().find(|reason| reason.feature == name);
    let shares = hit
        .reasons
        .iter()
        .filter(|reason| !["trust", "page"].contains(&reason.feature));
    let status = status_factor(hit.record.status);
    let factor = reason("trust").map_or(1.0, |reason| reason.value);
    let features = hit.reasons.iter().map(|reason| Feature {
        feature: reason.feature.to_owned(),
        value: round(reason.value),
        share: round(reason.share),
        guessed: reason.guessed,
    });
    json!({
        "memory": memory(hit.record.clone()),
        "provenance": hit.provenance(),
        "channels": {
            "vector": round(channels.vector),
            "fts": round(channels.fts),
            "exact": round(channels.exact),
        },
        "max_channel_score": round(channels.most()),
        "base_score": round(shares.map(|reason| reason.share).sum()),
        "recency_score": round(reason("recency").map_or(0.0, |reason| reason.share)),
        "confidence_factor": 1.0,
        "status_factor": status,
        "trust_score": round(hit.trusted.score),
        "trust_confidence_low": round(hit.trusted.low),
        "trust_confidence_high": round(hit.trusted.high),
        "trust_signals": trust_signals(&hit.trusted),
        "trust_multiplier": round(factor / status),
        "primitive_score": 0.0,
        "final_score": round(hit.score),
        "low_trust": hit.trusted.score < threshold,
        "features": features.collect::<Vec<_>>(),
        "matched": hit.matched,
    })
}

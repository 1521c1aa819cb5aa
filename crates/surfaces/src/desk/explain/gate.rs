//! The gate, as it is told.

use mneme_engine::gate::{Considered, Gate};
use mneme_engine::{Recalled, Remembered};
use serde_json::{Value, json};

use super::found;
use crate::desk::convert::{confidence, round};
use crate::desk::lifecycle::is_eligible;

pub fn gate(recalled: &Recalled, threshold: f64) -> Value {
    let hits = recalled.hits.iter().map(|hit| considered(hit, threshold));
    let gate = Gate::of(&recalled.question, &hits.collect::<Vec<_>>());
    json!({
        "enabled": true,
        "decision": gate.decision.name(),
        "reasons": gate.reasons,
        "considered_count": gate.considered,
        "qualified_count": gate.qualified,
        "unsafe_filtered": 0,
        "ineligible_filtered": gate.ineligible,
        "low_trust_filtered": gate.low_trust,
        "below_threshold_filtered": gate.below,
        "top_score": gate.top.map(|top| round(top.score)),
        "second_score": gate.second_score.map(round),
        "score_gap": gate.gap().map(round),
        "top_max_channel_score": gate.top.map(|top| round(top.channel)),
        "top_trust_score": gate.top.map(|top| round(top.trust)),
        "top_confidence": gate.top.and_then(|top| top.confidence),
    })
}

fn considered(hit: &Remembered, threshold: f64) -> Considered {
    let channels = found(hit);
    let told = &hit.record.outcome;
    Considered {
        score: hit.score,
        eligible: is_eligible(&hit.record),
        low_trust: hit.trusted.score < threshold,
        channel: channels.most(),
        trust: hit.trusted.score,
        confidence: confidence(told),
        settled: told.confirms > 0 || hit.record.evidence > 1,
        literal: channels.exact > 0.0,
        matched: hit.matched.clone(),
    }
}

//! The gate, as it is told.

use mneme_engine::gate::Gate;
use serde_json::{Value, json};

use crate::desk::convert::round;

pub fn gate(gate: &Gate) -> Value {
    json!({
        "enabled": gate.enabled,
        "decision": gate.decision.name(),
        "reasons": gate.reasons,
        "considered_count": gate.considered,
        "qualified_count": gate.qualified,
        "unsafe_filtered": gate.dangerous,
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

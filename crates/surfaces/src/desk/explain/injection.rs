//! What would be put before a model with a question, as it is told.

use mneme_engine::brief::{Brief, Rules, TaskKind};
use serde_json::{Value, json};

/// Adds it to an explanation.
pub fn add(told: &mut Value, query: &str, brief: &Brief, rules: &Rules) {
    told["retrieval_gate"] = super::gate::gate(&brief.gate);
    told["policy_firewall"] = json!(brief.policy);
    // What work a question is about does not hang on what is known of it.
    if let Some((kind, words)) = TaskKind::of(query) {
        told["task_context"] = json!({ "kind": kind.name(), "matched_terms": words });
    }
    if let Some(state) = &brief.task_state {
        told["task_state"] = json!(state);
    }
    let filtered = brief
        .filtered
        .iter()
        .map(|one| json!({ "memory_id": one.memory_id, "reason": one.why.name() }));
    told["injection"] = json!({
        "would_inject": brief.block.is_some(),
        "content": brief.block,
        "tokens": brief.tokens,
        "memory_ids": brief.injected.iter().map(|one| &one.memory_id).collect::<Vec<_>>(),
        "filtered": filtered.collect::<Vec<_>>(),
        "stopped": brief.stop,
        "read_by": brief.read_by.name(),
        "min_recall_score": rules.min_recall_score,
        "min_channel_score": rules.min_channel_score,
        "diversity_factor": rules.diversity_factor,
    });
}

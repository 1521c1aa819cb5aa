//! What the gateway has done since it started.

use axum::Json;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use mneme_wire::shapes::ReviewSummary;
use serde_json::{Value, json};
use tokio::time::timeout;

use crate::answer::Result;
use crate::router::Gateway;
use crate::settings::Settings;
use crate::signals;

const BYTES_A_TOKEN: u64 = 4;

/// For whoever has a key of ours. Addresses and keys are nobody's business.
pub async fn show(gateway: &Gateway, parts: &Parts) -> Result<Response> {
    let caller = gateway.holder(parts).await?;
    let settings = &gateway.settings;
    let waiting = timeout(settings.patience, gateway.memory.waiting(&caller)).await;
    // Of what waits nothing is known while memory is away.
    let waiting = waiting.ok().and_then(|told| told.ok());
    Ok(Json(stats(settings, gateway.rules.count(), waiting)).into_response())
}

fn stats(settings: &Settings, rules: usize, waiting: Option<ReviewSummary>) -> Value {
    let coprocessor = match settings.extraction.coprocessor {
        true => "local_heuristic",
        false => "off",
    };
    json!({
        "proxy_enabled": settings.enabled,
        "extract_model": settings.extraction.model,
        "max_memory_pct": settings.max_memory_pct,
        "min_recall_score": settings.min_recall_score,
        "confidence_gate": settings.confidence_gate,
        "identifier_first_routing": settings.identifier_first.unwrap_or(true),
        "memory_coprocessor": coprocessor,
        "log_privacy_mode": settings.privacy,
        "key_mappings": settings.keys.len(),
        "default_memory_mode": settings.mode.kind.name(),
        "placement": settings.placement.name(),
        "record": if settings.record_turns { "turns" } else { "facts" },
        "rules_known": rules,
        "review_queue_summary": waiting,
        "metrics": metrics(),
        "tokens": tokens(),
    })
}

fn metrics() -> Value {
    json!({
        "total_requests": signals::REQUESTS.get(),
        "memories_injected": signals::INJECTED.get(),
        "gate_inject": signals::GATE_INJECT.get(),
        "gate_abstain": signals::GATE_ABSTAIN.get(),
        "gate_need_more_evidence": signals::GATE_NEED_MORE.get(),
        "policy_block": signals::POLICY_BLOCK.get(),
        "policy_require_confirmation": signals::POLICY_CONFIRM.get(),
        "policy_warn": signals::POLICY_WARN.get(),
        "facts_extracted": signals::FACTS.get(),
        "upstream_errors": signals::UPSTREAM_ERRORS.get(),
        "bypassed": signals::BYPASSED.get(),
        "extractions_dropped": signals::UNLEARNED.get(),
        "extractions_lost": signals::LOST.get(),
        "answers_unheard": signals::UNHEARD.get(),
        "answers_broken_off": signals::BROKEN.get(),
        "turns_recorded": signals::TURNS.get(),
        "recordings_dropped": signals::UNKEPT.get(),
    })
}

/// What memory cost, and what its place spared: tokens of earlier turns a provider may have in its
/// cache, which a block before the conversation would have made it read anew. An estimate is called
/// one.
fn tokens() -> Value {
    let (all, safe) = (signals::CONVERSED.get(), signals::CACHEABLE.get());
    let ratio = match all {
        0 => 1.0,
        all => safe as f64 / all as f64,
    };
    json!({
        "injected": signals::TOKENS.get(),
        "saved_estimate": signals::SPARED.get() / BYTES_A_TOKEN,
        "cache_safe_ratio": ratio,
    })
}

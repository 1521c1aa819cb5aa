//! How calls of models pass through, as `config show` tells it.

use mneme_gateway::Passthrough;

use super::{Values, set};
use crate::settings::Settings;

pub fn proxy(settings: &Settings) -> Values {
    let gateway = &settings.gateway;
    let extraction = &gateway.extraction;
    let coprocessor = match extraction.coprocessor {
        true => "local_heuristic",
        false => "off",
    };
    let sizes = gateway.context_sizes.iter();
    let sizes: Vec<String> = sizes
        .map(|(model, size)| format!("{model}: {size}"))
        .collect();
    let keys = gateway
        .keys
        .iter()
        .map(|mapping| mapping.namespace.as_str());
    let after = gateway.mode.after.map(|after| after.rfc3339());
    vec![
        ("proxy.enabled", gateway.enabled.to_string()),
        ("proxy.upstream_url", gateway.openai.url.clone()),
        ("proxy.upstream_api_key", set(gateway.openai.key.is_some())),
        (
            "proxy.anthropic_upstream_url",
            gateway.anthropic.url.clone(),
        ),
        (
            "proxy.anthropic_api_key",
            set(gateway.anthropic.key.is_some()),
        ),
        ("proxy.extract_provider", extraction.by.name().into()),
        ("proxy.extract_model", extraction.model.clone()),
        ("proxy.extract_api_key", set(extraction.key.is_some())),
        ("proxy.extraction_enabled", extraction.enabled.to_string()),
        ("proxy.max_memory_pct", gateway.max_memory_pct.to_string()),
        (
            "proxy.min_recall_score",
            gateway.min_recall_score.to_string(),
        ),
        (
            "proxy.min_channel_score",
            gateway.min_channel_score.to_string(),
        ),
        (
            "proxy.diversity_factor",
            gateway.diversity_factor.to_string(),
        ),
        ("proxy.confidence_gate", gateway.confidence_gate.to_string()),
        ("proxy.memory_coprocessor", coprocessor.into()),
        ("proxy.default_memory_mode", gateway.mode.kind.name().into()),
        ("proxy.memory_after_date", after.unwrap_or_default()),
        (
            "proxy.allow_client_memory_control",
            gateway.client_control.to_string(),
        ),
        (
            "proxy.passthrough_auth",
            (gateway.passthrough != Passthrough::No).to_string(),
        ),
        (
            "proxy.passthrough_local_only",
            (gateway.passthrough != Passthrough::Anywhere).to_string(),
        ),
        ("proxy.privacy_mode", gateway.privacy.to_string()),
        ("proxy.model_context_sizes", sizes.join(", ")),
        ("proxy.key_mapping", keys.collect::<Vec<_>>().join(", ")),
    ]
}

pub fn gateway(settings: &Settings) -> Values {
    let gateway = &settings.gateway;
    let port = settings.hybrid.core_port;
    vec![
        (
            "gateway.record",
            String::from(if gateway.record_turns {
                "turns"
            } else {
                "facts"
            }),
        ),
        ("gateway.placement", gateway.placement.name().into()),
        (
            "gateway.patience_ms",
            gateway.patience.as_millis().to_string(),
        ),
        (
            "gateway.reading_ms",
            gateway.reading.as_millis().to_string(),
        ),
        (
            "gateway.rules_ms",
            gateway.rules_every.as_millis().to_string(),
        ),
        (
            "gateway.silence_ms",
            gateway.silence.as_millis().to_string(),
        ),
        (
            "gateway.max_request_bytes",
            gateway.request_bytes.to_string(),
        ),
        (
            "gateway.max_reply_bytes",
            gateway
                .reply_bytes
                .map_or_else(String::new, |bytes| bytes.to_string()),
        ),
        ("gateway.hybrid", settings.hybrid.wanted.to_string()),
        (
            "gateway.core_port",
            port.map_or_else(String::new, |port| port.to_string()),
        ),
        (
            "gateway.core_silence_ms",
            settings.hybrid.core_silence.as_millis().to_string(),
        ),
    ]
}

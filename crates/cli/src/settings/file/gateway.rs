//! What the file says of calls that pass through: `proxy` has the names memoryOSS gave them,
//! `gateway` what is ours alone.

use std::collections::BTreeMap;

use serde::Deserialize;

#[derive(Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ProxySection {
    pub enabled: Option<bool>,
    /// Where OpenAI's calls go, and with which key.
    pub upstream_url: Option<String>,
    pub upstream_api_key: Option<String>,
    /// Where Anthropic's messages go, to the last step, and with which key.
    pub anthropic_upstream_url: Option<String>,
    pub anthropic_api_key: Option<String>,
    /// Who reads facts out of conversations: `openai`, `claude` or `ollama`.
    pub extract_provider: Option<String>,
    pub extract_model: Option<String>,
    pub extract_api_key: Option<String>,
    pub extraction_enabled: Option<bool>,
    /// Which share of a model's context memory may take; 0 to 1.
    pub max_memory_pct: Option<f64>,
    pub min_recall_score: Option<f64>,
    pub min_channel_score: Option<f64>,
    pub diversity_factor: Option<f64>,
    pub confidence_gate: Option<bool>,
    /// `off` or `local_heuristic`.
    pub memory_coprocessor: Option<String>,
    /// `full`, `readonly`, `after` or `off`.
    pub default_memory_mode: Option<String>,
    pub memory_after_date: Option<String>,
    pub allow_client_memory_control: Option<bool>,
    pub passthrough_auth: Option<bool>,
    pub passthrough_local_only: Option<bool>,
    pub privacy_mode: Option<bool>,
    pub model_context_sizes: BTreeMap<String, u64>,
    pub key_mapping: Vec<MappingSection>,
}

#[derive(Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct MappingSection {
    pub proxy_key: String,
    pub upstream_key: Option<String>,
    pub namespace: Option<String>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct GatewaySection {
    /// What is kept of what passes: `facts`, or `turns` as well, what was said itself.
    pub record: Option<String>,
    /// `tail`, behind what a provider may have in its cache, or `system`.
    pub placement: Option<String>,
    /// How long a call waits for memory before it goes without.
    pub patience_ms: Option<u64>,
    /// How long it waits for the model to read its question.
    pub reading_ms: Option<u64>,
    /// How often the rules are looked at that hold when memory is gone.
    pub rules_ms: Option<u64>,
    /// How long a provider may say nothing before a client is told so; a stream may once it has begun.
    pub silence_ms: Option<u64>,
    pub max_request_bytes: Option<usize>,
    /// From which length on an answer that is no stream is refused; none passes unsaid.
    pub max_reply_bytes: Option<usize>,
    /// Whether the store is kept by a process of its own.
    pub hybrid: Option<bool>,
    /// Where that one listens, on this machine.
    pub core_port: Option<u16>,
    /// How long it may say nothing at all before it is killed and started again.
    pub core_silence_ms: Option<u64>,
}

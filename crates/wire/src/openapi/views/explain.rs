//! How a question is answered.

use schemars::JsonSchema;

use super::TrustSignals;
use super::injection::{Injection, PolicyFirewall, TaskContext, TaskState};
use crate::shapes::{ChannelWeights, Feature, Memory, ReviewSummary, Summary};

#[derive(JsonSchema)]
#[schemars(rename = "Explained")]
pub struct ExplainView {
    pub query: String,
    pub namespace: String,
    pub ranking: String,
    pub indexer_lag: u64,
    pub used_vector: bool,
    pub used_fts: bool,
    pub consistency: String,
    pub identifiers: Vec<String>,
    pub idf_boost: f64,
    pub min_channel_score: f64,
    pub diversity_factor: f64,
    pub weights: ChannelWeights,
    pub retrieval_gate: Gate,
    pub review_queue_summary: ReviewSummary,
    /// Where the question has filters: what passed them.
    #[schemars(default, skip_serializing_if = "Option::is_none")]
    pub candidate_filter_count: Option<u64>,
    /// Where the question points at something.
    #[schemars(default, skip_serializing_if = "Option::is_none")]
    pub identifier_route: Option<IdentifierRoute>,
    pub vector_results: Vec<VectorResult>,
    pub fts_results: Vec<FtsResult>,
    pub exact_results: Vec<ExactResult>,
    pub summary_results: Vec<Summary>,
    pub final_results: Vec<FinalResult>,
    /// What would be put before a model with this question.
    pub injection: Injection,
    pub policy_firewall: PolicyFirewall,
    /// Where the question is a piece of work of a known kind.
    #[schemars(default, skip_serializing_if = "Option::is_none")]
    pub task_context: Option<TaskContext>,
    #[schemars(default, skip_serializing_if = "Option::is_none")]
    pub task_state: Option<TaskState>,
}

/// Whether anything is good enough to be put before a model.
#[derive(JsonSchema)]
#[schemars(rename = "RetrievalGate")]
pub struct Gate {
    pub enabled: bool,
    pub decision: String,
    pub reasons: Vec<String>,
    pub considered_count: u64,
    pub qualified_count: u64,
    pub unsafe_filtered: u64,
    pub ineligible_filtered: u64,
    pub low_trust_filtered: u64,
    pub below_threshold_filtered: u64,
    pub top_score: Option<f64>,
    pub second_score: Option<f64>,
    pub score_gap: Option<f64>,
    pub top_max_channel_score: Option<f64>,
    pub top_trust_score: Option<f64>,
    pub top_confidence: Option<f64>,
}

#[derive(JsonSchema)]
pub struct IdentifierRoute {
    pub active: bool,
    pub enabled: bool,
    pub identifiers: Vec<String>,
    pub kinds: Vec<String>,
    pub matched_terms: Vec<String>,
    pub focus_terms: Vec<String>,
}

#[derive(JsonSchema)]
pub struct VectorResult {
    pub id: String,
    pub similarity: f64,
}

#[derive(JsonSchema)]
pub struct FtsResult {
    pub id: String,
    pub bm25_raw: f64,
    pub normalized: f64,
}

#[derive(JsonSchema)]
pub struct ExactResult {
    pub id: String,
    pub score: f64,
}

#[derive(JsonSchema)]
pub struct FinalResult {
    pub memory: Memory,
    pub provenance: Vec<String>,
    pub channels: Channels,
    pub max_channel_score: f64,
    pub base_score: f64,
    pub recency_score: f64,
    pub confidence_factor: f64,
    pub status_factor: f64,
    pub trust_score: f64,
    pub trust_confidence_low: f64,
    pub trust_confidence_high: f64,
    pub trust_signals: TrustSignals,
    pub trust_multiplier: f64,
    pub primitive_score: f64,
    pub final_score: f64,
    pub low_trust: bool,
    pub features: Vec<Feature>,
    pub matched: Vec<String>,
}

#[derive(JsonSchema)]
pub struct Channels {
    pub vector: f64,
    pub fts: f64,
    pub exact: f64,
}

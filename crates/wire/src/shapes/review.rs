//! What waits for somebody's word, and the word.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct ReviewQueueRequest {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub namespace: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<usize>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct ReviewQueueReply {
    pub namespace: String,
    pub limit: usize,
    pub summary: ReviewSummary,
    pub items: Vec<ReviewItem>,
}

#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct ReviewSummary {
    pub pending: u64,
    pub candidate: u64,
    pub contested: u64,
    pub rejected: u64,
    pub suggested_confirm: u64,
    pub suggested_reject: u64,
    pub suggested_supersede: u64,
    pub oldest_age_hours: f64,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct ReviewItem {
    /// What an action names it by.
    pub review_key: String,
    /// `contested`, `rejected` or `candidate`.
    pub queue_kind: String,
    pub status: String,
    pub suggested_action: String,
    pub available_actions: Vec<String>,
    pub age_hours: f64,
    pub preview: String,
    pub source: String,
    pub confidence: Option<f64>,
    pub evidence_count: u64,
    pub trust_score: f64,
    pub trust_confidence_low: f64,
    pub trust_confidence_high: f64,
    pub low_trust: bool,
    pub tags: Vec<String>,
    pub agent: Option<String>,
    pub session: Option<String>,
    pub contradiction_count: u64,
    /// Other memories that say exactly the same.
    pub duplicate_content_count: u64,
    pub review_event_count: u64,
    pub last_review_at: Option<String>,
    pub last_review_action: Option<String>,
    pub stale_governance: bool,
    pub replacement_options: Vec<ReplacementOption>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct ReplacementOption {
    pub review_key: String,
    pub preview: String,
    pub status: String,
    pub relation: String,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct ReviewActionRequest {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub namespace: Option<String>,
    /// As the queue names it; a bare id is understood too.
    pub review_key: String,
    /// `confirm`, `reject` or `supersede`.
    #[serde(default)]
    pub action: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub supersede_with_review_key: Option<String>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct ReviewActionReply {
    pub review_key: String,
    /// The list it stood on; none where it waited for nobody.
    pub queue_kind_before: Option<String>,
    pub action: String,
    pub namespace: String,
    pub memory: ReviewedMemory,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replacement: Option<Replacement>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct ReviewedMemory {
    pub review_key: String,
    pub status: String,
    pub confidence: Option<f64>,
    pub evidence_count: u64,
    pub superseded_by: Option<String>,
    pub contradicts_with: Vec<String>,
    pub confirm_count: u64,
    pub reject_count: u64,
    pub supersede_count: u64,
    pub review_event_count: u64,
    pub last_review: Option<ReviewEvent>,
    pub team_governance: Option<serde_json::Value>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Replacement {
    pub review_key: String,
    pub status: String,
    pub review_event_count: u64,
    pub last_review: Option<ReviewEvent>,
    pub team_governance: Option<serde_json::Value>,
}

/// One word somebody said of a memory.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct ReviewEvent {
    pub at: String,
    pub actor: String,
    pub action: String,
    pub via: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub queue_kind: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub superseded_by: Option<String>,
}

//! What memories turned out to be worth.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct FeedbackRequest {
    pub id: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub namespace: Option<String>,
    /// `confirm`, `reject` or `supersede`.
    #[serde(default)]
    pub action: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub superseded_by: Option<String>,
}

/// How the memory stands now.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct FeedbackReply {
    pub id: String,
    pub status: String,
    /// Absent where it is as sure as whoever wrote it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
    pub evidence_count: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_verified_at: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub superseded_by: Option<String>,
    /// Memories that say the contrary, as long as nobody has settled it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub contradicts_with: Vec<String>,
    /// How often it was put before a model, and learnt again from what was said there.
    pub injection_count: u64,
    pub reuse_count: u64,
    pub confirm_count: u64,
    pub reject_count: u64,
    pub supersede_count: u64,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct TrustStatsRequest {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub namespace: Option<String>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct TrustStatsReply {
    /// What is trusted less than this has `low_trust`.
    pub threshold: f64,
    pub source_reputations: Vec<SourceReputation>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct SourceReputation {
    /// The id of a key, or the name of a local door.
    pub source_key: String,
    pub reputation: f64,
    /// Where the reputation is with 95 of 100 chances.
    pub confidence_low: f64,
    pub confidence_high: f64,
    pub alpha: f64,
    pub beta: f64,
}

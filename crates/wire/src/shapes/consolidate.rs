//! Making one memory of several that say the same.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct ConsolidateRequest {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub namespace: Option<String>,
    /// From which likeness on, 0 to 1 [default: 0.9].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threshold: Option<f64>,
    /// So many groups at most [default: 50].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_clusters: Option<usize>,
    #[serde(default)]
    pub dry_run: bool,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct ConsolidateReply {
    pub groups: Vec<ConsolidatedGroup>,
    pub total_merged: u64,
    pub derived_created: u64,
    pub active_before: u64,
    pub active_after: u64,
    pub active_reduction: u64,
    /// Of the memories that were looked at, those that say what another one says.
    pub duplicate_rate_before: f64,
    pub duplicate_rate_after: f64,
    pub dry_run: bool,
    /// `total_merged`, as a published client calls it.
    pub merged_count: u64,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct ConsolidatedGroup {
    pub kept: String,
    pub merged: Vec<String>,
    pub avg_similarity: f64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub derived_id: Option<String>,
    pub source_ids: Vec<String>,
    /// The first three once more, as a published client calls them.
    pub representative_id: String,
    pub merged_ids: Vec<String>,
    pub similarity: f64,
}

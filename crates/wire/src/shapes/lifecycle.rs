//! Where memories stand, and what is put away because nobody has a use for it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{TypeWord, is_false};
use crate::openapi::views::InspectedView;

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct DecayRequest {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub namespace: Option<String>,
    /// After so many days without a use; the setting's, where none is named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after_days: Option<u64>,
    /// Only tell what would be done.
    #[serde(default, skip_serializing_if = "is_false")]
    pub dry_run: bool,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct DecayReply {
    pub dry_run: bool,
    pub looked_at: u64,
    pub stale: u64,
    pub archived: u64,
    pub memories: Vec<DecayedMemory>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct DecayedMemory {
    pub id: String,
    pub namespace: String,
    pub preview: String,
    /// Words of the whole table of states.
    pub from: String,
    pub to: String,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct LifecycleRequest {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub namespace: Option<String>,
    /// A published status, or a state of the whole table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<usize>,
    #[serde(default, skip_serializing_if = "is_false")]
    pub include_archived: bool,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct LifecycleReply {
    pub namespace: String,
    pub summary: LifecycleSummary,
    pub filters: LifecycleFilters,
    /// Newest first, each as it is inspected.
    #[schemars(with = "Vec<InspectedView>")]
    pub memories: Vec<Value>,
}

#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct LifecycleSummary {
    pub total: u64,
    pub active: u64,
    pub candidate: u64,
    pub contested: u64,
    pub stale: u64,
    pub archived: u64,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct LifecycleFilters {
    pub status: Option<String>,
    pub limit: usize,
    pub include_archived: bool,
}

/// The outside of a record.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct PeekRequest {
    pub id: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub namespace: Option<String>,
    /// Also the first so many characters of its words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content_chars: Option<usize>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct PeekReply {
    pub id: String,
    pub agent: Option<String>,
    pub session: Option<String>,
    pub namespace: Option<String>,
    pub tags: Vec<String>,
    #[schemars(with = "TypeWord")]
    pub memory_type: mneme_model::MemoryType,
    pub created_at: String,
    pub updated_at: String,
    pub content_bytes: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content: Option<String>,
}

//! Taking in what another store exported.

use mneme_model::MemoryType;
use mneme_model::event::Metadata;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Aside, StoreReply, TypeWord};

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct ImportRequest {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub namespace: Option<String>,
    pub memories: Vec<ImportedMemory>,
}

/// A memory of an export, with what an import keeps of it. Those of other systems may lack
/// some.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct ImportedMemory {
    pub id: String,
    pub content: String,
    pub tags: Vec<String>,
    pub agent: Option<String>,
    pub session: Option<String>,
    pub speaker: Option<String>,
    pub kind: Option<String>,
    #[schemars(with = "TypeWord")]
    pub memory_type: MemoryType,
    /// `stale` was superseded, `contested` is doubted and `candidate` not confirmed yet; everything
    /// else is believed.
    pub status: String,
    /// The same in a word of its own, where four do not tell it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub state: String,
    pub archived: bool,
    pub superseded_by: Option<String>,
    /// What spoke against it there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub contradicts_with: Vec<String>,
    /// What it was made of there: those come before it, in an earlier call or earlier in this one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub derived_from: Vec<String>,
    pub pinned: bool,
    pub version: u64,
    pub evidence_count: u64,
    pub confirm_count: u64,
    pub reject_count: u64,
    pub supersede_count: u64,
    pub confidence: Option<f64>,
    pub last_verified_at: Option<String>,
    /// When somebody last said anything of it.
    pub last_outcome_at: Option<String>,
    /// On whose word it was written there.
    pub source_key: Option<String>,
    pub created_at: Option<String>,
    pub updated_at: Option<String>,
    /// When it is not given, when it was first recorded.
    pub occurred_at: Option<String>,
    pub metadata: Metadata,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub noted: Option<Aside>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct ImportReply {
    /// In the order they came.
    pub stored: Vec<StoreReply>,
}

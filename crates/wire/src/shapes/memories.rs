//! What is known.

use mneme_model::MemoryType;
use mneme_model::event::Metadata;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Aside, ReviewEvent, TypeWord, is_false, objects};

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct StoreRequest {
    pub content: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tags: Option<Vec<String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speaker: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub namespace: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<TypeWord>")]
    pub memory_type: Option<MemoryType>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub occurred_at: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub metadata: Option<Metadata>,
    /// What it means, as long as vectors of the server's model are; else that model reads it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub embedding: Option<Vec<f32>>,
    /// The words say nothing to anybody but their owner: they come with their `embedding`.
    #[serde(default, skip_serializing_if = "is_false")]
    pub zero_knowledge: bool,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct StoreReply {
    pub id: String,
    pub version: u64,
    #[serde(default, skip_serializing_if = "is_false")]
    pub duplicate: bool,
    /// These words had been forgotten. Stored on purpose they are kept again; imported they
    /// are not.
    #[serde(default, skip_serializing_if = "is_false")]
    pub forgotten: bool,
    /// Memories that say the contrary: both are contested until somebody settles it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub contradicts_with: Vec<String>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct StoreBatchRequest {
    #[serde(deserialize_with = "objects::several")]
    pub memories: Vec<StoreRequest>,
    /// Told by a machine, not by somebody on purpose: words that are known already are no
    /// further evidence, and what was forgotten stays forgotten.
    #[serde(default, skip_serializing_if = "is_false")]
    pub imported: bool,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct StoreBatchReply {
    pub stored: Vec<StoreReply>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct UpdateRequest {
    pub id: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub namespace: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub content: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tags: Option<Vec<String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<TypeWord>")]
    pub memory_type: Option<MemoryType>,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct UpdateReply {
    pub id: String,
    pub version: u64,
    pub updated_at: String,
    pub status: String,
    pub eligible_for_injection: bool,
    pub contradicts_with: Vec<String>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct ListRequest {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub namespace: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct ListReply {
    pub namespace: String,
    pub agent: Option<String>,
    pub session: Option<String>,
    pub count: usize,
    pub memories: Vec<Memory>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct InspectRequest {
    pub id: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub namespace: Option<String>,
}

/// A record: a memory, or an event in the same clothes.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Memory {
    pub id: String,
    pub content: String,
    pub kind: String,
    pub tags: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speaker: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub namespace: Option<String>,
    #[schemars(with = "TypeWord")]
    pub memory_type: MemoryType,
    pub status: String,
    /// The same in a word of its own, where four do not tell it: `superseded`, `archived`,
    /// `rejected`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub state: String,
    pub version: u64,
    pub created_at: String,
    pub updated_at: String,
    pub occurred_at: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source_key: Option<String>,
    #[serde(default)]
    pub archived: bool,
    pub evidence_count: u64,
    /// Absent where it is as sure as whoever wrote it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_verified_at: Option<String>,
    /// SHA-256 of its words; absent where only their owner can read them.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub content_hash: String,
    /// How often it was put before a model.
    #[serde(default)]
    pub injection_count: u64,
    /// How often it was learnt again from what was said there; absent in a plain export.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reuse_count: Option<u64>,
    /// How often somebody said this of it.
    #[serde(default)]
    pub confirm_count: u64,
    #[serde(default)]
    pub reject_count: u64,
    #[serde(default)]
    pub supersede_count: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_injected_at: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_reused_at: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_outcome_at: Option<String>,
    /// Somebody wants it kept at hand; absent where nobody does.
    #[serde(default, skip_serializing_if = "is_false")]
    pub pinned: bool,
    /// The memory that took this one's place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub superseded_by: Option<String>,
    /// Memories whose place this one took; told where one record is asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub supersedes: Vec<String>,
    /// Memories that say the contrary, as long as nobody has settled it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub contradicts_with: Vec<String>,
    /// Memories this one was made of, where it was made of any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub derived_from: Vec<String>,
    #[serde(default, skip_serializing_if = "Metadata::is_empty")]
    pub metadata: Metadata,
    /// Told where everything is taken along.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub noted: Option<Aside>,
    /// What was said of it, oldest first, the last twenty; told to its owner.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub review_events: Vec<ReviewEvent>,
}

//! Asking.

use std::collections::BTreeMap;

use mneme_model::MemoryType;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Memory, TypeWord, is_false, objects};
use crate::Fault;

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct RecallRequest {
    pub query: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub namespace: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<TypeWord>")]
    pub memory_type: Option<MemoryType>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kinds: Option<Vec<String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tags: Option<Vec<String>>,
    /// When it occurred, both included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// When it was first recorded, both excluded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub as_of: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
    /// Also pack the evidence into this many tokens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub budget: Option<usize>,
    /// Also say why each hit ranked.
    #[serde(default, skip_serializing_if = "is_false")]
    pub explain: bool,
    /// `mneme` or `memoryoss`; the server's own when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ranking: Option<String>,
    /// `strong` or `eventual`. What was acknowledged is found by its words either way; with `strong` by its
    /// meaning, too: a model that has not read it yet is waited for, two seconds at most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub consistency: Option<String>,
    /// Weights of the four channels of the ranking `memoryoss`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weights: Option<ChannelWeights>,
    /// The asker's now, from which `last week` counts; the server's clock when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub now: Option<String>,
    /// What it means, as long as vectors of the server's model are; else that model reads it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub query_embedding: Option<Vec<f32>>,
    /// Also in every namespace that was opened to the caller.
    #[serde(default, skip_serializing_if = "is_false")]
    pub shared: bool,
}

/// Each between 0 and 1; one that is not given keeps its default.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct ChannelWeights {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vector: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fts: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exact: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recency: Option<f64>,
    /// Names there are no channels of: told, not ignored.
    #[serde(flatten)]
    pub unknown: BTreeMap<String, Value>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct RecallReply {
    pub memories: Vec<ScoredMemory>,
    /// The same in the same order, in a sentence each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub summaries: Vec<Summary>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_cursor: Option<String>,
    /// The same once more, as a published client calls it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub context: Option<Context>,
    /// What was looked for, when explaining.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<QuestionShape>,
    /// Why it went by words alone, where a model is configured and cannot be used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub words_only: Option<Fault>,
}

impl RecallReply {
    /// On its way out of a door: what it hints at names the command people have.
    pub fn worded(self) -> Self {
        Self {
            words_only: self.words_only.map(Fault::worded),
            ..self
        }
    }
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct ScoredMemory {
    pub memory: Memory,
    pub score: f64,
    pub provenance: Vec<String>,
    pub trust_score: f64,
    pub low_trust: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<Why>,
}

/// A record in one sentence, with the next as evidence.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Summary {
    pub memory_id: String,
    pub summary: String,
    pub score: f64,
    pub trust_score: f64,
    pub low_trust: bool,
    pub status: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub provenance: Vec<String>,
    pub evidence: Vec<Preview>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Preview {
    pub preview: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub provenance: Vec<String>,
}

/// Why a hit ranked where it did: shares add up to the score.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Why {
    pub features: Vec<Feature>,
    pub matched: Vec<String>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Feature {
    pub feature: String,
    pub value: f64,
    pub share: f64,
    /// Worked out from other features: the record has no vector yet.
    #[serde(default, skip_serializing_if = "is_false")]
    pub guessed: bool,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct QuestionShape {
    pub words: Vec<String>,
    pub identifiers: Vec<String>,
    /// Speakers it names.
    #[serde(default)]
    pub people: Vec<String>,
    /// The time it means.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<String>,
    /// It wants what is newest.
    #[serde(default, skip_serializing_if = "is_false")]
    pub newest: bool,
    #[serde(default)]
    pub ranking: String,
    /// The model that read it; absent when recall went by words alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// Of the ranking `memoryoss`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weights: Option<ChannelWeights>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub idf_boost: Option<f64>,
}

/// Evidence packed into a token budget.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Context {
    pub text: String,
    pub tokens: usize,
    pub budget: usize,
    pub lines: Vec<ContextLine>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct ContextLine {
    pub id: String,
    /// `evidence` or `context`.
    pub role: String,
    pub text: String,
    pub tokens: usize,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct RecallBatchRequest {
    #[serde(deserialize_with = "objects::several")]
    pub queries: Vec<RecallRequest>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct RecallBatchReply {
    pub results: Vec<RecallReply>,
}

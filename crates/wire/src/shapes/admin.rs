//! What an administrator looks at: numbers of the index, of space, of caches; the overview.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::RecallRequest;

/// A request that only says where.
macro_rules! somewhere {
    ($($(#[$doc:meta])* $request:ident)*) => {
        $($(#[$doc])*
        #[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
        pub struct $request {
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub namespace: Option<String>,
        })*
    };
}

somewhere! {
    IndexHealthRequest
    IdfStatsRequest
    SpaceStatsRequest
    CacheStatsRequest
    CacheFlushRequest
    IntentStatsRequest
    IntentFlushRequest
    PrefetchStatsRequest
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct IndexHealthReply {
    pub vector_index_size: usize,
    pub indexer_lag: u64,
    pub vector_seq: i64,
    pub fts_seq: i64,
    pub write_seq: i64,
    pub embedding_cache: CacheCount,
    /// `healthy`, `catching_up` or `behind`.
    pub status: String,
}

#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct CacheCount {
    pub valid: usize,
    pub total: usize,
}

#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct CacheStatsReply {
    pub valid_entries: usize,
    pub total_entries: usize,
}

#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct FlushReply {
    pub flushed: usize,
}

#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct IntentStatsReply {
    pub valid_entries: usize,
    pub total_entries: usize,
    pub entries: usize,
    pub hits: u64,
}

#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct PrefetchStatsReply {
    pub tracked_agents: usize,
    pub total_recorded_queries: usize,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct IdfStatsReply {
    pub total_documents: u64,
    pub unique_terms: usize,
    pub most_common: Vec<TermCount>,
    pub most_rare: Vec<TermCount>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct TermCount {
    pub term: String,
    pub doc_freq: u64,
    pub idf: f64,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct SpaceStatsReply {
    pub total_memories: u64,
    pub total_bytes: u64,
    /// `_none` for what names no agent.
    pub agents: BTreeMap<String, AgentSpace>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct AgentSpace {
    pub count: u64,
    pub total_bytes: u64,
    /// The tags it uses most.
    pub topics: Vec<String>,
    pub earliest: Option<String>,
    pub latest: Option<String>,
}

/// A question, and everything about how it is answered.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct ExplainRequest {
    pub asked: RecallRequest,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct RecentRequest {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub namespace: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<usize>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct HudRequest {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub namespace: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<usize>,
    /// `json` or `html`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub format: Option<String>,
}

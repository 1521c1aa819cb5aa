//! Health, counts, proofs, keys.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{LifecycleSummary, RetiredKey, is_false};
use crate::Fault;

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct StatsRequest {}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct StatsReply {
    pub version: String,
    pub pid: u32,
    pub data_dir: String,
    pub head: i64,
    pub index_lag: usize,
    pub disk_bytes: u64,
    #[serde(default)]
    pub storage: StorageStats,
    pub namespaces: Vec<NamespaceStats>,
    /// Empty where no server runs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub workers: Vec<WorkerStats>,
    #[serde(default)]
    pub vectors: VectorStats,
    /// Address of each open door; empty when no server runs.
    pub doors: BTreeMap<String, String>,
}

/// The disk the store is on.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct StorageStats {
    /// Left out where the system does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub free_bytes: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total_bytes: Option<u64>,
    /// There is little room, or none, or writes fail.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trouble: Option<Fault>,
    /// Commits that failed since the last that did not.
    #[serde(default)]
    pub failed_writes: u64,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct NamespaceStats {
    pub name: String,
    pub memories: u64,
    pub events: u64,
    pub text_bytes: u64,
    /// Where its memories stand.
    #[serde(default)]
    pub lifecycle: LifecycleSummary,
}

/// Work that is done by itself, and how it goes.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct WorkerStats {
    pub name: String,
    /// `running`, `paused` or `waiting`.
    pub state: String,
    pub runs: u64,
    pub errors: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_run_at: Option<String>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct VectorStats {
    /// `off`, `ready`, `missing` or `damaged`.
    pub state: String,
    /// The model's name, or why there is none.
    pub detail: String,
    /// The configured model, whether or not it is there; `off` where none is.
    #[serde(default)]
    pub model: String,
    /// Numbers in a vector of the configured model; 0 when it is off.
    #[serde(default)]
    pub dimension: usize,
    /// Journal positions the model has not read yet.
    pub behind: u64,
    pub models: Vec<ModelCount>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct ModelCount {
    pub name: String,
    pub dimension: usize,
    pub vectors: u64,
}

/// Reads everything with the configured model, then lets go of vectors of others.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct MigrateRequest {
    /// The model the caller means; another than the configured one is refused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// Only say what would be done.
    #[serde(default)]
    pub dry_run: bool,
    /// Let go of the model's own vectors too, and make them all again.
    #[serde(default, skip_serializing_if = "is_false")]
    pub force: bool,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct MigrateReply {
    pub model: String,
    /// Vectors of that model, afterwards.
    pub vectors: u64,
    /// Journal positions that had to be read.
    pub read: u64,
    /// Vectors of other models that were let go; with `force`, its own old ones too.
    pub dropped: u64,
    pub dry_run: bool,
}

/// What is on disk of the indexes, as it is.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct IndexCheckRequest {}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct IndexCheckReply {
    /// A sentence for each that is broken.
    pub broken: Vec<String>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct VerifyRequest {}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct VerifyReply {
    pub clean: bool,
    pub events: u64,
    pub rows: u64,
    /// Events of the journal that do not open; where there are some, tables are not compared.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub damaged: Vec<String>,
    pub differences: Vec<String>,
    /// Stored vectors that cannot be read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub vectors: Vec<String>,
    /// Rows of the audit that follow from each other.
    #[serde(default)]
    pub audited: u64,
    /// What breaks the audit's chain.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub audit: Vec<String>,
    /// Records the index can find.
    #[serde(default)]
    pub indexed: u64,
    /// Of these, such as are forgotten and wait for the purge: no answer has them any more.
    #[serde(default)]
    pub unpurged: u64,
    /// What the index lacks or should not have.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub index: Vec<String>,
    /// Indexes that were damaged on disk, and were made again when they were opened. Told once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mended: Vec<String>,
    /// Nodes of the tables of contents.
    #[serde(default)]
    pub nodes: u64,
    /// What they tell of that is not there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub contents: Vec<String>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct RebuildRequest {}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct RebuildReply {
    pub events: u64,
    pub documents: u64,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct NewKeyRequest {
    pub role: String,
    pub namespace: String,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct KeyReply {
    /// Only in the answer that makes the key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    pub key_id: String,
    pub role: String,
    pub namespace: String,
    /// Absent for a key of a settings file, which was made elsewhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub created_at: Option<String>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct ListKeysRequest {}

/// The keys there are, as the memory API shows them.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct AdminKeysReply {
    pub api_keys: Vec<KeyReply>,
    /// Data keys that were replaced and are still there.
    pub retired_keys: Vec<RetiredKey>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct ListKeysReply {
    pub keys: Vec<KeyReply>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct RevokeKeyRequest {
    pub key_id: String,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct RevokeKeyReply {
    pub revoked: bool,
    pub key_id: String,
}

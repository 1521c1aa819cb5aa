//! Backups.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct BackupRequest {
    /// The file to write, as an absolute path on the machine of whoever owns the store.
    pub path: String,
    /// Whether the secrets come along.
    #[serde(default)]
    pub include_key: bool,
    /// Whether a file of that name may be replaced.
    #[serde(default)]
    pub force: bool,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct BackupReply {
    pub path: String,
    pub created_at: String,
    /// Of the file.
    pub bytes: u64,
    /// Of what is in it.
    pub data_bytes: u64,
    pub files: usize,
    pub key_included: bool,
    /// The file of the data directory without which the store does not open.
    #[serde(default)]
    pub key_file: String,
    /// Events of the journal that do not open, here as little as there: a sentence each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub damaged: Vec<String>,
}

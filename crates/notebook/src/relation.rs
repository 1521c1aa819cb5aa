//! How two notes hang together.

use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Relation {
    pub id: String,
    pub source_id: String,
    pub target_id: String,
    /// Such as supersedes, extends, derives, contradicts, related.
    #[serde(rename = "type")]
    pub kind: String,
    pub created_at: String,
}

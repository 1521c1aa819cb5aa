//! Everything of a notebook, for the command line.

use serde::{Deserialize, Serialize};
use serde_json::Value;

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct NotebookExportRequest {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub namespace: Option<String>,
    /// Sessions on a page; without it, all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_sessions: Option<usize>,
    #[serde(default)]
    pub offset: usize,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct NotebookImportRequest {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub namespace: Option<String>,
    /// What an export wrote.
    pub document: Value,
    /// `merge`, `replace` or `skip`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strategy: Option<String>,
}

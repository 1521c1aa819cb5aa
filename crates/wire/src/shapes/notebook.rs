//! Everything of a notebook, for the command line.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What the notebook keeps of a record beside its words: how a session began, what a hook told,
/// the fields of a lesson.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Aside {
    /// The hook that told it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub hook: String,
    #[serde(skip_serializing_if = "Value::is_null")]
    pub data: Value,
    /// Where a session that begins works.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub project: Option<String>,
    /// The list it stands in, where it is a note.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub shelf: String,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct NotebookExportRequest {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub namespace: Option<String>,
    /// Sessions on a page; without it, all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_sessions: Option<usize>,
    #[serde(default)]
    pub offset: usize,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct NotebookImportRequest {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub namespace: Option<String>,
    /// What an export wrote.
    pub document: Value,
    /// `merge`, `replace` or `skip`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strategy: Option<String>,
}

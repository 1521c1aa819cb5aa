//! What a session came to, and what is kept of it for good.

use serde::{Deserialize, Serialize};

/// A session in a few sentences, in the published shape.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Summary {
    pub session_id: String,
    pub project: String,
    pub created_at: String,
    pub title: String,
    pub narrative: String,
    pub key_decisions: Vec<String>,
    pub files_modified: Vec<String>,
    pub concepts: Vec<String>,
    pub observation_count: usize,
}

/// What a finished session left behind.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Crystal {
    pub id: String,
    pub narrative: String,
    pub key_outcomes: Vec<String>,
    pub files_affected: Vec<String>,
    pub lessons: Vec<String>,
    pub source_action_ids: Vec<String>,
    pub session_id: String,
    pub project: String,
    pub created_at: String,
}

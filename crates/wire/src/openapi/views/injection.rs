//! What would be put before a model, and what a policy says of the request.

use schemars::JsonSchema;

#[derive(JsonSchema)]
pub struct Injection {
    pub would_inject: bool,
    /// The block as the model would read it.
    pub content: Option<String>,
    pub tokens: u64,
    pub memory_ids: Vec<String>,
    pub filtered: Vec<FilteredMemory>,
    /// `blocked` or `unconfirmed`, where a policy stops the request.
    pub stopped: Option<String>,
    pub read_by: String,
    pub min_recall_score: f64,
    pub min_channel_score: f64,
    pub diversity_factor: f64,
}

#[derive(JsonSchema)]
pub struct FilteredMemory {
    pub memory_id: String,
    pub reason: String,
}

/// What is not said does not apply.
#[derive(JsonSchema)]
pub struct PolicyFirewall {
    pub active: bool,
    pub decision: String,
    #[schemars(default, skip_serializing_if = "Vec::is_empty")]
    pub risky_actions: Vec<String>,
    #[schemars(default, skip_serializing_if = "Vec::is_empty")]
    pub matched_terms: Vec<String>,
    #[schemars(default, skip_serializing_if = "Vec::is_empty")]
    pub reasons: Vec<String>,
    #[schemars(default, skip_serializing_if = "Vec::is_empty")]
    pub matched_policies: Vec<MatchedPolicy>,
    #[schemars(default, skip_serializing_if = "Option::is_none")]
    pub confirmation_header: Option<String>,
}

#[derive(JsonSchema)]
pub struct MatchedPolicy {
    pub memory_id: String,
    pub content: String,
    #[schemars(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    #[schemars(default, skip_serializing_if = "Vec::is_empty")]
    pub action_classes: Vec<String>,
    pub decision: String,
    pub score: f64,
    pub trust_score: f64,
    pub status: String,
}

#[derive(JsonSchema)]
pub struct TaskContext {
    pub kind: String,
    pub matched_terms: Vec<String>,
}

/// What is known about a piece of work, sorted.
#[derive(JsonSchema)]
pub struct TaskState {
    pub kind: String,
    pub goal: String,
    pub facts: Vec<TaskItem>,
    pub constraints: Vec<TaskItem>,
    pub recent_actions: Vec<TaskItem>,
    pub open_questions: Vec<String>,
    pub evidence: Vec<TaskEvidence>,
    pub inputs: TaskInputs,
    pub decisions: Vec<String>,
}

#[derive(JsonSchema)]
pub struct TaskItem {
    pub memory_id: String,
    pub summary: String,
    pub score: f64,
    pub trust_score: f64,
    pub status: String,
    #[schemars(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    #[schemars(default, skip_serializing_if = "Vec::is_empty")]
    pub provenance: Vec<String>,
}

#[derive(JsonSchema)]
pub struct TaskEvidence {
    pub memory_id: String,
    pub preview: String,
    pub source: String,
    #[schemars(default, skip_serializing_if = "Vec::is_empty")]
    pub provenance: Vec<String>,
    #[schemars(default, skip_serializing_if = "Option::is_none")]
    pub quote: Option<String>,
}

#[derive(JsonSchema)]
pub struct TaskInputs {
    pub candidate_memory_ids: Vec<String>,
    pub selected_memory_ids: Vec<String>,
    pub omitted_memory_ids: Vec<String>,
}

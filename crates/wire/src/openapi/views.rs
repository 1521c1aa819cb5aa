//! Replies the desk puts together field by field: what they look like, for whoever reads the
//! document. A test compares each with what a server really answers.

pub mod explain;
pub mod injection;
pub mod overview;

use schemars::JsonSchema;

use crate::operations::{Describe, described};
use crate::shapes::{AdminKeysReply, Memory, ReviewEvent};

use explain::ExplainView;
use overview::{HudView, RecentView};

/// What an operation answers, where its type in the catalogue does not say.
pub fn of(name: &str) -> Option<Describe> {
    match name {
        "inspect" => Some(described::<InspectedView>),
        "query_explain" => Some(described::<ExplainView>),
        "recent" => Some(described::<RecentView>),
        "hud" => Some(described::<HudView>),
        // With the data keys beside them.
        "key_list" => Some(described::<AdminKeysReply>),
        _ => None,
    }
}

/// Everything of a memory.
#[derive(JsonSchema)]
#[schemars(rename = "Inspected")]
pub struct InspectedView {
    #[serde(flatten)]
    pub memory: Memory,
    pub contradicts_with: Vec<String>,
    pub contradiction_count: u64,
    pub conflicts: Vec<ConflictView>,
    pub has_embedding: bool,
    pub trust_score: f64,
    pub trust_confidence_low: f64,
    pub trust_confidence_high: f64,
    pub trust_signals: TrustSignals,
    pub low_trust: bool,
    pub age_hours: f64,
    /// Whether it may be put before a model.
    pub eligible_for_injection: bool,
    pub injection_count: u64,
    pub reuse_count: u64,
    pub last_injected_at: Option<String>,
    pub last_reused_at: Option<String>,
    pub last_outcome_at: Option<String>,
    pub review_queue_kind: Option<String>,
    pub suggested_review_action: Option<String>,
    /// What was said of it, oldest first.
    pub review_events: Vec<ReviewEvent>,
    pub team_governance: Option<serde_json::Value>,
    pub stale_governance: bool,
}

/// A memory that says otherwise.
#[derive(JsonSchema)]
#[schemars(rename = "Conflict")]
pub struct ConflictView {
    pub id: String,
    pub content: String,
    pub status: String,
    pub superseded_by: Option<String>,
}

/// What trust is made of, each from 0 to 1.
#[derive(JsonSchema)]
pub struct TrustSignals {
    pub recency: f64,
    pub source_reputation: f64,
    pub embedding_coherence: f64,
    pub access_frequency: f64,
    pub outcome_learning: f64,
}

//! What happened lately, and everything at a glance.

use schemars::JsonSchema;

use crate::shapes::{LifecycleSummary, ReviewItem, ReviewSummary};

#[derive(JsonSchema)]
#[schemars(rename = "RecentReply")]
pub struct RecentView {
    pub namespace: String,
    pub limit: u64,
    pub recent: Recent,
}

#[derive(JsonSchema)]
pub struct Recent {
    pub counts: RecentCounts,
    pub injections: Vec<serde_json::Value>,
    pub extractions: Vec<serde_json::Value>,
    pub feedbacks: Vec<RecentFeedback>,
    pub consolidations: Vec<RecentConsolidation>,
}

#[derive(JsonSchema)]
pub struct RecentCounts {
    pub injections: u64,
    pub extractions: u64,
    pub feedbacks: u64,
    pub consolidations: u64,
}

#[derive(JsonSchema)]
pub struct RecentFeedback {
    pub review_key: String,
    pub memory_id: String,
    pub preview: String,
    pub status: String,
    pub at: String,
    pub actor: String,
    pub action: String,
    pub via: String,
}

#[derive(JsonSchema)]
pub struct RecentConsolidation {
    pub memory_id: String,
    pub preview: String,
    pub status: String,
    pub at: String,
    pub source_ids: Vec<String>,
}

#[derive(JsonSchema)]
#[schemars(rename = "Overview")]
pub struct HudView {
    pub generated_at: String,
    pub limit: u64,
    pub summary: OverviewSums,
    pub policy_firewall: PolicyFirewall,
    pub quick_actions: Vec<QuickAction>,
    pub namespaces: Vec<NamespaceOverview>,
    /// The namespace that was asked for, where one was.
    #[schemars(default, skip_serializing_if = "Option::is_none")]
    pub namespace_filter: Option<String>,
}

#[derive(JsonSchema)]
pub struct OverviewSums {
    pub namespaces: u64,
    pub total_memories: u64,
    pub active_memories: u64,
    pub contested_memories: u64,
    pub pending_reviews: u64,
}

#[derive(JsonSchema)]
pub struct PolicyFirewall {
    pub actionable_probes: u64,
}

#[derive(JsonSchema)]
pub struct QuickAction {
    pub id: String,
    pub label: String,
    pub description: String,
    pub method: String,
    pub path: String,
    pub cli: String,
}

#[derive(JsonSchema)]
pub struct NamespaceOverview {
    pub namespace: String,
    pub lifecycle: LifecycleSummary,
    pub recent: Recent,
    pub review_queue: WaitingReviews,
    pub policy_probes: Vec<serde_json::Value>,
}

#[derive(JsonSchema)]
pub struct WaitingReviews {
    pub summary: ReviewSummary,
    pub items: Vec<ReviewItem>,
}

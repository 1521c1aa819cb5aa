//! Upkeep of the timeline. What it is asked every day crosses as gRPC, see `proto/memory.proto`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How much there is of each part.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct TimelineStatsRequest {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub namespace: Option<String>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct TimelineStatsReply {
    pub path: String,
    pub bytes: u64,
    /// The parts in the order `events`, `toc`, `grips`, `outbox`.
    pub families: Vec<Family>,
    /// Events the slowest follower has not read.
    pub pending: u64,
    pub log_bytes: u64,
    /// Events that are in no segment yet, and the sessions that still go on.
    #[serde(default)]
    pub waiting_events: u64,
    #[serde(default)]
    pub waiting_sessions: u64,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Family {
    pub name: String,
    pub entries: u64,
    pub bytes: u64,
}

/// Gives room back that nothing uses any more.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct CompactRequest {
    /// One part only; see [`TimelineStatsReply::families`].
    #[serde(default)]
    pub family: Option<String>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct CompactReply {
    pub families: Vec<String>,
    pub bytes_before: u64,
    pub bytes_after: u64,
}

/// Makes the table of contents again.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct RebuildTocRequest {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub namespace: Option<String>,
    /// `2026-01-30`: older segments stay as they are.
    #[serde(default)]
    pub from_date: Option<String>,
    /// Only count.
    #[serde(default)]
    pub dry_run: bool,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct RebuildTocReply {
    pub events: u64,
    pub sessions: u64,
    /// Segments there are after it, or would be.
    pub segments: u64,
    /// Segments there were before it.
    pub segments_before: u64,
    /// Days, weeks, months and years above them.
    pub periods: u64,
    /// Events that are in no segment, or would be in none: their sessions still go on.
    #[serde(default)]
    pub waiting_events: u64,
}

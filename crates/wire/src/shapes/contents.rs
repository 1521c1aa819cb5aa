//! The table of contents, and the way back from it to what was said.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Memory;

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct TocRequest {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub namespace: Option<String>,
    /// Whose children; the years when nobody is named.
    #[serde(default, skip_serializing_if = "Option::is_none", alias = "id")]
    pub parent: Option<String>,
    /// How many were seen already.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offset: Option<u64>,
    /// 100 when it is not given, and at most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<usize>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct TocReply {
    pub nodes: Vec<TocEntry>,
    /// Where the next ones begin.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<u64>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct TocEntry {
    pub id: String,
    /// Year, Month, Week, Day or Segment.
    pub level: String,
    pub title: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    pub bullets: Vec<TocLine>,
    pub keywords: Vec<String>,
    pub children: Vec<String>,
    pub from: String,
    pub to: String,
    pub events: u64,
    pub pinned: bool,
}

/// A sentence, and the grips that lead to what it rests on.
#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct TocLine {
    pub text: String,
    pub grips: Vec<String>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct GripRequest {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub namespace: Option<String>,
    pub grip: String,
    /// Events of its session before and after it; 3 when it is not given, 100 at most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<usize>,
}

#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
pub struct GripReply {
    pub grip: String,
    pub excerpt: String,
    pub before: Vec<Memory>,
    pub events: Vec<Memory>,
    pub after: Vec<Memory>,
}

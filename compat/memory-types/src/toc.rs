//! The table of contents over time, and the way back from it to what was said.

use std::fmt;

/// A period of time or a stretch of talk, and what it was about.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct TocNode {
    /// For example `toc:month:2026-01`.
    pub node_id: String,
    pub level: TocLevel,
    pub title: String,
    pub summary: Option<String>,
    pub bullets: Vec<TocBullet>,
    pub keywords: Vec<String>,
    /// The oldest first.
    pub child_node_ids: Vec<String>,
    pub start_time_ms: i64,
    /// The last millisecond that belongs to it.
    pub end_time_ms: i64,
    /// Rises when the content changes.
    pub version: i32,
}

/// How much time a node stands for.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum TocLevel {
    /// A level this client does not know.
    Unspecified,
    Year,
    Month,
    Week,
    Day,
    Segment,
}

/// One point of a summary.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct TocBullet {
    pub text: String,
    /// The grips that show where it comes from.
    pub grip_ids: Vec<String>,
}

/// An excerpt and the events it was taken from.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Grip {
    pub grip_id: String,
    pub excerpt: String,
    pub event_id_start: String,
    pub event_id_end: String,
    /// When its first event happened.
    pub timestamp_ms: i64,
    /// What made it, for example `segment_summarizer`.
    pub source: String,
}

impl fmt::Display for TocLevel {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(match self {
            Self::Unspecified => "unspecified",
            Self::Year => "year",
            Self::Month => "month",
            Self::Week => "week",
            Self::Day => "day",
            Self::Segment => "segment",
        })
    }
}

//! The sections of the timeline.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::Deserialize;

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TimelineSection {
    /// Where days begin: an IANA name such as `Europe/Vienna`.
    pub zone: Option<String>,
    /// How long after an event the table of contents is looked at.
    pub follow_ms: Option<u64>,
    pub time_threshold_ms: Option<u64>,
    pub token_threshold: Option<u64>,
    pub overlap_time_ms: Option<u64>,
    pub overlap_tokens: Option<u64>,
    pub max_tool_result_chars: Option<usize>,
    pub min_events_per_segment: Option<usize>,
}

/// Holds a secret: not to be printed.
#[derive(Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SummarizerSection {
    pub provider: Option<String>,
    pub model: Option<String>,
    pub api_key: Option<String>,
    /// The variable that has the key.
    pub api_key_env: Option<String>,
    pub api_base_url: Option<String>,
    /// For one attempt.
    pub timeout_secs: Option<u64>,
    /// For all attempts together.
    pub budget_secs: Option<u64>,
    /// How many tokens a day may cost; 0 is no limit.
    pub tokens_per_day: Option<u64>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TopicsSection {
    pub enabled: Option<bool>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct DedupSection {
    pub enabled: Option<bool>,
    /// How alike two texts must be, 0 to 1.
    pub threshold: Option<f32>,
    pub timeout_ms: Option<u64>,
    /// Shorter texts are not looked at.
    pub min_text_length: Option<usize>,
    /// How many events before it are remembered.
    pub buffer_capacity: Option<usize>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct EpisodicSection {
    pub enabled: Option<bool>,
    /// The outcome that is worth most, 0 to 1.
    pub midpoint_target: Option<f32>,
    /// How many that ended are kept in a namespace.
    pub max_episodes: Option<usize>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ProjectsSection {
    /// Data directories of other stores.
    pub registered: Vec<PathBuf>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SchedulerSection {
    pub enabled: Option<bool>,
    /// What the hours of schedules mean.
    pub default_timezone: Option<String>,
    pub shutdown_timeout_secs: Option<u64>,
    /// Other times than the usual ones, by the job's name.
    pub jobs: BTreeMap<String, String>,
}

//! A lane as it is published: memories, questions, what is expected, and when it fails.

use mneme_wire::Fault;
use serde::{Deserialize, Serialize};

use crate::commands::bench::load::trouble;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lane {
    pub memories: Vec<String>,
    pub cases: Vec<Case>,
    /// A lane without them informs and cannot fail.
    pub thresholds: Option<Thresholds>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    pub question: String,
    /// Part of the one memory that answers; without it nothing that is kept answers.
    pub anchor: Option<String>,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Thresholds {
    pub hit_rate: f64,
    pub wrong_rate: f64,
    pub abstain_precision: f64,
    pub abstain_recall: f64,
    pub p95_ms: f64,
}

// === impl Lane ===

impl Lane {
    pub fn read(text: &str) -> Result<Self, Fault> {
        serde_json::from_str(text).map_err(trouble)
    }
}

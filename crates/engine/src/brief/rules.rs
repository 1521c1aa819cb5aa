//! By which rules something is put before a model.

use mneme_recall::Ranking;
use mneme_recall::gate::{Bar, MIN_SCORE};
use serde::{Deserialize, Serialize};

/// As an operator sets them for a proxy.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Rules {
    /// From which score on a memory may be shown.
    pub min_recall_score: f64,
    /// What no channel finds at least so well is not considered.
    pub min_channel_score: f64,
    /// How far memories of one agent or tag give way to others.
    pub diversity_factor: f64,
    /// Whether it is asked if anything should be shown at all.
    pub confidence_gate: bool,
    /// Whether a question that names something is answered by what is written first; as the
    /// store has it where nothing is said.
    pub identifier_first: Option<bool>,
    /// Which order; the store's own where none is named.
    pub ranking: Option<Ranking>,
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            min_recall_score: MIN_SCORE,
            min_channel_score: 0.15,
            diversity_factor: 0.3,
            confidence_gate: true,
            identifier_first: None,
            ranking: None,
        }
    }
}

// === impl Rules ===

impl Rules {
    pub(crate) fn bar(&self) -> Bar {
        Bar {
            min_score: self.min_recall_score,
            enabled: self.confidence_gate,
            ..Bar::default()
        }
    }
}

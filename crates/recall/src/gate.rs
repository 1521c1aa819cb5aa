//! Whether what was found is worth putting before a model, unasked: yes, no, or only with more
//! evidence. Recall itself answers in any case.

mod outstanding;
mod reasons;
mod rivals;
mod seeking;

use serde::{Deserialize, Serialize};

use crate::question::Question;

pub use outstanding::{lowered, names};
pub use rivals::is_of_another;

/// From which score on a record may be put before a model.
pub const MIN_SCORE: f64 = 0.40;

const NEAR_THRESHOLD: f64 = 0.08;

/// How high the gate hangs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bar {
    pub min_score: f64,
    /// Whether it is asked at all.
    pub enabled: bool,
    /// A piece of work is described, not one answer asked for: that several records bear on it is
    /// no reason to doubt.
    pub many: bool,
    /// One that stands out among many needs a lower score. Not where scores are added up of channels: the
    /// best of whatever shares a common word would stand out.
    pub outstanding: bool,
    /// The best is what is meant, however low scores are: nobody doubts it for being near the bar.
    pub meant: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    Inject,
    #[default]
    Abstain,
    NeedMoreEvidence,
}

/// What the gate looks at of one record, best first.
#[derive(Clone, Debug, Default)]
pub struct Considered {
    pub score: f64,
    /// It says nothing that a model could take for an order.
    pub safe: bool,
    /// Believed, and sure enough.
    pub eligible: bool,
    pub low_trust: bool,
    /// The best of its channels.
    pub channel: f64,
    pub trust: f64,
    pub confidence: Option<f64>,
    /// Somebody confirmed it, or told it again.
    pub settled: bool,
    /// It has an identifier of the question, word for word.
    pub literal: bool,
    /// Words of the question it says.
    pub matched: Vec<String>,
    /// How near a model holds it to the question.
    pub meaning: f64,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Gate {
    pub enabled: bool,
    pub decision: Decision,
    pub reasons: Vec<String>,
    pub considered: usize,
    pub qualified: usize,
    /// Not safe to be shown.
    pub dangerous: usize,
    pub ineligible: usize,
    pub low_trust: usize,
    pub below: usize,
    pub top: Option<Top>,
    pub second_score: Option<f64>,
}

/// The best of what was considered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Top {
    pub score: f64,
    pub channel: f64,
    pub trust: f64,
    pub confidence: Option<f64>,
}

impl Default for Bar {
    fn default() -> Self {
        Self {
            min_score: MIN_SCORE,
            enabled: true,
            many: false,
            outstanding: true,
            meant: false,
        }
    }
}

// === impl Bar ===

impl Bar {
    /// From here on nobody doubts a score.
    pub(crate) fn sure(self) -> f64 {
        self.min_score + NEAR_THRESHOLD
    }
}

// === impl Decision ===

impl Decision {
    pub fn name(self) -> &'static str {
        match self {
            Decision::Inject => "inject",
            Decision::Abstain => "abstain",
            Decision::NeedMoreEvidence => "need_more_evidence",
        }
    }
}

// === impl Considered ===

impl Considered {
    pub fn qualifies(&self, min_score: f64) -> bool {
        self.score >= min_score && self.safe && self.eligible && !self.low_trust
    }
}

// === impl Gate ===

impl Gate {
    /// Looks at what a question found.
    pub fn of(question: &Question, bar: Bar, found: &[Considered]) -> Self {
        let least = bar.min_score;
        let qualified: Vec<&Considered> = found.iter().filter(|one| one.qualifies(least)).collect();
        let (decision, reasons) = reasons::decide(question, bar, found, &qualified);
        let count = |holds: &dyn Fn(&Considered) -> bool| -> usize {
            found.iter().filter(|one| holds(one)).count()
        };
        Self {
            enabled: bar.enabled,
            decision,
            reasons: reasons.into_iter().map(str::to_owned).collect(),
            considered: found.len(),
            qualified: qualified.len(),
            dangerous: count(&|one| !one.safe),
            ineligible: count(&|one| !one.eligible),
            low_trust: count(&|one| one.low_trust),
            below: count(&|one| one.score < least),
            top: found.first().map(|top| Top {
                score: top.score,
                channel: top.channel,
                trust: top.trust,
                confidence: top.confidence,
            }),
            second_score: found.get(1).map(|second| second.score),
        }
    }

    /// How far the best is ahead.
    pub fn gap(&self) -> Option<f64> {
        Some(self.top?.score - self.second_score?)
    }

    /// Whether anything is to be put before a model.
    pub fn opens(&self) -> bool {
        self.decision == Decision::Inject
    }
}

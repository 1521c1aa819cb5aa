//! Whether what was found is worth putting before a model, unasked: yes, no, or only with more
//! evidence. Recall itself answers in any case.

mod reasons;

use crate::question::Question;

/// From which score on a record may be put before a model.
pub const MIN_SCORE: f64 = 0.40;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Gate {
    pub decision: Decision,
    pub reasons: Vec<&'static str>,
    pub considered: usize,
    pub qualified: usize,
    pub ineligible: usize,
    pub low_trust: usize,
    pub below: usize,
    pub top: Option<Top>,
    pub second_score: Option<f64>,
}

/// The best of what was considered.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Top {
    pub score: f64,
    pub channel: f64,
    pub trust: f64,
    pub confidence: Option<f64>,
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
    fn qualifies(&self) -> bool {
        self.score >= MIN_SCORE && self.eligible && !self.low_trust
    }
}

// === impl Gate ===

impl Gate {
    /// Looks at what a question found.
    pub fn of(question: &Question, found: &[Considered]) -> Self {
        let qualified: Vec<&Considered> = found.iter().filter(|one| one.qualifies()).collect();
        let (decision, reasons) = reasons::decide(question, found, &qualified);
        let count = |holds: fn(&Considered) -> bool| found.iter().filter(|one| holds(one)).count();
        Self {
            decision,
            reasons,
            considered: found.len(),
            qualified: qualified.len(),
            ineligible: count(|one| !one.eligible),
            low_trust: count(|one| one.low_trust),
            below: count(|one| one.score < MIN_SCORE),
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
}

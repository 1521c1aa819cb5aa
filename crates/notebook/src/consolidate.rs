//! What many observations come to: what belongs together, what is a fact, what is a procedure.

mod group;
mod steps;

use serde::{Deserialize, Serialize};

use crate::similar::say_the_same;
use crate::summary::Summary;

pub use group::{Group, Placed, groups};
pub use steps::{Shared, listed, shared};

/// A fact several sessions stand for, in the published shape.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Fact {
    pub id: String,
    pub fact: String,
    pub confidence: f64,
    pub source_session_ids: Vec<String>,
    pub project: String,
    pub access_count: u64,
    pub strength: f64,
    pub created_at: String,
    pub updated_at: String,
}

/// How something is done, in the published shape.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Procedure {
    pub id: String,
    pub name: String,
    pub steps: Vec<String>,
    pub trigger_condition: String,
    pub frequency: usize,
    pub strength: f64,
    pub source_session_ids: Vec<String>,
    /// Empty where several projects show it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub project: String,
    pub created_at: String,
    pub updated_at: String,
}

/// Summaries it takes before facts are made of them, and patterns before procedures are.
pub const SUMMARIES: usize = 5;
pub const PATTERNS: usize = 2;
/// Sessions it takes for something to be a pattern.
pub const SEEN_IN: usize = 2;
/// A fact one session stands for, and what each further one adds of what is missing.
const CONFIDENCE: f64 = 0.5;
const GAIN: f64 = 0.2;
/// New facts of one run.
const FACTS: usize = 20;

/// What somebody, or a model, takes for a fact, and who stands for it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Claim {
    pub fact: String,
    pub confidence: Option<f64>,
    pub sessions: Vec<String>,
    pub project: String,
}

/// What summaries settle on: one claim a decision, one that several of a project made stated once.
pub fn claims(summaries: &[Summary]) -> Vec<Claim> {
    let mut all: Vec<Claim> = Vec::new();
    for summary in summaries {
        for decision in &summary.key_decisions {
            let known = all.iter_mut().find(|claim| {
                claim.project == summary.project && say_the_same(decision, &claim.fact)
            });
            match known {
                Some(claim) if claim.sessions.contains(&summary.session_id) => {}
                Some(claim) => claim.sessions.push(summary.session_id.clone()),
                None => all.push(Claim {
                    fact: decision.clone(),
                    sessions: vec![summary.session_id.clone()],
                    project: summary.project.clone(),
                    ..Claim::default()
                }),
            }
        }
    }
    all.sort_by_key(|claim| std::cmp::Reverse(claim.sessions.len()));
    all.truncate(FACTS);
    all
}

// === impl Fact ===

impl Fact {
    /// Whether a claim says what this fact says, of the same project.
    pub fn is(&self, claim: &Claim) -> bool {
        self.project == claim.project && say_the_same(&claim.fact, &self.fact)
    }

    /// Takes in who else stands for it. Whether anything changed.
    pub fn take_in(&mut self, claim: &Claim) -> bool {
        let before = self.source_session_ids.len();
        for session in &claim.sessions {
            if !self.source_session_ids.contains(session) {
                self.source_session_ids.push(session.clone());
            }
        }
        let by_count = confidence(self.source_session_ids.len());
        let told = claim.confidence.unwrap_or(0.0).clamp(0.0, 1.0);
        self.confidence = self.confidence.max(by_count).max(told);
        self.strength = self.confidence;
        self.source_session_ids.len() > before
    }
}

fn confidence(sessions: usize) -> f64 {
    let mut sure = CONFIDENCE;
    for _ in 1..sessions.min(10) {
        sure += GAIN * (1.0 - sure);
    }
    (sure * 1_000.0).round() / 1_000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decisions_that_differ_in_one_word_are_claims_each() {
        let decided = |what: &str| Summary {
            session_id: what.into(),
            key_decisions: vec![format!(
                "We decided to deploy the {what} service with a rolling restart at night"
            )],
            ..Summary::default()
        };
        let claims = claims(&["auth", "cart", "mail", "auth"].map(decided));
        assert_eq!(claims.len(), 3, "{claims:?}");
        let fact = Fact {
            fact: claims[0].fact.clone(),
            ..Fact::default()
        };
        assert_eq!(claims.iter().filter(|claim| fact.is(claim)).count(), 1);
    }

    #[test]
    fn what_two_sessions_settle_is_surer() {
        let summary = |session: &str, decision: &str| Summary {
            session_id: session.into(),
            key_decisions: vec![decision.into()],
            ..Summary::default()
        };
        let all = [
            summary("a", "we decided to keep sqlite for storage"),
            summary("b", "tabs instead of spaces everywhere"),
            summary("c", "We decided to keep SQLite for storage"),
        ];
        let claims = claims(&all);
        assert_eq!(claims.len(), 2);
        assert_eq!(claims[0].sessions, ["a", "c"]);
        let mut fact = Fact {
            fact: claims[0].fact.clone(),
            ..Fact::default()
        };
        assert!(fact.is(&claims[0]) && !fact.is(&claims[1]));
        assert!(fact.take_in(&claims[0]));
        assert_eq!(fact.confidence, 0.6);
        assert!(!fact.take_in(&claims[0]), "nobody new stands for it");
    }
}

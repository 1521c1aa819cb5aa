//! What a lane came to.

use std::time::Duration;

use serde::Serialize;

use super::asker::Asked;
use super::lane::{Case, Lane, Thresholds};

#[derive(Clone, Debug, Serialize)]
pub struct Score {
    pub cases: usize,
    /// Of the questions with an answer: the right one would be put before a model.
    pub hit_rate: f64,
    /// Of all questions: something else would be.
    pub wrong_rate: f64,
    /// Of what was abstained from: rightly.
    pub abstain_precision: f64,
    /// Of what is to be abstained from: was.
    pub abstain_recall: f64,
    /// Of the questions with an answer: it came first, whatever the gate said.
    pub first_rate: f64,
    pub p95_ms: f64,
    /// Answered by words alone at first: the model was not done in time.
    pub late: usize,
    pub thresholds: Option<Thresholds>,
    /// Questions that went wrong, and what came first.
    pub missed: Vec<Missed>,
}

#[derive(Clone, Debug, Serialize)]
pub struct Missed {
    pub question: String,
    pub first: String,
    pub score: f64,
    pub injected: bool,
}

// === impl Score ===

impl Score {
    pub fn of(lane: &Lane, asked: &[Asked]) -> Self {
        let all: Vec<(&Case, &Asked)> = lane.cases.iter().zip(asked).collect();
        let count =
            |holds: fn(&(&Case, &Asked)) -> bool| all.iter().filter(|one| holds(one)).count();
        let answerable = count(|(case, _)| case.anchor.is_some());
        let abstained = count(|(_, asked)| !asked.injected);
        let rightly = count(|(case, asked)| !asked.injected && case.anchor.is_none());
        let hits = count(|(case, asked)| asked.injected && answers(case, asked));
        let injected = all.len() - abstained;
        Self {
            cases: all.len(),
            hit_rate: share(hits, answerable),
            wrong_rate: share(injected - hits, all.len()),
            abstain_precision: share(rightly, abstained),
            abstain_recall: share(rightly, all.len() - answerable),
            first_rate: share(count(|(case, asked)| answers(case, asked)), answerable),
            p95_ms: p95(asked.iter().map(|asked| asked.took).collect()),
            late: count(|(_, asked)| asked.late),
            thresholds: lane.thresholds,
            missed: all.iter().filter(|one| wrong(one)).map(missed).collect(),
        }
    }

    /// A lane without thresholds always does.
    pub fn holds(&self) -> bool {
        self.thresholds.is_none_or(|limits| {
            self.hit_rate >= limits.hit_rate
                && self.wrong_rate <= limits.wrong_rate
                && self.abstain_precision >= limits.abstain_precision
                && self.abstain_recall >= limits.abstain_recall
                && self.p95_ms <= limits.p95_ms
        })
    }
}

fn answers(case: &Case, asked: &Asked) -> bool {
    let anchor = case.anchor.as_deref();
    anchor.is_some_and(|anchor| asked.first.contains(anchor))
}

fn wrong((case, asked): &(&Case, &Asked)) -> bool {
    asked.injected != case.anchor.is_some() || (asked.injected && !answers(case, asked))
}

fn missed((case, asked): &(&Case, &Asked)) -> Missed {
    Missed {
        question: case.question.clone(),
        first: asked.first.clone(),
        score: asked.score,
        injected: asked.injected,
    }
}

/// Of nothing, everything.
pub fn share(part: usize, whole: usize) -> f64 {
    match whole {
        0 => 1.0,
        whole => part as f64 / whole as f64,
    }
}

/// In milliseconds.
pub fn p95(mut times: Vec<Duration>) -> f64 {
    times.sort_unstable();
    let at = times.len().saturating_sub(1) * 95 / 100;
    times
        .get(at)
        .map_or(0.0, |time| time.as_secs_f64() * 1_000.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lane() -> Lane {
        let text = r#"{
            "memories": [],
            "cases": [
                {"question": "a", "anchor": "right"}, {"question": "b", "anchor": "right"},
                {"question": "c"}, {"question": "d"}
            ],
            "thresholds": {
                "hit_rate": 0.5, "wrong_rate": 0.25, "abstain_precision": 0.5,
                "abstain_recall": 0.5, "p95_ms": 1.0
            }
        }"#;
        Lane::read(text).unwrap()
    }

    fn asked(first: &str, injected: bool) -> Asked {
        Asked {
            first: first.into(),
            injected,
            ..Asked::default()
        }
    }

    #[test]
    fn hits_wrongs_and_abstentions_are_counted_each_against_its_own() {
        let asked = [
            asked("the right one", true),
            asked("the right one", false),
            asked("anything", true),
            asked("anything", false),
        ];
        let score = Score::of(&lane(), &asked);
        assert_eq!((score.hit_rate, score.first_rate), (0.5, 1.0));
        assert_eq!((score.wrong_rate, score.abstain_recall), (0.25, 0.5));
        assert_eq!(score.abstain_precision, 0.5);
        let missed: Vec<&str> = score.missed.iter().map(|m| m.question.as_str()).collect();
        assert_eq!(missed, ["b", "c"]);
        assert!(score.holds());
    }

    #[test]
    fn each_threshold_alone_fails_a_lane() {
        let good = [
            asked("the right one", true),
            asked("the right one", true),
            asked("", false),
            asked("", false),
        ];
        let all = lane();
        assert!(Score::of(&all, &good).holds());
        let with = |n: usize, other: Asked| {
            let mut asked = good.clone();
            asked[n] = other;
            Score::of(&all, &asked)
        };
        let lost = Score {
            thresholds: Some(Thresholds {
                hit_rate: 1.0,
                ..all.thresholds.unwrap()
            }),
            ..with(0, asked("the right one", false))
        };
        assert!(!lost.holds(), "{lost:?}");
        let wrong = Score {
            thresholds: Some(Thresholds {
                wrong_rate: 0.0,
                ..all.thresholds.unwrap()
            }),
            ..with(2, asked("other", true))
        };
        assert!(!wrong.holds(), "{wrong:?}");
        let slow = Asked {
            took: Duration::from_secs(1),
            ..asked("the right one", true)
        };
        assert!(!Score::of(&all, &vec![slow; 4]).holds());
    }
}

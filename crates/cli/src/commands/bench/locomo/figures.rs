//! What is measured of an answer, and its mean over many.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Serialize;

use super::arms::{Answer, Arm};
use super::calibration::Calibration;
use super::data::Question;
use super::metrics::{ndcg, recall, reciprocal_rank, session_recall};
use super::talk::Talk;
use crate::commands::bench::report::percentiles;

/// Key in JSON and title in tables of each figure, in the order of [`Scores`].
pub const COLUMNS: [(&str, &str); 12] = [
    ("turn_recall_5", "R@5"),
    ("turn_recall_10", "R@10"),
    ("turn_recall_20", "R@20"),
    ("session_recall_5", "S@5"),
    ("session_recall_10", "S@10"),
    ("session_recall_20", "S@20"),
    ("mrr", "MRR"),
    ("ndcg_10", "nDCG@10"),
    ("evidence_250_tokens", "E@250"),
    ("evidence_500_tokens", "E@500"),
    ("evidence_1000_tokens", "E@1000"),
    ("evidence_2000_tokens", "E@2000"),
];

type Scores = [f64; 12];

/// Means over questions, by their keys.
#[derive(Debug, Default, Serialize)]
pub struct Figures {
    pub questions: usize,
    #[serde(flatten)]
    pub means: BTreeMap<&'static str, f64>,
}

/// What one arm reached in one layout.
#[derive(Debug, Serialize)]
pub struct Reached {
    pub arm: &'static str,
    pub p50_ms: f64,
    pub p99_ms: f64,
    /// Categories 1 to 4.
    pub answerable: Figures,
    /// Category 5: the answer is not there, and evidence shows what misleads.
    pub adversarial: Figures,
    pub categories: BTreeMap<u8, Figures>,
    /// Whether its scores are the probabilities they say they are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub calibration: Option<Calibration>,
}

/// Scores as they come in.
#[derive(Default)]
pub struct Tally {
    scores: Vec<(u8, Scores)>,
    times: Vec<Duration>,
    /// How likely an answer was said to be evidence, and whether it was.
    told: Vec<(f64, bool)>,
}

// === impl Tally ===

impl Tally {
    pub fn add(&mut self, talk: &Talk<'_>, question: &Question, answer: &Answer) {
        self.scores
            .push((question.category, scores(talk, question, answer)));
        self.times.push(answer.took);
        if question.category != 5 {
            let answers = answer.told.iter().zip(&answer.ranked);
            let seen = answers.map(|(told, turn)| (*told, question.evidence.contains(turn)));
            self.told.extend(seen);
        }
    }

    pub fn reached(self, arm: Arm) -> Reached {
        let (p50_ms, p99_ms) = percentiles(self.times);
        let means = |wanted: &dyn Fn(u8) -> bool| {
            let chosen = self.scores.iter().filter(|(category, _)| wanted(*category));
            Figures::mean(chosen.map(|(_, scores)| scores))
        };
        let categories = (1..=5).map(|category| (category, means(&|of| of == category)));
        Reached {
            arm: arm.name(),
            p50_ms: rounded(p50_ms),
            p99_ms: rounded(p99_ms),
            answerable: means(&|category| category != 5),
            adversarial: means(&|category| category == 5),
            categories: categories.filter(|(_, of)| of.questions > 0).collect(),
            calibration: arm.tells().then(|| Calibration::of(&self.told)),
        }
    }
}

// === impl Figures ===

impl Figures {
    fn mean<'s>(all: impl Iterator<Item = &'s Scores>) -> Self {
        let (mut sums, mut questions) = (Scores::default(), 0);
        for scores in all {
            questions += 1;
            sums.iter_mut().zip(scores).for_each(|(sum, s)| *sum += s);
        }
        let mean = |sum: f64| rounded(sum / f64::from(questions.max(1)));
        let means = COLUMNS
            .iter()
            .zip(sums)
            .map(|((key, _), sum)| (*key, mean(sum)));
        Self {
            means: means.collect(),
            questions: questions as usize,
        }
    }

    pub fn value(&self, key: &str) -> f64 {
        self.means.get(key).copied().unwrap_or_default()
    }
}

fn scores(talk: &Talk<'_>, question: &Question, answer: &Answer) -> Scores {
    let (ranked, wanted) = (&answer.ranked, &question.evidence);
    let turns = |k| recall(ranked, wanted, k);
    let sessions = |k| session_recall(ranked, wanted, k, |turn| talk.session(turn));
    let inside = |n: usize| recall(&answer.packed[n], wanted, usize::MAX);
    [
        turns(5),
        turns(10),
        turns(20),
        sessions(5),
        sessions(10),
        sessions(20),
        reciprocal_rank(ranked, wanted),
        ndcg(ranked, wanted, 10),
        inside(0),
        inside(1),
        inside(2),
        inside(3),
    ]
}

/// Four places behind the point: more would be noise.
pub fn rounded(value: f64) -> f64 {
    (value * 1e4).round() / 1e4
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_are_by_category_and_over_the_answerable() {
        let tally = Tally {
            scores: vec![
                (1, [1.0; 12]),
                (4, [0.5; 12]),
                (4, [0.0; 12]),
                (5, [0.25; 12]),
            ],
            times: vec![Duration::from_millis(2); 4],
            told: Vec::new(),
        };
        let reached = tally.reached(Arm::Grep);
        assert_eq!(reached.answerable.questions, 3);
        assert_eq!(reached.answerable.value("mrr"), 0.5);
        assert_eq!(reached.adversarial.value("turn_recall_5"), 0.25);
        let categories: Vec<&u8> = reached.categories.keys().collect();
        assert_eq!(categories, [&1, &4, &5]);
        assert_eq!(reached.categories[&4].value("ndcg_10"), 0.25);
        assert_eq!((reached.p50_ms, reached.p99_ms), (2.0, 2.0));
    }
}

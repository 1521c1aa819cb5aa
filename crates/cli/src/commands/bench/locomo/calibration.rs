//! Whether a score is the probability it says it is.

use serde::Serialize;

use super::figures::rounded;
use crate::commands::bench::table::table;

/// Where one range of scores ends and the next begins. Most answers are unlikely ones, so the
/// ranges are finer there.
const EDGES: [f64; 9] = [0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1.0];

/// Scores against what they came to.
#[derive(Debug, Serialize)]
pub struct Calibration {
    /// Mean distance between what was told and what was seen, over all answers.
    pub error: f64,
    pub ranges: Vec<Range>,
}

/// Answers with a score between the end of the range before and `below`.
#[derive(Debug, Serialize)]
pub struct Range {
    pub below: f64,
    pub answers: usize,
    /// Their mean score.
    pub told: f64,
    /// Share of them that were evidence.
    pub seen: f64,
}

// === impl Calibration ===

impl Calibration {
    pub fn of(told: &[(f64, bool)]) -> Self {
        let starts = [0.0].into_iter().chain(EDGES);
        let ranges: Vec<Range> = starts
            .zip(EDGES)
            .map(|(from, below)| Range::of(told, from, below))
            .filter(|range| range.answers > 0)
            .collect();
        let apart = |range: &Range| (range.told - range.seen).abs() * range.answers as f64;
        let error = ranges.iter().map(apart).sum::<f64>() / told.len().max(1) as f64;
        Self {
            error: rounded(error),
            ranges,
        }
    }

    pub fn markdown(&self) -> String {
        let row = |range: &Range| {
            vec![
                format!("below {}", range.below),
                range.answers.to_string(),
                format!("{:.3}", range.told),
                format!("{:.3}", range.seen),
            ]
        };
        let rows: Vec<Vec<String>> = self.ranges.iter().map(row).collect();
        let table = table(&["score", "answers", "told", "seen"], &rows);
        format!(
            "### Scores of `mneme` as probabilities, categories 1 to 4\n\nMean distance {:.4}.\n\n{table}\n",
            self.error
        )
    }
}

// === impl Range ===

impl Range {
    fn of(told: &[(f64, bool)], from: f64, below: f64) -> Self {
        let last = below >= 1.0;
        let inside = |(score, _): &&(f64, bool)| *score >= from && (*score < below || last);
        let (mut answers, mut sum, mut seen) = (0_usize, 0.0, 0_usize);
        for (score, was) in told.iter().filter(inside) {
            answers += 1;
            sum += score;
            seen += usize::from(*was);
        }
        let mean = |total: f64| rounded(total / answers.max(1) as f64);
        Self {
            below,
            answers,
            told: mean(sum),
            seen: mean(seen as f64),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_told_is_held_against_what_was_seen() {
        let told = [(0.5, true), (0.52, false), (1.0, true), (0.01, false)];
        let calibration = Calibration::of(&told);
        let ranges = calibration.ranges.iter();
        let seen: Vec<_> = ranges.map(|r| (r.answers, r.told, r.seen)).collect();
        assert_eq!(seen, [(1, 0.01, 0.0), (2, 0.51, 0.5), (1, 1.0, 1.0)]);
        assert_eq!(calibration.error, 0.0075);
    }

    #[test]
    fn nothing_told_is_no_error() {
        let calibration = Calibration::of(&[]);
        assert!(calibration.ranges.is_empty() && calibration.error == 0.0);
    }
}

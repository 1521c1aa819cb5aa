//! Ranking: a sum of named features, each with its share, so that explaining it is printing it.

mod diversity;
mod fused;
mod memoryoss;
mod mneme;
mod notebook;
mod repeats;
mod strengths;
mod task;
mod words;

pub use memoryoss::{Channels, MIN_CHANNEL_SCORE};
pub use strengths::Strengths;

use mneme_index::search::Found;

use crate::candidates::Candidate;
use crate::question::Question;
use crate::ranking::Ranking;

/// One reason for a score.
#[derive(Clone, Debug, PartialEq)]
pub struct Reason {
    pub feature: &'static str,
    /// The feature's own value.
    pub value: f64,
    /// What it added to the score.
    pub share: f64,
    /// The value was not read but worked out from others.
    pub guessed: bool,
}

/// A score between 0 and 1, and why.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Score {
    pub value: f64,
    pub reasons: Vec<Reason>,
    /// Words of the question the record says itself.
    pub matched: Vec<String>,
    /// What it has of what the question points at, as the published answers tell it.
    pub pointed: Vec<String>,
}

/// What a ranking looks at.
pub struct Asked<'a> {
    pub question: &'a Question,
    pub found: &'a Found,
    /// Whether the question was read by a model.
    pub by_meaning: bool,
    /// How many answers are wanted.
    pub limit: usize,
    pub channels: Channels,
    /// How far hits of one agent or tag give way to others, where that is asked for.
    pub diversity: Option<f64>,
}

/// What tells that a score was lowered to that of the page before.
const PAGE: &str = "page";

pub type Ranked = Vec<(Candidate, Score)>;

// === impl Score ===

impl Score {
    /// From what each feature adds: the value is given, the shares are made to add up to it.
    fn of(value: f64, parts: Vec<(&'static str, f64, f64)>, matched: Vec<String>) -> Self {
        let sum: f64 = parts.iter().map(|(_, _, part)| part).sum();
        let scale = if sum > 0.0 { value / sum } else { 0.0 };
        let value = if sum > 0.0 { value } else { 0.0 };
        let reasons =
            parts
                .into_iter()
                .filter(|(_, _, part)| *part != 0.0)
                .map(|(feature, value, part)| Reason {
                    feature,
                    value,
                    share: part * scale,
                    guessed: false,
                });
        Self {
            value,
            reasons: reasons.collect(),
            matched,
            pointed: Vec::new(),
        }
    }

    /// From log-odds: what speaks for the record adds up to the probability it would have by
    /// that alone, what speaks against it to how much that falls.
    fn of_log_odds(base: f64, parts: Vec<(&'static str, f64, f64)>, matched: Vec<String>) -> Self {
        let sum = |sign: f64| -> f64 {
            let parts = parts.iter().map(|(_, _, part)| part * sign);
            sign * parts.filter(|part| *part > 0.0).sum::<f64>()
        };
        let (pro, contra) = (sum(1.0), sum(-1.0));
        if pro <= 0.0 {
            return Self {
                matched,
                ..Self::default()
            };
        }
        let (high, value) = (probability(base + pro), probability(base + pro + contra));
        let share = |part: f64| match part > 0.0 {
            true => part * high / pro,
            false => part * (value - high) / contra,
        };
        let told = parts.into_iter().filter(|(_, _, part)| *part != 0.0);
        let reasons = told.map(|(feature, value, part)| Reason {
            feature,
            value,
            share: share(part),
            guessed: false,
        });
        Self {
            value,
            reasons: reasons.collect(),
            matched,
            pointed: Vec::new(),
        }
    }

    /// Marks what a feature added as guessed.
    fn guess(mut self, feature: &str) -> Self {
        let mut reasons = self.reasons.iter_mut();
        if let Some(reason) = reasons.find(|reason| reason.feature == feature) {
            reason.guessed = true;
        }
        self
    }

    /// Multiplies the score; the shares go with it, so that they still add up.
    fn times(&mut self, factor: f64) {
        self.reasons
            .iter_mut()
            .for_each(|reason| reason.share *= factor);
        self.value *= factor;
    }

    /// Lowers the score by what is thought of the record; a reason of its own tells how much.
    fn trusted(&mut self, factor: f64) {
        if factor == 1.0 {
            return;
        }
        self.reasons.push(Reason {
            feature: "trust",
            value: factor,
            share: self.value * (factor - 1.0),
            guessed: false,
        });
        self.value *= factor;
    }

    /// Lowers the score to that of the page before; a reason of its own tells how much, and all others
    /// stay what they are.
    pub fn cap(&mut self, ceiling: f64) {
        if self.value <= ceiling {
            return;
        }
        self.reasons.push(Reason {
            feature: PAGE,
            value: ceiling,
            share: ceiling - self.value,
            guessed: false,
        });
        self.value = ceiling;
    }
}

fn probability(log_odds: f64) -> f64 {
    1.0 / (1.0 + (-log_odds).exp())
}

/// Scores all candidates and orders them, best first.
pub fn rank(ranking: Ranking, asked: &Asked<'_>, candidates: Vec<Candidate>) -> Ranked {
    match ranking {
        Ranking::Mneme => {
            let mut ranked = each(candidates, |candidate| mneme::score(asked, candidate));
            repeats::spread(&mut ranked);
            if let Some(factor) = asked.diversity {
                diversity::spread(&mut ranked, asked.limit, factor);
            }
            ranked
        }
        Ranking::Memoryoss => memoryoss::rank(asked, candidates),
        Ranking::Words => each(candidates, |candidate| {
            alone("window", candidate.window, asked, candidate)
        }),
        Ranking::Vectors => each(candidates, |candidate| {
            alone("meaning", candidate.cosine.unwrap_or(0.0), asked, candidate)
        }),
        Ranking::Notebook => notebook::rank(asked, candidates),
    }
}

/// How promising a hit looks before it is loaded.
pub fn promise(ranking: Ranking, window: f64, cosine: Option<f64>) -> f64 {
    let weights = &crate::weights::WITH_MODEL;
    match ranking {
        Ranking::Words => window,
        Ranking::Vectors => cosine.unwrap_or(0.0),
        Ranking::Mneme | Ranking::Memoryoss | Ranking::Notebook => {
            let (base, slope) = crate::weights::GUESSED_MEANING;
            let cosine = cosine.unwrap_or(base + slope * window);
            weights.window * window.powf(crate::weights::SECOND_WORDS) + weights.meaning * cosine
        }
    }
}

fn alone(feature: &'static str, value: f64, asked: &Asked<'_>, candidate: &Candidate) -> Score {
    let matched = candidate.said.matched(asked.question);
    let value = value.clamp(0.0, 1.0);
    Score::of(value, vec![(feature, value, value)], matched)
}

fn each(candidates: Vec<Candidate>, score: impl Fn(&Candidate) -> Score) -> Ranked {
    let mut ranked: Ranked = candidates
        .into_iter()
        .map(|candidate| {
            let score = score(&candidate);
            (candidate, score)
        })
        .collect();
    sort(&mut ranked);
    ranked
}

fn sort(ranked: &mut Ranked) {
    ranked.sort_by(|(a, x), (b, y)| {
        y.value
            .total_cmp(&x.value)
            .then(a.event.seq.cmp(&b.event.seq))
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_lowered_to_the_page_before_keeps_its_reasons_and_names_the_difference() {
        let told = || Score::of(0.5, vec![("own", 1.0, 0.3), ("time", 0.5, 0.2)], Vec::new());
        let mut score = told();
        score.cap(0.4);
        assert_eq!(score.value, 0.4);
        assert_eq!(score.reasons[..2], told().reasons);
        let page = &score.reasons[2];
        assert_eq!((page.feature, page.value), ("page", 0.4));
        assert!((page.share + 0.1).abs() < 1e-12, "{page:?}");
        let mut lower = told();
        lower.cap(0.6);
        assert_eq!(lower, told());
    }
}

//! Ranking: a sum of named features, each with its share, so that explaining it is printing it.

use mneme_index::words::{each_word, identifiers};

use crate::candidates::Candidate;
use crate::question::Question;
use crate::weights;

/// One reason for a score.
#[derive(Clone, Debug, PartialEq)]
pub struct Reason {
    pub feature: &'static str,
    /// The feature's own value, 0 to 1.
    pub value: f64,
    /// What it added to the score.
    pub share: f64,
}

/// A score between 0 and 1, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Score {
    pub value: f64,
    pub reasons: Vec<Reason>,
    /// Words of the question the record says itself.
    pub matched: Vec<String>,
}

// === impl Score ===

impl Score {
    /// Lowers the score to a ceiling; the shares shrink with it, so that they still add up.
    pub fn cap(&mut self, ceiling: f64) {
        if self.value > ceiling {
            let shrink = ceiling / self.value;
            self.reasons
                .iter_mut()
                .for_each(|reason| reason.share *= shrink);
            self.value = ceiling;
        }
    }
}

/// Scores a candidate. `rarity` weighs the question's words, in their order.
pub fn score(question: &Question, rarity: &[f32], candidate: &Candidate) -> Score {
    let matched = said(question, &candidate.event.body.text);
    let features = [
        ("window", candidate.window, weights::WINDOW),
        (
            "own_words",
            share_of(question, rarity, &matched),
            weights::OWN,
        ),
        (
            "identifiers",
            identifier_share(question, candidate),
            weights::IDENTIFIER,
        ),
        (
            "speaker",
            names_speaker(question, candidate),
            weights::SPEAKER,
        ),
        ("asks", only_asks(&candidate.event.body.text), weights::ASKS),
    ];
    let attainable = attainable(question);
    let reasons: Vec<Reason> = features
        .into_iter()
        .filter(|(_, value, _)| *value > 0.0)
        .map(|(feature, value, weight)| Reason {
            feature,
            value,
            share: value * weight / attainable,
        })
        .collect();
    let value = reasons
        .iter()
        .map(|reason| reason.share)
        .sum::<f64>()
        .clamp(0.0, 1.0);
    Score {
        value,
        reasons,
        matched,
    }
}

/// The words of the question that a text says itself.
fn said(question: &Question, text: &str) -> Vec<String> {
    let mut said = vec![false; question.words.len()];
    each_word(text, |word| {
        if let Some(n) = question.words.iter().position(|wanted| wanted == word) {
            said[n] = true;
        }
    });
    let pairs = question.words.iter().zip(said);
    pairs
        .filter(|(_, said)| *said)
        .map(|(word, _)| word.clone())
        .collect()
}

/// The most any record could add up to for this question.
fn attainable(question: &Question) -> f64 {
    let identifiers = if question.identifiers.is_empty() {
        0.0
    } else {
        weights::IDENTIFIER
    };
    weights::WINDOW + weights::OWN + identifiers + weights::SPEAKER
}

fn share_of(question: &Question, rarity: &[f32], matched: &[String]) -> f64 {
    let weigh = |wanted: &dyn Fn(&String) -> bool| -> f64 {
        let pairs = question.words.iter().zip(rarity);
        pairs
            .filter(|(word, _)| wanted(word))
            .map(|(_, rarity)| f64::from(*rarity))
            .sum()
    };
    let all = weigh(&|_| true);
    if all <= 0.0 {
        0.0
    } else {
        weigh(&|word| matched.contains(word)) / all
    }
}

fn identifier_share(question: &Question, candidate: &Candidate) -> f64 {
    if question.identifiers.is_empty() {
        return 0.0;
    }
    let has = identifiers(&candidate.event.body.text);
    let found = question
        .identifiers
        .iter()
        .filter(|id| has.contains(id))
        .count();
    found as f64 / question.identifiers.len() as f64
}

fn names_speaker(question: &Question, candidate: &Candidate) -> f64 {
    let named = candidate
        .speaker
        .as_deref()
        .is_some_and(|speaker| question.names(speaker));
    if named { 1.0 } else { 0.0 }
}

fn only_asks(text: &str) -> f64 {
    let text = text.trim_end();
    let asks = text.ends_with('?') && !text.trim_end_matches('?').contains(['.', '!', '?']);
    if asks { 1.0 } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_is_told_from_a_statement() {
        assert_eq!(only_asks("Where did you go?"), 1.0);
        assert_eq!(only_asks("I went home. And you?"), 0.0);
        assert_eq!(only_asks("I went home."), 0.0);
    }

    #[test]
    fn rare_words_count_more_than_common_ones() {
        let question = Question::read("blue zeppelin");
        let rarity = [0.5, 4.5];
        let rare = share_of(&question, &rarity, &["zeppelin".into()]);
        let common = share_of(&question, &rarity, &["blue".into()]);
        assert!(rare > 0.85 && common < 0.15);
    }
}

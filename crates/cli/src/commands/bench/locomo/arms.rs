//! The ways of finding that are compared. Each answers with turns, best first, and with the
//! turns that fit into contexts of four sizes.

mod bm25;
mod lines;

use std::time::{Duration, Instant};

use mneme_engine::{Engine, Recall};
use mneme_model::Code;
use mneme_recall::Ranking;
use mneme_surfaces::desk::fault;
use mneme_wire::Fault;

use super::data::Question;
use super::talk::Talk;

pub use lines::Lines;

/// Turns in an answer.
pub const ANSWERS: usize = 20;
/// Sizes of contexts, in tokens.
pub const BUDGETS: [usize; 4] = [250, 500, 1_000, 2_000];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arm {
    /// No engine: lines with most of the question's words.
    Grep,
    /// No engine: each line by the textbook formula.
    Bm25,
    Ranked(Ranking),
}

pub struct Answer {
    pub ranked: Vec<usize>,
    /// How likely each was said to be evidence, by an arm that says so.
    pub told: Vec<f64>,
    /// What each context holds.
    pub packed: [Vec<usize>; 4],
    pub took: Duration,
}

// === impl Arm ===

impl Arm {
    /// The one that was chosen, or all that can be measured.
    pub fn chosen(ranking: Option<Ranking>, model: bool) -> Result<Vec<Self>, Fault> {
        match ranking {
            Some(Ranking::Vectors) if !model => Err(Fault::new(
                Code::BadSetting,
                "no embedding model was loaded: there are no vectors to measure",
            )),
            Some(ranking) => Ok(vec![Arm::Ranked(ranking)]),
            None => Ok(Self::all(model)),
        }
    }

    /// Without a model there are no vectors.
    fn all(model: bool) -> Vec<Self> {
        let arms = [
            Arm::Grep,
            Arm::Bm25,
            Arm::Ranked(Ranking::Words),
            Arm::Ranked(Ranking::Vectors),
            Arm::Ranked(Ranking::Memoryoss),
            Arm::Ranked(Ranking::Mneme),
        ];
        let possible = |arm: &Arm| model || *arm != Arm::Ranked(Ranking::Vectors);
        arms.into_iter().filter(possible).collect()
    }

    pub fn name(self) -> &'static str {
        match self {
            Arm::Grep => "grep",
            Arm::Bm25 => "bm25",
            Arm::Ranked(ranking) => ranking.name(),
        }
    }

    /// Whether its scores are meant as probabilities.
    pub fn tells(self) -> bool {
        self == Arm::Ranked(Ranking::Mneme)
    }

    pub async fn answer(
        self,
        engine: &Engine,
        talk: &Talk<'_>,
        lines: &Lines,
        question: &Question,
    ) -> Result<Answer, Fault> {
        match self {
            Arm::Grep => Ok(lines.grep(&question.text)),
            Arm::Bm25 => Ok(lines.bm25(&question.text)),
            Arm::Ranked(ranking) => asked(engine, talk, talk.ask(question, ranking, ANSWERS)).await,
        }
    }
}

/// The time is that of the plain answer; contexts are packed beside each other afterwards.
async fn asked(engine: &Engine, talk: &Talk<'_>, ask: Recall) -> Result<Answer, Fault> {
    let began = Instant::now();
    let recalled = engine.recall(&talk.caller, None, ask.clone()).await;
    let took = began.elapsed();
    let hits = recalled.map_err(|error| fault(&error))?.hits;
    let ranked = hits.iter().map(|hit| talk.turn(&hit.record.id));
    let pack = |budget| packed(engine, talk, &ask, budget);
    let [a, b, c, d] = BUDGETS;
    let (a, b, c, d) = tokio::try_join!(pack(a), pack(b), pack(c), pack(d))?;
    Ok(Answer {
        ranked: ranked.collect::<Result<_, _>>()?,
        told: hits.iter().map(|hit| hit.score).collect(),
        packed: [a, b, c, d],
        took,
    })
}

/// Evidence and context alike: what the reader gets to see.
async fn packed(
    engine: &Engine,
    talk: &Talk<'_>,
    ask: &Recall,
    budget: usize,
) -> Result<Vec<usize>, Fault> {
    let ask = Recall {
        budget: Some(budget),
        // As many as are worth their tokens.
        limit: None,
        ..ask.clone()
    };
    let recalled = engine.recall(&talk.caller, None, ask).await;
    let packed = recalled
        .map_err(|error| fault(&error))?
        .packed
        .unwrap_or_default();
    packed
        .lines
        .iter()
        .map(|line| talk.turn(&line.id))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_model_vectors_are_left_out_or_refused() {
        let vectors = Arm::Ranked(Ranking::Vectors);
        assert!(!Arm::all(false).contains(&vectors) && Arm::all(true).contains(&vectors));
        let refused = Arm::chosen(Some(Ranking::Vectors), false).err();
        assert_eq!(
            refused.map(|fault| fault.code).as_deref(),
            Some("bad_setting")
        );
        assert_eq!(
            Arm::chosen(Some(Ranking::Vectors), true).ok(),
            Some(vec![vectors])
        );
    }
}

//! Answering a question by the layers that suit it, and saying which did.

mod layers;
mod projects;
mod walk;

pub use layers::{Capabilities, LayerState};

use std::time::Duration;

use mneme_access::Caller;
use mneme_timeline::intent::{Intent, classify};
use mneme_timeline::route::{self, ENOUGH, Layer, Mode, Stop, Tier};

use crate::{Engine, Result};

/// A question and how to go about it.
#[derive(Clone, Debug)]
pub struct Asked {
    pub query: String,
    pub intent: Option<Intent>,
    pub mode: Option<Mode>,
    pub stop: Stop,
    pub limit: usize,
    pub agent: Option<String>,
    /// Ask the other stores that are registered, too.
    pub all_projects: bool,
}

/// Something that answers, and which layer found it.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    pub id: String,
    pub doc_type: &'static str,
    pub score: f64,
    pub text: String,
    pub layer: Layer,
    pub at_ms: i64,
    pub agent: Option<String>,
    /// The data directory of the other store it is from.
    pub project: Option<String>,
}

#[derive(Clone, Debug)]
pub struct Routed {
    pub answers: Vec<Answer>,
    pub intent: Intent,
    pub tier: Tier,
    pub mode: Mode,
    /// Every layer that suited the question and could answer.
    pub considered: Vec<Layer>,
    pub attempted: Vec<Layer>,
    pub winner: Layer,
    pub why: String,
    /// Why another layer than the first one answers.
    pub fallback: Option<String>,
    pub took_ms: u64,
}

/// What one layer found, the best first.
type Tried = Vec<(Layer, Vec<Answer>)>;

const CHARS_PER_TOKEN: usize = 4;

impl Engine {
    pub async fn route(&self, caller: &Caller, asked: Asked) -> Result<Routed> {
        let began_ms = self.store.now_ms();
        let healthy = self.capabilities(caller).await?.healthy;
        let intent = asked
            .intent
            .unwrap_or_else(|| classify(&asked.query, false).intent);
        let mode = asked.mode.unwrap_or_else(|| Mode::of(intent));
        let chain = healthy.chain(intent);
        let mut tried: Tried = Vec::new();
        for layer in route::tried(&chain, asked.stop.max_calls) {
            let spent = self.store.now_ms().saturating_sub(began_ms).unsigned_abs();
            let left = asked.stop.timeout_ms.saturating_sub(spent);
            let enough = tried.len() >= mode.together() && best(&tried) >= ENOUGH;
            if enough || (left == 0 && !tried.is_empty()) {
                break;
            }
            let answers = self.ask_layer(caller, layer, &asked);
            // Too late is as good as nothing found.
            let answers = tokio::time::timeout(Duration::from_millis(left.max(1)), answers).await;
            tried.push((layer, answers.unwrap_or_else(|_| Ok(Vec::new()))?));
        }
        if asked.all_projects {
            let spent = self.store.now_ms().saturating_sub(began_ms).unsigned_abs();
            let left = asked.stop.timeout_ms.saturating_sub(spent);
            let attempted: Vec<Layer> = tried.iter().map(|(layer, _)| *layer).collect();
            let others = self.ask_projects(caller, &asked, &attempted, left).await?;
            if !others.is_empty() {
                tried.push((Layer::Agentic, others));
            }
        }
        let took_ms = self.store.now_ms().saturating_sub(began_ms).unsigned_abs();
        let (winner, why, fallback) = explain(&tried);
        let mut attempted: Vec<Layer> = tried.iter().map(|(layer, _)| *layer).collect();
        attempted.dedup();
        Ok(Routed {
            attempted,
            answers: merge(tried, &asked),
            intent,
            tier: healthy.tier(),
            mode,
            considered: chain,
            winner,
            why,
            fallback,
            took_ms,
        })
    }
}

fn top(answers: &[Answer]) -> f64 {
    answers.first().map_or(0.0, |answer| answer.score)
}

fn best(tried: &Tried) -> f64 {
    tried
        .iter()
        .map(|(_, answers)| top(answers))
        .fold(0.0, f64::max)
}

/// The layer with the best answer, why it is that one, and why not the first.
fn explain(tried: &Tried) -> (Layer, String, Option<String>) {
    let most = best(tried);
    let wins = |(_, answers): &&(Layer, Vec<Answer>)| !answers.is_empty() && top(answers) >= most;
    let (Some(first), Some(last)) = (tried.first(), tried.last()) else {
        return (Layer::Agentic, String::from("no layer was asked"), None);
    };
    let Some((winner, answers)) = tried.iter().find(wins) else {
        return (last.0, String::from("no layer found anything"), None);
    };
    let found = answers.len();
    let why = format!("{winner:?} found {found}, the best with a score of {most:.2}");
    let fallback = (*winner != first.0).then(|| match top(&first.1) {
        0.0 => format!("{:?} found nothing", first.0),
        score => format!("the best of {:?} has a score of {score:.2}", first.0),
    });
    (*winner, why, fallback)
}

/// One list of all that was found, each once, within the bounds of the question.
fn merge(tried: Tried, asked: &Asked) -> Vec<Answer> {
    let mut all: Vec<Answer> = tried.into_iter().flat_map(|(_, answers)| answers).collect();
    all.sort_by(|a, b| b.score.total_cmp(&a.score));
    let mut seen = std::collections::HashSet::new();
    all.retain(|answer| {
        answer.score >= f64::from(asked.stop.min_confidence)
            && seen.insert((answer.project.clone(), answer.id.clone()))
    });
    all.truncate(asked.limit);
    let mut room = asked.stop.max_tokens.saturating_mul(CHARS_PER_TOKEN);
    let fits = |answer: &Answer| {
        let left = room.checked_sub(answer.text.chars().count());
        room = left.unwrap_or(room);
        left.is_some()
    };
    all.into_iter().take_while(fits).collect()
}

//! What was told first is still found when tens of thousands of memories lie on it, nothing is
//! found that was never told, and nothing is kept twice.

use mneme_wire::Fault;
use serde::{Deserialize, Serialize};

use super::asker::Asker;
use super::score::{p95, share};
use crate::commands::bench::corpus::Corpus;
use crate::commands::bench::load::trouble;
use crate::commands::bench::report::percentiles;
use crate::progress::bar;

const SIGNALS: &str = include_str!("signals.json");
/// Below this nothing is put before a model.
const THRESHOLD: f64 = mneme_engine::gate::MIN_SCORE;
/// How many are told a second time.
const TOLD_AGAIN: usize = 100;
const FIRST: &str =
    "The very first thing ever noted here is that the lighthouse keeper is called Ottoline.";
const ASK_FIRST: &str = "what is the lighthouse keeper called?";

#[derive(Debug, Deserialize)]
struct Signals {
    signals: Vec<Signal>,
    noise: Vec<String>,
}

#[derive(Debug, Deserialize)]
struct Signal {
    fact: String,
    question: String,
}

#[derive(Clone, Debug, Serialize)]
pub struct Retention {
    /// Memories that are believed in the end.
    pub active_memories: usize,
    pub signals: usize,
    pub signal_hit_rate: f64,
    pub noise: usize,
    pub noise_rejection_rate: f64,
    pub positive_injection_rate: f64,
    pub false_positive_injection_rate: f64,
    /// Of those that were told a second time: kept a second time.
    pub duplicate_rate: f64,
    /// The place of what was told before everything else; 1 is the best.
    pub first_found_first: bool,
    pub recall_p50_ms: f64,
    pub recall_p95_ms: f64,
    pub recall_p99_ms: f64,
}

pub fn run(asker: &mut Asker, memories: usize) -> Result<Retention, Fault> {
    let told: Signals = serde_json::from_str(SIGNALS).map_err(trouble)?;
    let filler = filler(memories.saturating_sub(told.signals.len() + 1));
    let facts = told.signals.iter().map(|signal| signal.fact.clone());
    asker.keep(&[FIRST.to_owned()])?;
    asker.keep(&facts.collect::<Vec<_>>())?;
    asker.keep(&filler)?;
    let before = asker.active()?;
    asker.keep(&filler[..TOLD_AGAIN.min(filler.len())])?;
    let active = asker.active()?;
    let bar = bar("asking");
    bar.set_length((told.signals.len() + told.noise.len()) as u64);
    let (mut hits, mut injected, mut times) = (0, 0, Vec::new());
    for signal in &told.signals {
        let asked = asker.ask(&signal.question)?;
        hits += usize::from(asked.first == signal.fact);
        injected += usize::from(asked.injected && asked.first == signal.fact);
        times.push(asked.took);
        bar.inc(1);
    }
    let (mut rejected, mut intruded) = (0, 0);
    for question in &told.noise {
        let asked = asker.ask(question)?;
        rejected += usize::from(asked.score < THRESHOLD);
        intruded += usize::from(asked.injected);
        times.push(asked.took);
        bar.inc(1);
    }
    bar.finish_and_clear();
    let first = asker.ask(ASK_FIRST)?;
    let (recall_p50_ms, recall_p99_ms) = percentiles(times.clone());
    Ok(Retention {
        active_memories: active,
        signals: told.signals.len(),
        signal_hit_rate: share(hits, told.signals.len()),
        noise: told.noise.len(),
        noise_rejection_rate: share(rejected, told.noise.len()),
        positive_injection_rate: share(injected, told.signals.len()),
        false_positive_injection_rate: 1.0 - share(told.noise.len() - intruded, told.noise.len()),
        duplicate_rate: share(active - before, TOLD_AGAIN.min(filler.len())),
        first_found_first: first.first == FIRST,
        recall_p50_ms,
        recall_p95_ms: p95(times),
        recall_p99_ms,
    })
}

/// Made-up talk, no two alike.
fn filler(count: usize) -> Vec<String> {
    let corpus = Corpus::new();
    let text = |n: usize| format!("{} ({n})", corpus.text(n as u64));
    (0..count).map(text).collect()
}

// === impl Retention ===

impl Retention {
    /// Every signal comes first, nothing intrudes, nothing is kept twice.
    pub fn holds(&self) -> bool {
        self.signal_hit_rate >= 1.0
            && self.false_positive_injection_rate <= 0.0
            && self.duplicate_rate <= 0.0
            && self.first_found_first
    }
}

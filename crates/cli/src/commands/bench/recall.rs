//! Recall, against SQLite's own full-text search over the same words.

use std::time::{Duration, Instant};

use mneme_engine::Recall;
use mneme_index::words::{is_stop_word, words};
use mneme_model::Door;
use mneme_store::probe::Fts5;
use mneme_surfaces::desk::local_caller;
use mneme_wire::Fault;

use super::load::{Bench, open, trouble};
use super::report::percentiles;

/// The figure of a start.
pub const START: &str = "start to first recall";

pub fn ask(query: String) -> Recall {
    Recall {
        query,
        limit: Some(10),
        ..Recall::default()
    }
}

/// Opening the store, up to the first answer.
pub async fn start(bench: &mut Bench) -> Result<(), Fault> {
    let began = Instant::now();
    let engine = open(&bench.dir.join("events")).await?;
    let question = bench.corpus.question(0, bench.args.memories);
    let caller = local_caller(Door::Control);
    engine
        .recall(&caller, None, ask(question))
        .await
        .map_err(trouble)?;
    bench.report.add(
        START,
        began.elapsed().as_secs_f64(),
        "s",
        format!("{} events", bench.args.memories),
    );
    Ok(())
}

pub async fn against_fts5(bench: &mut Bench) -> Result<(), Fault> {
    let engine = open(&bench.dir.join("events")).await?;
    let caller = local_caller(Door::Control);
    let questions: Vec<String> = (0..bench.args.questions)
        .map(|n| bench.corpus.question(n, bench.args.memories))
        .collect();
    engine
        .recall(&caller, None, ask(questions[0].clone()))
        .await
        .map_err(trouble)?;
    let mut times = Vec::with_capacity(questions.len());
    for question in &questions {
        let began = Instant::now();
        engine
            .recall(&caller, None, ask(question.clone()))
            .await
            .map_err(trouble)?;
        times.push(began.elapsed());
    }
    let (p50, p99) = percentiles(times);
    bench.report.add(
        "lexical recall p50",
        p50,
        "ms",
        "10 answers, loaded, ranked, explained",
    );
    bench.report.add("lexical recall p99", p99, "ms", "");
    drop(engine);
    let (peer50, peer99) = fts5(bench, &questions)?;
    bench.report.add(
        "FTS5 p50",
        peer50,
        "ms",
        "ten row numbers, the same words joined by OR",
    );
    bench.report.add("FTS5 p99", peer99, "ms", "");
    bench.report.add(
        "recall p99 / FTS5 p99",
        p99 / peer99,
        "ratio",
        "to stay below 0.25 at 100,000 events",
    );
    Ok(())
}

fn fts5(bench: &mut Bench, questions: &[String]) -> Result<(f64, f64), Fault> {
    const CHUNK: usize = 5_000;
    let fts5 = Fts5::open(&bench.dir.join("fts5.db")).map_err(trouble)?;
    let mut writing = Duration::ZERO;
    for first in (0..bench.args.memories).step_by(CHUNK) {
        let texts: Vec<String> = (first..(first + CHUNK).min(bench.args.memories))
            .map(|n| bench.corpus.text(n as u64))
            .collect();
        let began = Instant::now();
        fts5.insert(first as i64 + 1, &texts).map_err(trouble)?;
        writing += began.elapsed();
    }
    let rate = bench.args.memories as f64 / writing.as_secs_f64();
    let note = "the words alone, unsealed: no journal, no tables";
    bench
        .report
        .add("FTS5, batches of 5,000", rate, "rows/s", note);
    let mut times = Vec::with_capacity(questions.len());
    for question in questions {
        let telling = question
            .split(' ')
            .filter(|word| !words(word).iter().any(|w| is_stop_word(w)));
        let telling: Vec<String> = telling.map(str::to_owned).collect();
        let began = Instant::now();
        fts5.search(&telling).map_err(trouble)?;
        times.push(began.elapsed());
    }
    Ok(percentiles(times))
}

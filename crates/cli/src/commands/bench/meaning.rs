//! Recall by words and meaning, on the store the writes left behind.

pub(super) mod synthetic;

use std::time::{Duration, Instant};

use mneme_engine::memories::NewMemory;
use mneme_engine::{Engine, Initiative, Recall};
use mneme_model::Door;
use mneme_surfaces::desk::local_caller;
use mneme_wire::Fault;

use super::load::{Bench, open_with, trouble};
use super::recall::ask;
use super::report::percentiles;
use super::server::{Server, post};
use super::settle::settle;
use crate::progress::bar;

/// Memories read by the model; the rest get vectors made up near theirs.
const READ: usize = 10_000;
/// Writes whose way to recall is timed.
const WRITES: usize = 300;

/// All figures with a model; one line saying so where there is none.
pub async fn all(bench: &mut Bench) -> Result<(), Fault> {
    let dir = bench.dir.join("events");
    let engine = open_with(&dir, &bench.settings).await?;
    let Some(model) = engine.model() else {
        let note = "no model here: `mneme model fetch`, then run again";
        bench.report.add("vectors", 0.0, "vectors", note);
        return Ok(());
    };
    vectors(bench, &engine, &model).await?;
    drop(engine);
    start(bench).await?;
    let engine = open_with(&dir, &bench.settings).await?;
    questions(bench, &engine).await?;
    lag(bench, &engine).await?;
    drop(engine);
    memory(bench)
}

async fn vectors(bench: &mut Bench, engine: &Engine, model: &str) -> Result<(), Fault> {
    let caller = local_caller(Door::Control);
    let made_up = bench.args.memories.saturating_sub(READ);
    let began = Instant::now();
    if made_up > 0 {
        synthetic::fill(engine, &bench.settings, &bench.corpus, bench.args.memories).await?;
    } else {
        settle(engine, &caller).await?;
        let rate = bench.args.memories as f64 / began.elapsed().as_secs_f64();
        bench
            .report
            .add("reading by the model", rate, "events/s", model);
    }
    let bytes = mneme_store::disk_bytes(engine.store().dir()) as f64;
    let note = match made_up {
        0 => format!("with vectors of {model}"),
        _ => format!(
            "with vectors; synthetic: made up around {} real ones",
            synthetic::REAL
        ),
    };
    let each = bytes / bench.args.memories as f64;
    bench.report.add("on disk, a memory", each, "bytes", note);
    Ok(())
}

async fn start(bench: &mut Bench) -> Result<(), Fault> {
    let began = Instant::now();
    let engine = open_with(&bench.dir.join("events"), &bench.settings).await?;
    let question = bench.corpus.question(0, bench.args.memories);
    let caller = local_caller(Door::Control);
    let asked = engine.recall(&caller, None, ask(question));
    asked.await.map_err(trouble)?;
    let took = began.elapsed().as_secs_f64();
    let note = "opens model, vectors and index";
    bench
        .report
        .add("start to first recall, with vectors", took, "s", note);
    Ok(())
}

/// Every question is new: nothing is remembered from the one before.
async fn questions(bench: &mut Bench, engine: &Engine) -> Result<(), Fault> {
    let caller = local_caller(Door::Control);
    let (mut reading, mut rest) = (Vec::new(), Vec::new());
    let bar = bar("asking");
    bar.set_length(bench.args.questions as u64);
    for n in 0..bench.args.questions {
        let question = bench.corpus.question(100_000 + n, bench.args.memories);
        let began = Instant::now();
        engine.read_question(question.clone()).await;
        reading.push(began.elapsed());
        let began = Instant::now();
        engine
            .recall(&caller, None, ask(question))
            .await
            .map_err(trouble)?;
        rest.push(began.elapsed());
        bar.inc(1);
    }
    bar.finish_and_clear();
    let whole: Vec<Duration> = reading.iter().zip(&rest).map(|(a, b)| *a + *b).collect();
    let (p50, p99) = percentiles(rest);
    bench.report.add(
        "recall by words and meaning, store part p50",
        p50,
        "ms",
        "distinct questions",
    );
    bench.report.add(
        "recall by words and meaning, store part p99",
        p99,
        "ms",
        "to stay below 10 at 100,000",
    );
    let (p50, p99) = percentiles(reading);
    let note = format!("4 to 7 made-up words; p99 {p99:.2} ms");
    bench.report.add("reading a question p50", p50, "ms", note);
    let (p50, p99) = percentiles(whole);
    bench.report.add(
        "recall by words and meaning, whole p99",
        p99,
        "ms",
        format!("p50 {p50:.2} ms"),
    );
    fifteen(bench, engine).await
}

/// Fifteen pieces of words, as a person would ask.
async fn fifteen(bench: &mut Bench, engine: &Engine) -> Result<(), Fault> {
    let mut times = Vec::new();
    for n in 0..200 {
        let question = format!("what did we decide about the release number {n} of the gateway?");
        let began = Instant::now();
        engine.read_question(question).await;
        times.push(began.elapsed());
    }
    let (p50, p99) = percentiles(times);
    bench.report.add(
        "reading a question of 15 tokens p50",
        p50,
        "ms",
        format!("p99 {p99:.2} ms; goal 5"),
    );
    Ok(())
}

/// From the call that writes to the answer that has it.
async fn lag(bench: &mut Bench, engine: &Engine) -> Result<(), Fault> {
    let caller = local_caller(Door::Control);
    let mut times = Vec::new();
    for n in 0..WRITES {
        let word = format!("lagword{n}x");
        let memory = NewMemory {
            content: format!("{} {word}", bench.corpus.text(n as u64)),
            ..NewMemory::default()
        };
        let began = Instant::now();
        engine
            .store_memories(&caller, None, vec![memory], Initiative::Caller)
            .await
            .map_err(trouble)?;
        let asked = Recall {
            limit: Some(1),
            ..ask(word.clone())
        };
        let found = engine.recall(&caller, None, asked).await.map_err(trouble)?;
        times.push(began.elapsed());
        let hit = found
            .hits
            .first()
            .map(|hit| hit.record.text.contains(&word));
        if hit != Some(true) {
            return Err(trouble(format!("{word} was written and not found")));
        }
    }
    let (p50, p99) = percentiles(times);
    bench.report.add(
        "write to recall p99",
        p99,
        "ms",
        format!("found by the next question; p50 {p50:.2} ms"),
    );
    Ok(())
}

/// What a server holds in memory after a hundred questions.
fn memory(bench: &mut Bench) -> Result<(), Fault> {
    let server = Server::start(&bench.dir.join("events"))?;
    let mut client = server.client()?;
    for n in 0..100 {
        let query = bench.corpus.question(200_000 + n, bench.args.memories);
        let body = serde_json::json!({ "query": query }).to_string();
        post(&mut client, "/v1/recall", body.as_bytes())?;
    }
    let mib = server.resident() as f64 / f64::from(1 << 20);
    bench.report.add(
        "server memory, model and vectors open",
        mib,
        "MiB",
        "resident; to stay below 400 at 100,000",
    );
    Ok(())
}

//! `mneme bench soak`: a server under writers and askers for minutes. Everything acknowledged
//! must be found, nobody may be refused, and memory must settle.

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use clap::Args;
use mneme_wire::Fault;
use mneme_wire::client::http::HttpClient;
use serde_json::{Value, json};

use super::corpus::Corpus;
use super::load::trouble;
use super::report::{Report, percentiles};
use super::scratch::Scratch;
use super::server::{Server, post};
use crate::commands::Outcome;
use crate::output;
use crate::progress::bar;

#[derive(Clone, Debug, Args)]
pub struct SoakArgs {
    /// How long
    #[arg(long, default_value_t = 10.0)]
    pub minutes: f64,
    /// Concurrent writers
    #[arg(long, default_value_t = 4)]
    pub writers: usize,
    /// Concurrent askers
    #[arg(long, default_value_t = 4)]
    pub askers: usize,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// What the clients share.
struct Stage {
    corpus: Corpus,
    written: AtomicUsize,
    stop: AtomicBool,
}

pub fn run(args: &SoakArgs) -> Outcome {
    let scratch = Scratch::new("soak", None)?;
    let server = Server::start(scratch.path())?;
    let stage = Arc::new(Stage {
        corpus: Corpus::new(),
        written: AtomicUsize::new(0),
        stop: AtomicBool::new(false),
    });
    let writers = spawn(&server, &stage, args.writers, write)?;
    let askers = spawn(&server, &stage, args.askers, check)?;
    let memory = watch(&server, Duration::from_secs_f64(args.minutes * 60.0));
    stage.stop.store(true, Ordering::Relaxed);
    let (stores, recalls) = (join(writers)?, join(askers)?);
    let report = tell(args, &stage, stores, recalls, &memory);
    if args.json {
        return Ok(output::json(&report));
    }
    say!("{}", report.markdown());
    Ok(ExitCode::SUCCESS)
}

type Client = JoinHandle<Result<Vec<Duration>, Fault>>;

fn spawn(
    server: &Server,
    stage: &Arc<Stage>,
    n: usize,
    step: fn(&Stage, &mut HttpClient) -> Result<Duration, Fault>,
) -> Result<Vec<Client>, Fault> {
    let one = |_| {
        let (mut client, stage) = (server.client()?, stage.clone());
        Ok(std::thread::spawn(move || {
            let mut times = Vec::new();
            while !stage.stop.load(Ordering::Relaxed) {
                times.push(step(&stage, &mut client)?);
            }
            Ok(times)
        }))
    };
    (0..n).map(one).collect()
}

fn join(clients: Vec<Client>) -> Result<Vec<Duration>, Fault> {
    let mut times = Vec::new();
    for client in clients {
        times.extend(client.join().map_err(|_| trouble("a client panicked"))??);
    }
    Ok(times)
}

/// Stores a memory with a word of its own, and asks for it at once.
fn write(stage: &Stage, client: &mut HttpClient) -> Result<Duration, Fault> {
    let n = stage.written.fetch_add(1, Ordering::Relaxed);
    let word = format!("soak{n}word");
    let content = format!("{} {word}", stage.corpus.text(n as u64));
    let began = Instant::now();
    post(
        client,
        "/v1/store",
        json!({ "content": content }).to_string().as_bytes(),
    )?;
    let took = began.elapsed();
    if !found(client, &word)? {
        return Err(trouble(format!("{word} was acknowledged and is not found")));
    }
    Ok(took)
}

/// Asks something a person might; any answer will do, a refusal will not.
fn check(stage: &Stage, client: &mut HttpClient) -> Result<Duration, Fault> {
    let n = stage.written.load(Ordering::Relaxed);
    let query = stage.corpus.question(n, n.max(1));
    let began = Instant::now();
    post(
        client,
        "/v1/recall",
        json!({ "query": query, "budget": 500 })
            .to_string()
            .as_bytes(),
    )?;
    Ok(began.elapsed())
}

/// Whether the first answer says this word.
pub(super) fn found(client: &mut HttpClient, word: &str) -> Result<bool, Fault> {
    let body = json!({ "query": word, "limit": 1 }).to_string();
    let reply: Value =
        serde_json::from_slice(&post(client, "/v1/recall", body.as_bytes())?).map_err(trouble)?;
    let content = reply["memories"][0]["memory"]["content"].as_str();
    Ok(content.is_some_and(|content| content.contains(word)))
}

/// Looks at the server's memory once a second until time is up.
fn watch(server: &Server, length: Duration) -> Vec<u64> {
    let bar = bar("soaking, seconds");
    bar.set_length(length.as_secs());
    let (began, mut seen) = (Instant::now(), Vec::new());
    while began.elapsed() < length {
        std::thread::sleep(Duration::from_secs(1).min(length));
        seen.push(server.resident());
        bar.set_position(began.elapsed().as_secs());
    }
    bar.finish_and_clear();
    seen
}

fn tell(
    args: &SoakArgs,
    stage: &Stage,
    stores: Vec<Duration>,
    recalls: Vec<Duration>,
    memory: &[u64],
) -> Report {
    let mut report = Report::default();
    let (seconds, mib) = (args.minutes * 60.0, f64::from(1 << 20));
    let written = stage.written.load(Ordering::Relaxed);
    let note = format!("{} writers, {} askers", args.writers, args.askers);
    report.add("soaked", args.minutes, "minutes", note);
    report.add(
        "stores, each found at once",
        stores.len() as f64 / seconds,
        "stores/s",
        format!("{written} in all"),
    );
    report.add(
        "recalls",
        recalls.len() as f64 / seconds,
        "recalls/s",
        "with a context of 500 tokens",
    );
    let (p50, p99) = percentiles(stores);
    report.add("store p99", p99, "ms", format!("p50 {p50:.2} ms"));
    let (p50, p99) = percentiles(recalls);
    report.add("recall p99", p99, "ms", format!("p50 {p50:.2} ms"));
    let most = memory.iter().copied().max().unwrap_or(0) as f64 / mib;
    let middle = memory.get(memory.len() / 2).copied().unwrap_or(0) as f64 / mib;
    report.add(
        "server memory, most",
        most,
        "MiB",
        format!("{middle:.0} MiB half-way"),
    );
    report
}

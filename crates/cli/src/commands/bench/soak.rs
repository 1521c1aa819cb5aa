//! `mneme bench soak`: a server under writers and askers for minutes. Everything acknowledged
//! must be found, nobody may be refused, and memory must settle.

use std::collections::VecDeque;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
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
    /// Calls a second of each client; as many as the server answers if not given
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub rate: Option<u32>,
    /// How many memories there are all the time: for each new one the oldest is forgotten; 0 to let it grow
    #[arg(long, default_value_t = 5_000)]
    pub keep: usize,
    /// Fails when the middle recall becomes slower by this share
    #[arg(
        long,
        default_value_t = 0.1,
        value_name = "SHARE",
        allow_negative_numbers = true
    )]
    pub most_drift: f64,
    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

/// Growth of memory in MiB: from here on a soak has failed.
const MOST_GROWTH_MIB: f64 = 500.0;
/// Memories told at once before the clock starts.
const BATCH: usize = 500;

/// What the clients share.
struct Stage {
    began: Instant,
    corpus: Corpus,
    written: AtomicUsize,
    /// What is there, oldest first, and how much of it stays.
    there: Mutex<VecDeque<String>>,
    keep: usize,
    stop: AtomicBool,
}

pub fn run(args: &SoakArgs) -> Outcome {
    let scratch = Scratch::new("soak", None)?;
    let server = Server::start(scratch.path())?;
    let stage = Arc::new(Stage::filled(&mut server.client()?, args.keep)?);
    let writers = spawn(&server, &stage, (args.writers, args.rate), write)?;
    let askers = spawn(&server, &stage, (args.askers, args.rate), check)?;
    let memory = watch(&server, Duration::from_secs_f64(args.minutes * 60.0));
    stage.stop.store(true, Ordering::Relaxed);
    let (stores, recalls) = (join(writers)?, join(askers)?);
    let mut report = tell(args, &stage, stores, recalls, &memory);
    let there = count(&mut server.client()?)?;
    report.add("memories at the end", there, "memories", "");
    if args.json {
        output::json(&report);
    } else {
        say!("{}", report.markdown());
    }
    Ok(ExitCode::from(u8::from(!held(&report, args.most_drift))))
}

/// One call: when it ended, and how long it took.
#[derive(Clone, Copy)]
struct Call {
    at: Duration,
    took: Duration,
}

type Client = JoinHandle<Result<Vec<Call>, Fault>>;

fn spawn(
    server: &Server,
    stage: &Arc<Stage>,
    (clients, rate): (usize, Option<u32>),
    step: fn(&Stage, &mut HttpClient) -> Result<Duration, Fault>,
) -> Result<Vec<Client>, Fault> {
    let one = |_| {
        let (mut client, stage) = (server.client()?, stage.clone());
        Ok(std::thread::spawn(move || {
            let mut calls = Vec::new();
            while !stage.stop.load(Ordering::Relaxed) {
                let took = step(&stage, &mut client)?;
                let at = stage.began.elapsed();
                calls.push(Call { at, took });
                if let Some(rate) = rate {
                    std::thread::sleep((Duration::from_secs(1) / rate).saturating_sub(took));
                }
            }
            Ok(calls)
        }))
    };
    (0..clients).map(one).collect()
}

fn join(clients: Vec<Client>) -> Result<Vec<Call>, Fault> {
    let mut calls = Vec::new();
    for client in clients {
        calls.extend(client.join().map_err(|_| trouble("a client panicked"))??);
    }
    calls.sort_unstable_by_key(|call| call.at);
    Ok(calls)
}

/// Stores a memory with a word of its own, and asks for it at once.
fn write(stage: &Stage, client: &mut HttpClient) -> Result<Duration, Fault> {
    let n = stage.written.fetch_add(1, Ordering::Relaxed);
    let word = format!("soak{n}word");
    let content = format!("{} {word}", stage.corpus.text(n as u64));
    let began = Instant::now();
    let body = json!({ "content": content }).to_string();
    let stored = read(&post(client, "/v1/store", body.as_bytes())?)?;
    let took = began.elapsed();
    if !found(client, &word)? {
        return Err(trouble(format!("{word} was acknowledged and is not found")));
    }
    if let Some(oldest) = stage.exchange(&stored) {
        forget(client, &oldest)?;
    }
    Ok(took)
}

fn read(body: &[u8]) -> Result<Value, Fault> {
    serde_json::from_slice(body).map_err(trouble)
}

fn forget(client: &mut HttpClient, id: &str) -> Result<(), Fault> {
    let body = json!({ "id": id }).to_string();
    let reply = client
        .send("DELETE", "/v1/forget", body.as_bytes())
        .map_err(trouble)?;
    match read(&reply.body)?["deleted"] == 1 {
        true => Ok(()),
        false => Err(trouble(format!("{id} was not forgotten: {}", reply.status))),
    }
}

fn count(client: &mut HttpClient) -> Result<f64, Fault> {
    let reply = client.send("GET", "/health", b"").map_err(trouble)?;
    Ok(read(&reply.body)?["total_memories"]
        .as_f64()
        .unwrap_or(f64::NAN))
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
    let reply = read(&post(client, "/v1/recall", body.as_bytes())?)?;
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
    stores: Vec<Call>,
    recalls: Vec<Call>,
    memory: &[u64],
) -> Report {
    let mut report = Report::default();
    let (seconds, mib) = (args.minutes * 60.0, f64::from(1 << 20));
    let written = stage.written.load(Ordering::Relaxed);
    let pace = args.rate.map_or("as fast as they can".into(), |rate| {
        format!("{rate} calls/s each at most")
    });
    let note = format!("{} writers, {} askers, {pace}", args.writers, args.askers);
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
    let (p50, p99) = middle(&stores);
    report.add("store p99", p99, "ms", format!("p50 {p50:.2} ms"));
    let (p50, p99) = middle(&recalls);
    report.add("recall p99", p99, "ms", format!("p50 {p50:.2} ms"));
    report.add(
        DRIFT,
        drift(&recalls),
        "share",
        format!(
            "the last third beside the first; fails at {}",
            args.most_drift
        ),
    );
    let mib = |bytes: u64| bytes as f64 / mib;
    let (settled, most) = settled_and_most(memory);
    let note = format!("{:.0} MiB after the first third", mib(settled));
    report.add("server memory, most", mib(most), "MiB", note);
    let growth = mib(most.saturating_sub(settled));
    report.add(GROWTH, growth, "MiB", "from then on; fails at 500");
    report
}

const DRIFT: &str = "drift of recall p50";
const GROWTH: &str = "growth of memory";

/// Every call that was refused has ended the run before.
fn held(report: &Report, most_drift: f64) -> bool {
    report.value(DRIFT) < most_drift && report.value(GROWTH) < MOST_GROWTH_MIB
}

fn middle(calls: &[Call]) -> (f64, f64) {
    percentiles(calls.iter().map(|call| call.took).collect())
}

// === impl Stage ===

impl Stage {
    /// A stage on which as much was told as stays there; its clock starts afterwards.
    fn filled(client: &mut HttpClient, keep: usize) -> Result<Self, Fault> {
        let (corpus, mut there) = (Corpus::new(), VecDeque::with_capacity(keep + 1));
        for first in (0..keep).step_by(BATCH) {
            let said = (first..keep.min(first + BATCH))
                .map(|n| json!({ "content": format!("{} soak{n}word", corpus.text(n as u64)) }));
            let body = json!({ "memories": said.collect::<Vec<_>>() }).to_string();
            let told = read(&post(client, "/v1/store/batch", body.as_bytes())?)?;
            let stored = told["stored"].as_array().into_iter().flatten();
            there.extend(stored.filter_map(|one| one["id"].as_str().map(str::to_owned)));
        }
        Ok(Self {
            began: Instant::now(),
            corpus,
            written: AtomicUsize::new(keep),
            there: Mutex::new(there),
            keep,
            stop: AtomicBool::new(false),
        })
    }

    /// Something new is there; what has to go for it, where anything has to.
    fn exchange(&self, stored: &Value) -> Option<String> {
        let mut there = self.there.lock().unwrap_or_else(PoisonError::into_inner);
        there.extend(stored["id"].as_str().map(str::to_owned));
        let full = self.keep > 0 && there.len() > self.keep;
        full.then(|| there.pop_front()).flatten()
    }
}

/// How much slower the middle call became; 0.1 is a tenth.
fn drift(calls: &[Call]) -> f64 {
    let third = calls.len() / 3;
    if third == 0 {
        return 0.0;
    }
    let (first, last) = (
        middle(&calls[..third]).0,
        middle(&calls[calls.len() - third..]).0,
    );
    last / first - 1.0
}

/// What a server holds once it is warm, and at most after that.
pub(super) fn settled_and_most(memory: &[u64]) -> (u64, u64) {
    let later = &memory[memory.len() / 3..];
    let settled = later.first().copied().unwrap_or(0);
    (settled, later.iter().copied().max().unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn calls(took_ms: &[u64]) -> Vec<Call> {
        let call = |(n, ms): (u64, &u64)| Call {
            at: Duration::from_secs(n),
            took: Duration::from_millis(*ms),
        };
        (0..).zip(took_ms).map(call).collect()
    }

    #[test]
    fn drift_is_the_last_third_beside_the_first() {
        assert_eq!(drift(&calls(&[10, 10, 10, 99, 99, 99, 15, 15, 15])), 0.5);
        assert_eq!(drift(&calls(&[10, 10])), 0.0);
    }

    #[test]
    fn growth_counts_from_a_warm_server_on() {
        assert_eq!(settled_and_most(&[1, 5, 6, 9, 7, 7]), (6, 9));
        assert_eq!(settled_and_most(&[]), (0, 0));
    }

    #[test]
    fn a_soak_that_drifts_or_grows_has_failed() {
        let told = |drift: f64, growth: f64| {
            let mut report = Report::default();
            report.add(DRIFT, drift, "share", "");
            report.add(GROWTH, growth, "MiB", "");
            held(&report, 0.1)
        };
        assert!(told(0.09, 499.0));
        assert!(!told(0.1, 0.0) && !told(0.0, 500.0) && !told(f64::NAN, 0.0));
    }
}

//! Telling the notebook what a tool did.

use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use mneme_model::Moment;
use mneme_store::probe::RawCommit;
use mneme_wire::Fault;
use mneme_wire::client::http::HttpClient;
use serde_json::json;

use super::super::corpus::Corpus;
use super::super::load::trouble;
use super::super::report::{Report, percentiles};
use super::super::server::{Server, post};
use super::NotebookArgs;
use super::crowd::together;

/// Observations of a session, well below the bound of one.
const IN_SESSION: usize = 100;
const PROJECTS: usize = 20;
const START_MS: i64 = 1_780_000_000_000;
const STEP_MS: i64 = 10_000;

/// What the disk itself takes for a row as long as an observation.
pub fn disk(dir: &Path, args: &NotebookArgs, report: &mut Report) -> Result<(), Fault> {
    let mut raw = RawCommit::open(&dir.join("raw.db")).map_err(trouble)?;
    let row = vec![7_u8; 600];
    let mut times = Vec::new();
    for _ in 0..args.calls {
        let began = Instant::now();
        raw.commit(1, &row).map_err(trouble)?;
        times.push(began.elapsed());
    }
    let (p50, p99) = percentiles(times);
    report.add(
        "one row, synced",
        p50,
        "ms",
        format!("the disk itself; p99 {p99:.2} ms"),
    );
    Ok(())
}

/// Fills it from many connections; how many it holds then.
pub fn fill(
    server: &Server,
    corpus: &Corpus,
    new: Range<usize>,
    args: &NotebookArgs,
    report: &mut Report,
) -> Result<usize, Fault> {
    let (first, last) = (new.start, new.end.max(new.start));
    let next = AtomicUsize::new(first);
    let began = Instant::now();
    let one = |client: &mut HttpClient| tell(client, corpus, next.fetch_add(1, Ordering::Relaxed));
    together(args.clients, server, one, last - first)?;
    let rate = (last - first) as f64 / began.elapsed().as_secs_f64();
    let note = format!("{} connections, to {last}", args.clients);
    report.add("observations from many", rate, "a second", note);
    Ok(last)
}

/// One after the other, as the hooks of one agent do; how many it holds then.
pub fn measure(
    server: &Server,
    corpus: &Corpus,
    held: usize,
    args: &NotebookArgs,
    report: &mut Report,
) -> Result<usize, Fault> {
    let mut client = server.client()?;
    let told = (held..held + args.calls).map(|n| tell(&mut client, corpus, n));
    let (p50, p99) = percentiles(told.collect::<Result<_, _>>()?);
    report.add(
        "observe",
        p50,
        "ms",
        format!("p99 {p99:.2} ms; after {held}"),
    );
    Ok(held + args.calls)
}

fn tell(client: &mut HttpClient, corpus: &Corpus, n: usize) -> Result<Duration, Fault> {
    let session = n / IN_SESSION;
    let project = session % PROJECTS;
    let body = json!({
        "sessionId": format!("session-{session}"),
        "hookType": "post_tool_use",
        "timestamp": Moment::from_ms(START_MS + n as i64 * STEP_MS).rfc3339(),
        "project": format!("/code/project-{project}"),
        "cwd": format!("/code/project-{project}"),
        "data": {
            "tool_name": "Bash",
            "tool_input": {"command": corpus.text(n as u64)},
            "tool_output": corpus.text(n as u64 + 1_000_000_007),
        },
    });
    let body = serde_json::to_vec(&body).map_err(trouble)?;
    let began = Instant::now();
    post(client, "/agentmemory/observe", &body)?;
    Ok(began.elapsed())
}

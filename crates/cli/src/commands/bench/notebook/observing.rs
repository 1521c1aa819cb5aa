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
/// A row about as long as an observation.
const ROW: usize = 600;
const START_MS: i64 = 1_780_000_000_000;
const STEP_MS: i64 = 10_000;

/// A table of our own beside the notebook: what the disk itself takes at the same moment.
pub struct Disk {
    raw: RawCommit,
    row: Vec<u8>,
}

impl Disk {
    pub fn beside(dir: &Path) -> Result<Self, Fault> {
        let raw = RawCommit::open(&dir.join("raw.db")).map_err(trouble)?;
        let row = vec![7_u8; ROW];
        Ok(Self { raw, row })
    }

    fn sync(&mut self) -> Result<Duration, Fault> {
        let began = Instant::now();
        self.raw.commit(1, &self.row).map_err(trouble)?;
        Ok(began.elapsed())
    }
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

/// One after the other, as the hooks of one agent do, each after a row of the disk's own; how many
/// it holds then.
pub fn measure(
    (server, disk): (&Server, &mut Disk),
    corpus: &Corpus,
    held: usize,
    args: &NotebookArgs,
    report: &mut Report,
) -> Result<usize, Fault> {
    let mut client = server.client()?;
    let (mut synced, mut told) = (Vec::new(), Vec::new());
    for n in held..held + args.calls {
        synced.push(disk.sync()?);
        told.push(tell(&mut client, corpus, n)?);
    }
    for (name, times) in [("one row, synced", synced), ("observe", told)] {
        let (p50, p99) = percentiles(times);
        let note = format!("p99 {p99:.2} ms; after {held}");
        report.add(name, p50, "ms", note);
    }
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

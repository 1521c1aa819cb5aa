//! Many who remember, search and list at once.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use mneme_wire::Fault;
use mneme_wire::client::http::HttpClient;
use serde_json::json;

use super::super::corpus::Corpus;
use super::super::load::trouble;
use super::super::report::{Report, percentiles};
use super::super::server::Server;
use super::{NotebookArgs, reading};

type Call = fn(&mut HttpClient, &Corpus, usize) -> Result<Duration, Fault>;

const CALLS: [(&str, Call); 3] = [
    ("remember, many at once", remember),
    ("search, many at once", reading::search),
    ("memories, many at once", memories),
];
const SHOWN: &str = "/agentmemory/memories?latest=true&limit=50";

pub fn measure(
    server: &Server,
    corpus: &Corpus,
    held: usize,
    args: &NotebookArgs,
    report: &mut Report,
) -> Result<(), Fault> {
    for clients in &args.crowd {
        for (name, call) in CALLS {
            let next = AtomicUsize::new(held * 1_000 + clients * 7);
            let began = Instant::now();
            let times = together(
                *clients,
                server,
                |client| {
                    let n = next.fetch_add(1, Ordering::Relaxed);
                    call(client, corpus, n)
                },
                args.calls,
            )?;
            let rate = times.len() as f64 / began.elapsed().as_secs_f64();
            let (p50, p99) = percentiles(times);
            let note =
                format!("{clients} clients, {held} observations; p50 {p50:.2} ms, p99 {p99:.2} ms");
            report.add(name, rate, "a second", note);
        }
    }
    Ok(())
}

/// So many calls in all, shared by so many connections.
pub fn together(
    clients: usize,
    server: &Server,
    call: impl Fn(&mut HttpClient) -> Result<Duration, Fault> + Sync,
    calls: usize,
) -> Result<Vec<Duration>, Fault> {
    let left = AtomicUsize::new(0);
    let one = |mut client: HttpClient| {
        let mine = std::iter::from_fn(|| {
            let more = left.fetch_add(1, Ordering::Relaxed) < calls;
            more.then(|| call(&mut client))
        });
        mine.collect::<Result<Vec<Duration>, Fault>>()
    };
    std::thread::scope(|scope| {
        let start = |_| {
            let client = server.client();
            scope.spawn(move || one(client?))
        };
        let threads: Vec<_> = (0..clients.max(1)).map(start).collect();
        let mut times = Vec::new();
        for thread in threads {
            let ended = thread.join();
            times.extend(ended.map_err(|_| trouble("a client thread panicked"))??);
        }
        Ok(times)
    })
}

fn remember(client: &mut HttpClient, corpus: &Corpus, n: usize) -> Result<Duration, Fault> {
    let content = format!("{} #{n}", corpus.text(n as u64));
    let project = format!("/code/project-{}", n % 20);
    reading::asked(
        client,
        "/agentmemory/remember",
        &json!({"content": content, "project": project}),
    )
}

fn memories(client: &mut HttpClient, _: &Corpus, _: usize) -> Result<Duration, Fault> {
    let began = Instant::now();
    let reply = client.send("GET", SHOWN, b"").map_err(trouble)?;
    match reply.status {
        200 => Ok(began.elapsed()),
        status => Err(trouble(format!("{SHOWN} answered {status}"))),
    }
}

//! Single events over gRPC, each answered when it is on disk.

use std::path::Path;
use std::time::{Duration, Instant};

use mneme_model::Clock;
use mneme_wire::Fault;
use mneme_wire::proto::{Event, IngestEventRequest};
use tokio::task::JoinSet;

use super::super::corpus::Corpus;
use super::super::load::trouble;
use super::super::report::{Report, percentiles};
use super::super::server::Server;
use super::super::soak::found;
use super::{Client, IN_SESSION, TimelineArgs, connect};
use crate::clock::WallClock;

/// Clients, calls each has on its way at once, and what that is called.
const LANES: [(usize, usize, &str); 6] = [
    (1, 1, "IngestEvent, 1 in flight"),
    (1, 8, "IngestEvent, 8 in flight"),
    (1, 64, "IngestEvent, 64 in flight"),
    (1, 128, "IngestEvent, 128 in flight, as ingest_batch"),
    (1, 256, "IngestEvent, 256 in flight"),
    (16, 8, "IngestEvent, 16 clients with 8 in flight each"),
];
/// How often it is looked how soon an event is found.
const LOOKS: usize = 20;

pub async fn measure(args: &TimelineArgs, dir: &Path, report: &mut Report) -> Result<(), Fault> {
    let server = Server::start(&dir.join("grpc"))?;
    for (clients, each, name) in LANES {
        let lanes = clients * each;
        let calls = if lanes == 1 {
            args.calls / 10
        } else {
            args.calls
        };
        let mut lines = Vec::new();
        for _ in 0..clients {
            lines.push(connect(&server).await?);
        }
        let start = Instant::now();
        let times = tell(&lines, calls, lanes).await?;
        let rate = calls as f64 / start.elapsed().as_secs_f64();
        let (p50, p99) = percentiles(times);
        let note = format!("p50 {p50:.2} ms, p99 {p99:.2} ms");
        report.add(name, rate, "events/s", note);
    }
    findable(&server, report).await
}

async fn tell(lines: &[Client], calls: usize, lanes: usize) -> Result<Vec<Duration>, Fault> {
    let mut tasks = JoinSet::new();
    for (lane, line) in (0..lanes).zip(lines.iter().cycle()) {
        let (mut client, clients) = (line.clone(), lines.len());
        tasks.spawn(async move {
            let (corpus, mut times) = (Corpus::new(), Vec::new());
            for n in (lane..calls).step_by(lanes) {
                let event = Some(event(&corpus, n, &format!("{clients}-{lanes}")));
                let began = Instant::now();
                client.ingest_event(IngestEventRequest { event }).await?;
                times.push(began.elapsed());
            }
            Ok::<_, tonic::Status>(times)
        });
    }
    let mut times = Vec::new();
    while let Some(done) = tasks.join_next().await {
        times.extend(done.map_err(trouble)?.map_err(trouble)?);
    }
    Ok(times)
}

/// From the moment an event is sent until a question has found it through another door.
async fn findable(server: &Server, report: &mut Report) -> Result<(), Fault> {
    let (mut line, mut other) = (connect(server).await?, server.client()?);
    let (corpus, mut times) = (Corpus::new(), Vec::new());
    for n in 0..LOOKS {
        let word = format!("zyzzyva{n}");
        let mut event = event(&corpus, n, "found");
        event.text = format!("{} {word}", event.text);
        let began = Instant::now();
        let event = Some(event);
        let told = line.ingest_event(IngestEventRequest { event });
        told.await.map_err(trouble)?;
        let there = found(&mut other, &word)?;
        times.push(began.elapsed());
        if !there {
            return Err(trouble("what was acknowledged was not found"));
        }
    }
    let (p50, p99) = percentiles(times);
    let note = format!("p50 {p50:.2} ms; sent, acknowledged, asked for by /v1/recall, there");
    report.add("from sent to found, p99", p99, "ms", note);
    Ok(())
}

fn event(corpus: &Corpus, n: usize, run: &str) -> Event {
    Event {
        event_id: format!("bench-{run}-{n}"),
        session_id: format!("session-{}", n / IN_SESSION),
        timestamp_ms: WallClock.now_ms(),
        event_type: 2,
        role: 1,
        text: corpus.text(n as u64),
        ..Event::default()
    }
}

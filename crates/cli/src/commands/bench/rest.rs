//! The same writes over HTTP, against a server in a process of its own.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use mneme_wire::Fault;
use mneme_wire::shapes::{EventRequest, IngestRequest, StoreRequest};

use super::load::{Bench, trouble};
use super::report::percentiles;
use super::server::{Server, post};

const BATCH: usize = 5_000;

/// One memory a request, from many connections.
pub fn singles(bench: &mut Bench) -> Result<(), Fault> {
    let server = Server::start(&bench.dir.join("rest-singles"))?;
    let (stores, next) = (bench.args.stores, Arc::new(AtomicUsize::new(0)));
    let start = Instant::now();
    let mut threads = Vec::new();
    for _ in 0..bench.args.clients {
        let (mut client, corpus, next) = (server.client()?, bench.corpus.clone(), next.clone());
        threads.push(std::thread::spawn(move || {
            let mut times = Vec::new();
            loop {
                let n = next.fetch_add(1, Ordering::Relaxed);
                if n >= stores {
                    return Ok(times);
                }
                let content = format!("{} #{n}", corpus.text(n as u64));
                let body = serde_json::to_vec(&StoreRequest {
                    content,
                    ..StoreRequest::default()
                })
                .map_err(trouble)?;
                let began = Instant::now();
                post(&mut client, "/v1/store", &body)?;
                times.push(began.elapsed());
            }
        }));
    }
    let mut times = Vec::new();
    for thread in threads {
        times.extend(
            thread
                .join()
                .map_err(|_| trouble("a client thread panicked"))??,
        );
    }
    let rate = stores as f64 / start.elapsed().as_secs_f64();
    let (p50, p99) = percentiles(times);
    bench.report.add(
        "POST /v1/store",
        rate,
        "stores/s",
        format!(
            "{} connections; p50 {p50:.2} ms, p99 {p99:.2} ms",
            bench.args.clients
        ),
    );
    let inside = bench.report.value("single stores, in process");
    bench.report.add(
        "REST / in process",
        rate / inside,
        "ratio",
        "to stay above 0.5",
    );
    Ok(())
}

/// Batches of events over one connection.
pub fn batches(bench: &mut Bench) -> Result<(), Fault> {
    let server = Server::start(&bench.dir.join("rest-events"))?;
    let mut client = server.client()?;
    let bodies: Vec<Vec<u8>> = (0..bench.args.memories)
        .step_by(BATCH)
        .map(|first| body(bench, first))
        .collect();
    let start = Instant::now();
    for body in &bodies {
        post(&mut client, "/v1/events", body)?;
    }
    let rate = bench.args.memories as f64 / start.elapsed().as_secs_f64();
    bench.report.add(
        "POST /v1/events, batches of 5,000",
        rate,
        "events/s",
        "one connection",
    );
    Ok(())
}

fn body(bench: &Bench, first: usize) -> Vec<u8> {
    let last = (first + BATCH).min(bench.args.memories);
    let events = (first..last).map(|n| {
        let event = bench.corpus.event(n);
        EventRequest {
            id: event.id,
            session: event.session,
            text: event.text,
            speaker: event.speaker,
            occurred_at: event.occurred_at,
            ..EventRequest::default()
        }
    });
    serde_json::to_vec(&IngestRequest {
        hooked: false,
        imported: false,
        events: events.collect(),
        namespace: None,
    })
    .unwrap_or_default()
}

//! The same writes over HTTP, against a server in a process of its own.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use mneme_wire::Fault;
use mneme_wire::client::http::HttpClient;
use mneme_wire::shapes::{EventRequest, IngestRequest, StoreRequest};

use super::load::{Bench, trouble};
use super::report::percentiles;
use crate::compose;

const BATCH: usize = 5_000;

/// A server that ends with this value.
struct Server {
    child: Child,
    address: SocketAddr,
    key: String,
}

// === impl Server ===

impl Server {
    fn start(dir: &Path) -> Result<Self, Fault> {
        let program = std::env::current_exe().map_err(trouble)?;
        let mut child = Command::new(program)
            .args([
                "serve",
                "--log",
                "error",
                "--http",
                "127.0.0.1:0",
                "--data-dir",
            ])
            .arg(dir)
            .stdout(Stdio::piped())
            .spawn()
            .map_err(trouble)?;
        let out = child
            .stdout
            .take()
            .ok_or_else(|| trouble("the server has no output"))?;
        let mut line = String::new();
        BufReader::new(out).read_line(&mut line).map_err(trouble)?;
        let facts: serde_json::Value =
            serde_json::from_str(line.trim_start_matches("ready ")).map_err(trouble)?;
        let address = facts["doors"]["http"]
            .as_str()
            .and_then(|text| text.strip_prefix("http://"));
        let address = address
            .and_then(|text| text.parse().ok())
            .ok_or_else(|| trouble("the server named no door"))?;
        let key = std::fs::read_to_string(compose::key_file(dir)).map_err(trouble)?;
        Ok(Self {
            child,
            address,
            key: key.trim().to_owned(),
        })
    }

    fn client(&self) -> Result<HttpClient, Fault> {
        HttpClient::connect(self.address, Some(&self.key)).map_err(trouble)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may be gone already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn post(client: &mut HttpClient, path: &str, body: &[u8]) -> Result<(), Fault> {
    let reply = client.send("POST", path, body).map_err(trouble)?;
    if reply.status != 200 {
        return Err(trouble(format!(
            "{path} answered {}: {}",
            reply.status,
            String::from_utf8_lossy(&reply.body)
        )));
    }
    Ok(())
}

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
        "POST /v1/store, 64 connections",
        rate,
        "stores/s",
        format!("p50 {p50:.2} ms, p99 {p99:.2} ms"),
    );
    let inside = bench.report.value("single stores, 64 threads, in process");
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
    let bodies: Vec<Vec<u8>> = (0..bench.args.events)
        .step_by(BATCH)
        .map(|first| body(bench, first))
        .collect();
    let start = Instant::now();
    for body in &bodies {
        post(&mut client, "/v1/events", body)?;
    }
    let rate = bench.args.events as f64 / start.elapsed().as_secs_f64();
    bench.report.add(
        "POST /v1/events, batches of 5,000",
        rate,
        "events/s",
        "one connection",
    );
    Ok(())
}

fn body(bench: &Bench, first: usize) -> Vec<u8> {
    let last = (first + BATCH).min(bench.args.events);
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
        events: events.collect(),
        namespace: None,
    })
    .unwrap_or_default()
}

//! Durable writes in this process.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use mneme_engine::memories::NewMemory;
use mneme_engine::{Engine, Initiative};
use mneme_model::Door;
use mneme_store::probe::RawCommit;
use mneme_surfaces::desk::local_caller;
use mneme_wire::Fault;

use super::load::{Bench, open, trouble};
use super::report::percentiles;

const BATCH: usize = 5_000;
/// As many events as may wait for the index; beyond, writers run at its pace.
const BURST: usize = 50_000;

/// Batches of events, and how fast the index follows.
pub async fn batches(bench: &mut Bench) -> Result<(), Fault> {
    let engine = open(&bench.dir.join("events")).await?;
    let caller = local_caller(Door::Control);
    let start = Instant::now();
    let (mut writing, mut burst) = (Duration::ZERO, Duration::ZERO);
    for first in (0..bench.args.memories).step_by(BATCH) {
        let last = (first + BATCH).min(bench.args.memories);
        let events = (first..last).map(|n| bench.corpus.event(n)).collect();
        let began = Instant::now();
        engine
            .ingest(&caller, None, events, Initiative::Caller)
            .await
            .map_err(trouble)?;
        writing += began.elapsed();
        if last <= BURST {
            burst = writing;
        }
    }
    let rate = bench.args.memories.min(BURST) as f64 / burst.as_secs_f64();
    bench.report.add(
        "events, batches of 5,000, in process",
        rate,
        "events/s",
        "durable and found at once; the first 50,000",
    );
    let rate = bench.args.memories as f64 / writing.as_secs_f64();
    bench.report.add(
        "the same, sustained",
        rate,
        "events/s",
        "all events, at the pace of the index",
    );
    wait_for_index(&engine).await;
    let rate = bench.args.memories as f64 / start.elapsed().as_secs_f64();
    bench.report.add(
        "lexical index behind it",
        rate,
        "events/s",
        "from the first write until nothing waits",
    );
    let bytes =
        mneme_store::disk_bytes(&bench.dir.join("events")) as f64 / bench.args.memories as f64;
    bench
        .report
        .add("journal and tables on disk", bytes, "bytes", "an event");
    Ok(())
}

pub async fn wait_for_index(engine: &Engine) {
    while engine.index_lag() > 0 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// One memory a call, from many threads; and the same by bare SQLite.
pub async fn singles(bench: &mut Bench) -> Result<(), Fault> {
    let engine = Arc::new(open(&bench.dir.join("singles")).await?);
    let (clients, stores) = (bench.args.clients, bench.args.stores);
    let next = Arc::new(AtomicUsize::new(0));
    let handle = tokio::runtime::Handle::current();
    let start = Instant::now();
    let threads: Vec<_> = (0..clients)
        .map(|_| {
            let (engine, corpus, next, handle) = (
                engine.clone(),
                bench.corpus.clone(),
                next.clone(),
                handle.clone(),
            );
            std::thread::spawn(move || {
                let (caller, mut times) = (local_caller(Door::Control), Vec::new());
                loop {
                    let n = next.fetch_add(1, Ordering::Relaxed);
                    if n >= stores {
                        return Ok(times);
                    }
                    let content = format!("{} #{n}", corpus.text(n as u64));
                    let began = Instant::now();
                    let new = vec![NewMemory {
                        content,
                        ..NewMemory::default()
                    }];
                    handle
                        .block_on(engine.store_memories(&caller, None, new, Initiative::Caller))
                        .map_err(trouble)?;
                    times.push(began.elapsed());
                }
            })
        })
        .collect();
    let times = join(threads).await?;
    let rate = stores as f64 / start.elapsed().as_secs_f64();
    let (p50, p99) = percentiles(times);
    bench.report.add(
        "single stores, in process",
        rate,
        "stores/s",
        format!("{clients} threads; p50 {p50:.2} ms, p99 {p99:.2} ms"),
    );
    raw(bench)
}

/// Waits for threads without holding a runtime thread.
pub async fn join<T: Send + 'static>(
    threads: Vec<std::thread::JoinHandle<Result<Vec<T>, Fault>>>,
) -> Result<Vec<T>, Fault> {
    let joined = tokio::task::spawn_blocking(move || {
        let mut all = Vec::new();
        for thread in threads {
            all.extend(
                thread
                    .join()
                    .map_err(|_| trouble("a client thread panicked"))??,
            );
        }
        Ok(all)
    });
    joined.await.map_err(trouble)?
}

fn raw(bench: &mut Bench) -> Result<(), Fault> {
    let mut raw = RawCommit::open(&bench.dir.join("raw.db")).map_err(trouble)?;
    let (groups, body) = (bench.args.stores / bench.args.clients, vec![7; 300]);
    let start = Instant::now();
    for _ in 0..groups {
        raw.commit(bench.args.clients, &body).map_err(trouble)?;
    }
    let rate = (groups * bench.args.clients) as f64 / start.elapsed().as_secs_f64();
    bench.report.add(
        "bare SQLite, in groups",
        rate,
        "rows/s",
        format!(
            "groups of {}, one table, 300 bytes a row, one sync a group",
            bench.args.clients
        ),
    );
    Ok(())
}

//! What it costs to hold each new memory against all there are.

use std::time::{Duration, Instant};

use mneme_engine::memories::NewMemory;
use mneme_engine::{Engine, Initiative};
use mneme_model::Door;
use mneme_surfaces::desk::local_caller;
use mneme_wire::Fault;

use super::load::{Bench, open, trouble};
use super::report::percentiles;

const BATCH: usize = 1_000;
/// Memories that say the contrary of one that is there.
const CONTRARY: usize = 500;

/// Batches of memories until the store is full, the first tenth beside the last; then the contrary
/// of some of them, one a call.
pub async fn all(bench: &mut Bench) -> Result<(), Fault> {
    let engine = open(&bench.dir.join("contradictions")).await?;
    let memories = bench.args.memories.max(BATCH);
    let mut times = Vec::new();
    for first in (0..memories).step_by(BATCH) {
        let texts = (first..first + BATCH).map(|n| fact(bench, n)).collect();
        times.push(stored(&engine, texts).await?.0);
    }
    let tenth = (times.len() / 10).max(1);
    let rate = |times: &[Duration]| {
        let whole: Duration = times.iter().sum();
        (times.len() * BATCH) as f64 / whole.as_secs_f64()
    };
    let (early, late) = (rate(&times[..tenth]), rate(&times[times.len() - tenth..]));
    bench.report.add(
        "memories, batches of 1,000, in process",
        late,
        "stores/s",
        format!("the last tenth of {memories}; the first tenth {early:.0}"),
    );
    contrary(bench, &engine, memories).await
}

async fn contrary(bench: &mut Bench, engine: &Engine, memories: usize) -> Result<(), Fault> {
    let (mut times, mut found) = (Vec::new(), 0);
    for n in 0..CONTRARY {
        let text = format!("nobody says {}", fact(bench, n * memories / CONTRARY));
        let (time, contradicted) = stored(engine, vec![text]).await?;
        times.push(time);
        found += contradicted;
    }
    let (p50, p99) = percentiles(times);
    bench.report.add(
        "a store that contradicts p99",
        p99,
        "ms",
        format!("p50 {p50:.2} ms among {memories}; {found} of {CONTRARY} found one"),
    );
    Ok(())
}

/// Made-up words about one thing; a bench of its own, so none says no by chance.
fn fact(bench: &Bench, n: usize) -> String {
    let text = bench.corpus.text(n as u64);
    let said = text.split(' ').filter(|word| *word != "not");
    said.collect::<Vec<_>>().join(" ")
}

/// How long it took, and how many of them contradict another.
async fn stored(engine: &Engine, texts: Vec<String>) -> Result<(Duration, usize), Fault> {
    let new = texts.into_iter().map(|content| NewMemory {
        content,
        ..NewMemory::default()
    });
    let (caller, new, began) = (local_caller(Door::Control), new.collect(), Instant::now());
    let stored = engine.store_memories(&caller, None, new, Initiative::Caller);
    let stored = stored.await.map_err(trouble)?;
    let took = began.elapsed();
    let found = stored.iter().filter(|one| !one.contradicts.is_empty());
    Ok((took, found.count()))
}

//! The making of the table of contents.

use std::path::Path;
use std::time::Instant;

use mneme_engine::Initiative;
use mneme_engine::events::NewEvent;
use mneme_model::{Clock, Door, Moment};
use mneme_surfaces::desk::local_caller;
use mneme_wire::Fault;

use super::super::corpus::Corpus;
use super::super::load::{open, trouble};
use super::super::report::Report;
use super::{DAY_MS, IN_SESSION, YEAR_MS};
use crate::clock::WallClock;

/// Between two events of a session.
const STEP_MS: i64 = 30_000;
const BATCH: usize = 5_000;

/// Makes the table of contents of a store, then of a few more events in it.
pub async fn measure(dir: &Path, size: usize, report: &mut Report) -> Result<(), Fault> {
    let (engine, caller) = (open(dir).await?, local_caller(Door::Control));
    let corpus = Corpus::new();
    let first = WallClock.now_ms() - YEAR_MS - DAY_MS;
    let pause = YEAR_MS / (size / IN_SESSION).max(1) as i64;
    for from in (0..size).step_by(BATCH) {
        let batch = (from..(from + BATCH).min(size)).map(|n| event(&corpus, n, first, pause));
        let told = engine.ingest(&caller, None, batch.collect(), Initiative::Caller);
        told.await.map_err(trouble)?;
    }
    let start = Instant::now();
    engine.catch_up_toc(&caller).await.map_err(trouble)?;
    let seconds = start.elapsed().as_secs_f64();
    let rate = size as f64 / seconds;
    report.add(
        "table of contents made",
        seconds,
        "s",
        format!("{size} events; {rate:.0} events/s"),
    );
    let last = size / IN_SESSION;
    let more = (0..12).map(|n| event(&corpus, (last + 2) * IN_SESSION + n, first, pause));
    let told = engine.ingest(&caller, None, more.collect(), Initiative::Caller);
    told.await.map_err(trouble)?;
    let start = Instant::now();
    engine.catch_up_toc(&caller).await.map_err(trouble)?;
    let ms = start.elapsed().as_secs_f64() * 1_000.0;
    report.add(
        "one session more",
        ms,
        "ms",
        format!("12 events after {size}"),
    );
    engine.close().await.map_err(trouble)
}

fn event(corpus: &Corpus, n: usize, first: i64, pause: i64) -> NewEvent {
    let (session, place) = ((n / IN_SESSION) as i64, (n % IN_SESSION) as i64);
    let at = first + session * pause + place * STEP_MS;
    let role = if n.is_multiple_of(2) {
        "user"
    } else {
        "assistant"
    };
    NewEvent {
        id: Some(format!("toc-{n}")),
        session: format!("session-{session}"),
        text: corpus.text(n as u64),
        role: Some(role.into()),
        occurred_at: Some(Moment::from_ms(at).rfc3339()),
        ..NewEvent::default()
    }
}

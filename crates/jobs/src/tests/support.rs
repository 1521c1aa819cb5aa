use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering::SeqCst};
use std::time::Duration;

use mneme_model::{Clock, Zone};
use tokio::time::{Instant, sleep};

pub(super) use super::book::Book;
pub(super) use super::probe::{Act, Probe, probe};
use crate::{Cron, Notes, Overlap, Scheduler, Spec, Status, Work};

/// 2026-01-30T10:00:00Z, on the hour.
pub(super) const START_MS: i64 = 1_769_767_200_000;
pub(super) const SECOND: i64 = 1000;
pub(super) const MINUTE: i64 = 60 * SECOND;
pub(super) const HOUR: i64 = 60 * MINUTE;

/// Goes with tokio's time, and can be set.
pub(super) struct Wall {
    started: Instant,
    set_by_ms: AtomicI64,
}

impl Wall {
    pub(super) fn set_by(&self, ms: i64) {
        self.set_by_ms.fetch_add(ms, SeqCst);
    }
}

impl Clock for Wall {
    fn now_ms(&self) -> i64 {
        let passed = i64::try_from(self.started.elapsed().as_millis()).unwrap();
        START_MS + passed + self.set_by_ms.load(SeqCst)
    }
}

/// A scheduler with one job, and everything around it.
pub(super) struct Stage {
    pub(super) wall: Arc<Wall>,
    pub(super) probe: Arc<Probe>,
    pub(super) book: Arc<Book>,
    pub(super) scheduler: Scheduler,
}

impl Stage {
    pub(super) async fn of(spec: Spec) -> Self {
        Self::with(spec, Arc::default()).await
    }

    /// Continues from what an earlier one left in the book.
    pub(super) async fn with(spec: Spec, book: Arc<Book>) -> Self {
        let wall = wall();
        let probe = probe(&wall);
        let jobs: Vec<(Spec, Arc<dyn Work>)> = vec![(spec, probe.clone())];
        let started = Scheduler::start(jobs, book.clone(), wall.clone()).await;
        Self {
            wall,
            probe,
            book,
            scheduler: started.unwrap(),
        }
    }

    pub(super) fn status(&self) -> Status {
        self.scheduler.status().remove(0)
    }

    pub(super) fn begun(&self) -> Vec<i64> {
        let begun = self.probe.begun.lock().unwrap().clone();
        begun.into_iter().map(|ms| ms - START_MS).collect()
    }

    pub(super) fn takes(&self, ms: i64) {
        self.probe.takes_ms.store(ms, SeqCst);
    }

    pub(super) fn acts(&self, act: Act) {
        *self.probe.act.lock().unwrap() = act;
    }
}

pub(super) fn wall() -> Arc<Wall> {
    Arc::new(Wall {
        started: Instant::now(),
        set_by_ms: AtomicI64::new(0),
    })
}

/// Every minute, nothing special.
pub(super) fn minutely() -> Spec {
    Spec {
        name: "outbox-processor",
        aliases: &["outbox_indexing"],
        cron: Cron::parse("0 * * * * *").unwrap(),
        zone: Zone::utc(),
        overlap: Overlap::Skip,
        jitter_ms: 0,
        timeout_ms: 300_000,
    }
}

pub(super) fn notes(key: &str, value: &str) -> Notes {
    Notes::from([(key.to_owned(), value.to_owned())])
}

pub(super) async fn pass(ms: i64) {
    sleep(millis(ms)).await;
}

pub(super) fn millis(ms: i64) -> Duration {
    Duration::from_millis(u64::try_from(ms).unwrap())
}

//! Waking a job when there is something to do, so that nobody waits for the clock.

use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, OnceLock, Weak};
use std::time::Duration;

use mneme_jobs::Scheduler;
use mneme_store::Store;

use super::Desk;
use super::list::{CONSOLIDATE, FADE, FORGET, ROLLUP, SEGMENTS};
use crate::timeline::Toc;

#[derive(Clone)]
pub struct Wake {
    jobs: Weak<OnceLock<Scheduler>>,
    store: Weak<Store>,
    delay: Duration,
    waiting: Arc<AtomicBool>,
    /// When a nudge for silent sessions is due; 0 while none is.
    idle_ms: Arc<AtomicI64>,
    /// When memories were last looked through for those that say the same.
    merged_ms: Arc<AtomicI64>,
}

/// How long after the beginning notebooks are swept for the first time: a machine that is never
/// on at night is swept too.
const FIRST: [(Duration, &str); 3] = [
    (Duration::from_secs(10), FORGET),
    (Duration::from_secs(15), FADE),
    (Duration::from_secs(15), CONSOLIDATE),
];

const EARLY_MS: i64 = 30_000;

// === impl Wake ===

impl Wake {
    pub fn new(jobs: &Desk, store: &Arc<Store>, delay_ms: u64) -> Self {
        Self {
            jobs: Arc::downgrade(jobs),
            store: Arc::downgrade(store),
            delay: Duration::from_millis(delay_ms),
            waiting: Arc::default(),
            idle_ms: Arc::default(),
            merged_ms: Arc::default(),
        }
    }

    /// Something happened: the table of contents is looked at in a moment. What happens until
    /// then is seen together.
    pub fn soon(&self) {
        if !self.has_jobs() || self.waiting.swap(true, Ordering::AcqRel) {
            return;
        }
        let (wake, delay) = (self.clone(), self.delay);
        tokio::spawn(async move {
            tokio::time::sleep(delay).await;
            wake.waiting.store(false, Ordering::Release);
            wake.nudge(SEGMENTS);
        });
    }

    pub fn sweep_first(&self) {
        for (wait, job) in FIRST {
            let wake = self.clone();
            tokio::spawn(async move {
                tokio::time::sleep(wait).await;
                wake.nudge(job);
            });
        }
    }

    /// Segments changed: so did what stands above them.
    pub fn roll_up(&self) {
        self.nudge(ROLLUP);
    }

    /// Whether so many minutes have passed since the last time: not every number of them is a
    /// schedule. A tick may come a little early.
    pub fn may_merge(&self, minutes: u64) -> bool {
        let Some(store) = self.store.upgrade() else {
            return false;
        };
        let (now_ms, last) = (store.now_ms(), self.merged_ms.load(Ordering::Acquire));
        let wait_ms = i64::try_from(minutes.saturating_mul(60_000)).unwrap_or(i64::MAX);
        let due = now_ms.saturating_sub(last) >= wait_ms.saturating_sub(EARLY_MS);
        if due {
            self.merged_ms.store(now_ms, Ordering::Release);
        }
        due
    }

    /// Comes back when the next session will have been silent for long enough.
    pub async fn when_idle(&self, toc: &Toc) {
        let (Ok(Some(at)), Some(store)) = (toc.next_idle().await, self.store.upgrade()) else {
            return;
        };
        let due = self.idle_ms.load(Ordering::Acquire);
        if due != 0 && due <= at {
            return;
        }
        self.idle_ms.store(at, Ordering::Release);
        let wait = Duration::from_millis(at.saturating_sub(store.now_ms()).max(0).unsigned_abs());
        let wake = self.clone();
        tokio::spawn(async move {
            tokio::time::sleep(wait).await;
            let due = wake
                .idle_ms
                .compare_exchange(at, 0, Ordering::AcqRel, Ordering::Acquire);
            if due.is_ok() {
                wake.nudge(SEGMENTS);
            }
        });
    }

    fn nudge(&self, job: &str) {
        // Without a scheduler nobody does it now; the next process that has one will.
        let jobs = self.jobs.upgrade();
        if let Some(scheduler) = jobs.as_ref().and_then(|jobs| jobs.get()) {
            let _ = scheduler.nudge(job);
        }
    }

    fn has_jobs(&self) -> bool {
        let jobs = self.jobs.upgrade();
        jobs.is_some_and(|jobs| jobs.get().is_some())
    }
}

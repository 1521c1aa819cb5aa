//! Keeping a job's entry in the ledger: in order, one at a time, and never in anybody's way.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::time::{Instant, timeout};

use crate::ledger::{Entry, Ledger};

/// A ledger that takes longer is taken for broken.
const SAVE_LIMIT: Duration = Duration::from_secs(10);
/// After a save that failed the next one waits, so that a full disk does not fill the log as well.
const RETRY_AFTER: Duration = Duration::from_secs(10);

/// The place of one job in the ledger.
pub(crate) struct Page {
    ledger: Arc<dyn Ledger>,
    /// Held while saving: an older entry must not arrive after a newer one.
    turn: tokio::sync::Mutex<()>,
    saved_version: AtomicU64,
    retry_at: Mutex<Option<Instant>>,
}

// === impl Page ===

impl Page {
    pub(crate) fn of(ledger: Arc<dyn Ledger>) -> Self {
        Self {
            ledger,
            turn: tokio::sync::Mutex::default(),
            saved_version: AtomicU64::new(0),
            retry_at: Mutex::default(),
        }
    }

    /// Whether this version should be saved now.
    pub(crate) fn wants(&self, version: u64) -> bool {
        let retry_at = *self.retry_at.lock().unwrap_or_else(PoisonError::into_inner);
        self.lacks(version) && retry_at.is_none_or(|at| at <= Instant::now())
    }

    /// Saves what `read` returns when it is our turn. A failure is told to the log only: jobs go
    /// on, and a later save makes it good.
    pub(crate) async fn save(&self, read: impl Fn() -> (Entry, u64)) {
        let _turn = self.turn.lock().await;
        let (entry, version) = read();
        if !self.lacks(version) {
            return;
        }
        let job = entry.name.clone();
        let saving = timeout(SAVE_LIMIT, self.ledger.save(entry)).await;
        let saved = saving.unwrap_or_else(|_| Err(String::from("it took too long")));
        match &saved {
            Ok(()) => self.saved_version.store(version, Ordering::Release),
            Err(error) => tracing::warn!(job, error, "the state of a job could not be saved"),
        }
        self.retry(saved.is_err());
    }

    fn lacks(&self, version: u64) -> bool {
        version > self.saved_version.load(Ordering::Acquire)
    }

    fn retry(&self, failed: bool) {
        let at = failed.then(|| Instant::now() + RETRY_AFTER);
        *self.retry_at.lock().unwrap_or_else(PoisonError::into_inner) = at;
    }
}

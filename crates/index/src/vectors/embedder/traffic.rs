//! Who asks or writes right now: the embedder gives way to them.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Under questions or writes without end the embedder still goes on, a step at a time.
const PATIENCE: Duration = Duration::from_millis(100);
/// A writer that comes again this soon is still writing.
const WRITING_MS: u64 = 30;

pub struct Traffic {
    asking: AtomicUsize,
    began: Instant,
    /// When the last write came, in milliseconds since it all began.
    wrote_ms: AtomicU64,
    quiet: (Mutex<()>, Condvar),
}

impl Default for Traffic {
    fn default() -> Self {
        Self {
            asking: AtomicUsize::new(0),
            began: Instant::now(),
            wrote_ms: AtomicU64::new(0),
            quiet: Default::default(),
        }
    }
}

/// Somebody asks for as long as this lives.
pub struct Asking(Arc<Traffic>);

// === impl Traffic ===

impl Traffic {
    pub fn ask(self: &Arc<Self>) -> Asking {
        self.asking.fetch_add(1, Ordering::Relaxed);
        Asking(self.clone())
    }

    /// Something was written just now.
    pub fn wrote(&self) {
        self.wrote_ms.store(self.now_ms(), Ordering::Relaxed);
    }

    fn now_ms(&self) -> u64 {
        self.began.elapsed().as_millis() as u64
    }

    fn is_busy(&self) -> bool {
        let since = (self.now_ms()).saturating_sub(self.wrote_ms.load(Ordering::Relaxed));
        self.asking.load(Ordering::Relaxed) > 0 || since < WRITING_MS
    }

    /// Waits until nobody asks or writes, or patience ends.
    pub fn give_way(&self) {
        let began = Instant::now();
        while self.is_busy() && began.elapsed() < PATIENCE {
            let guard = self.quiet.0.lock().unwrap_or_else(PoisonError::into_inner);
            let step = Duration::from_millis(WRITING_MS);
            let _ = self.quiet.1.wait_timeout(guard, step);
        }
    }
}

impl Drop for Asking {
    fn drop(&mut self) {
        if self.0.asking.fetch_sub(1, Ordering::Relaxed) == 1 {
            let _guard = self
                .0
                .quiet
                .0
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            self.0.quiet.1.notify_all();
        }
    }
}

//! Who is asking right now: the embedder gives way to them.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

/// Under questions without end the embedder still goes on, a step at a time.
const PATIENCE: Duration = Duration::from_millis(100);

#[derive(Default)]
pub struct Traffic {
    asking: AtomicUsize,
    quiet: (Mutex<()>, Condvar),
}

/// Somebody asks for as long as this lives.
pub struct Asking(Arc<Traffic>);

// === impl Traffic ===

impl Traffic {
    pub fn ask(self: &Arc<Self>) -> Asking {
        self.asking.fetch_add(1, Ordering::Relaxed);
        Asking(self.clone())
    }

    /// Waits until nobody asks, or patience ends.
    pub fn give_way(&self) {
        let guard = self.quiet.0.lock().unwrap_or_else(PoisonError::into_inner);
        let busy = |_: &mut ()| self.asking.load(Ordering::Relaxed) > 0;
        let _ = self.quiet.1.wait_timeout_while(guard, PATIENCE, busy);
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

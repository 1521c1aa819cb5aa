//! Which connections of this process are open. One that ends before they are closed leaves their
//! log behind: nothing is lost, and whoever comes next has to fold it back.

use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

static OPEN: Mutex<usize> = Mutex::new(0);
static CLOSED: Condvar = Condvar::new();

/// Held by a thread until its connection is closed; it begins before the thread does.
pub struct Open(());

// === impl Open ===

impl Open {
    pub fn new() -> Self {
        *OPEN.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        Self(())
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        *OPEN.lock().unwrap_or_else(PoisonError::into_inner) -= 1;
        CLOSED.notify_all();
    }
}

/// Waits until every store that was given up is closed; whether that was in time. The last handle of a
/// store may go on a thread of its own, for which nobody else waits.
pub fn all_closed(within: Duration) -> bool {
    let open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
    let waited = CLOSED.wait_timeout_while(open, within, |open| *open > 0);
    let (open, _) = waited.unwrap_or_else(PoisonError::into_inner);
    *open == 0
}

//! A condition an answer waits for, so that a test need not wait for a time.

use std::sync::Arc;

use tokio::sync::watch;

/// Closed until it is opened; whoever came to it goes on then, and everybody after.
#[derive(Clone, Debug)]
pub struct Gate {
    state: Arc<State>,
}

#[derive(Debug)]
struct State {
    open: watch::Sender<bool>,
    waiting: watch::Sender<u64>,
}

// === impl Gate ===

impl Gate {
    pub fn closed() -> Self {
        let state = State {
            open: watch::Sender::new(false),
            waiting: watch::Sender::new(0),
        };
        Self {
            state: Arc::new(state),
        }
    }

    pub fn open(&self) {
        self.state.open.send_replace(true);
    }

    /// How many answers came as far as this.
    pub fn reached(&self) -> u64 {
        *self.state.waiting.borrow()
    }

    /// Waits until an answer has come as far as this.
    pub async fn reached_by(&self, count: u64) {
        let mut waiting = self.state.waiting.subscribe();
        // The sender is held by this gate.
        let _ = waiting.wait_for(|waiting| *waiting >= count).await;
    }

    pub(super) async fn pass(&self) {
        self.state.waiting.send_modify(|waiting| *waiting += 1);
        let mut open = self.state.open.subscribe();
        // The sender is held by this gate.
        let _ = open.wait_for(|open| *open).await;
    }
}

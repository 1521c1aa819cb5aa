//! Whoever watches a recording is told what happens to it, as fast as they read. One who does not
//! read is let go; nobody waits for them.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use mneme_wire::ipc::Notice;
use tokio::sync::{mpsc, watch};

use crate::signals;

/// Notices kept for somebody who reads slowly: some ten thousand steps.
const KEPT: usize = 65_536;

static NEXT: AtomicU64 = AtomicU64::new(1);

/// The end notices are put in at.
#[derive(Clone, Debug)]
pub struct Outbox {
    id: u64,
    sender: mpsc::Sender<Arc<Notice>>,
    lost: watch::Sender<bool>,
}

/// The end they come out at.
pub struct Watcher {
    receiver: mpsc::Receiver<Arc<Notice>>,
    lost: watch::Receiver<bool>,
}

/// Everybody who watches one recording.
#[derive(Default)]
pub struct Hub {
    outboxes: Vec<Outbox>,
}

// === impl Outbox ===

impl Outbox {
    pub fn new() -> (Self, Watcher) {
        let (sender, receiver) = mpsc::channel(KEPT);
        let (lost, overrun) = watch::channel(false);
        let outbox = Self {
            id: NEXT.fetch_add(1, Ordering::Relaxed),
            sender,
            lost,
        };
        let lost = overrun;
        (outbox, Watcher { receiver, lost })
    }

    /// Whether there is still somebody at the other end who keeps up.
    fn put(&self, notice: &Arc<Notice>) -> bool {
        // Counted first: it may be taken out before this comes back.
        signals::PUSH_QUEUE.add(1);
        let Err(error) = self.sender.try_send(notice.clone()) else {
            return true;
        };
        signals::PUSH_QUEUE.sub(1);
        if let mpsc::error::TrySendError::Full(_) = error {
            self.lost.send_replace(true);
            signals::WATCHERS_DROPPED.add(1);
        }
        false
    }
}

// === impl Watcher ===

impl Watcher {
    /// The next notice; `None` when there will be none.
    pub async fn next(&mut self) -> Option<Arc<Notice>> {
        let notice = self.receiver.recv().await?;
        signals::PUSH_QUEUE.sub(1);
        Some(notice)
    }

    /// Comes back once they read so slowly that they missed something: better hang up than
    /// pretend. It can be waited for while something is written that nobody reads.
    pub async fn overrun(&mut self) {
        if self.lost.wait_for(|lost| *lost).await.is_err() {
            // Nobody puts anything in any more, so nothing will be missed.
            std::future::pending::<()>().await;
        }
    }
}

impl Drop for Watcher {
    fn drop(&mut self) {
        self.receiver.close();
        while self.receiver.try_recv().is_ok() {
            signals::PUSH_QUEUE.sub(1);
        }
    }
}

// === impl Hub ===

impl Hub {
    /// The same watcher twice is one watcher.
    pub fn attach(&mut self, outbox: Outbox) {
        if self.outboxes.iter().all(|known| known.id != outbox.id) {
            self.outboxes.push(outbox);
        }
    }

    pub fn tell(&mut self, notice: Notice) {
        let notice = Arc::new(notice);
        self.outboxes.retain(|outbox| outbox.put(&notice));
    }

    /// All but one.
    pub fn tell_others(&mut self, but: &Outbox, notice: Notice) {
        let notice = Arc::new(notice);
        self.outboxes
            .retain(|outbox| outbox.id == but.id || outbox.put(&notice));
    }

    /// Lets one of them go, who is told in another way.
    pub fn leave(&mut self, outbox: &Outbox) {
        self.outboxes.retain(|known| known.id != outbox.id);
    }

    pub fn is_watched(&self) -> bool {
        !self.outboxes.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn notice(n: u32) -> Notice {
        let session_id = String::from("s");
        Notice::SessionComplete {
            session_id,
            total_steps: n,
        }
    }

    #[tokio::test]
    async fn one_who_does_not_read_is_let_go_and_the_other_hears_everything() {
        let mut hub = Hub::default();
        let (slow, mut asleep) = Outbox::new();
        let (quick, mut awake) = Outbox::new();
        hub.attach(slow);
        hub.attach(quick);
        for n in 0..=KEPT as u32 {
            hub.tell(notice(n));
            assert_eq!(*awake.next().await.unwrap(), notice(n));
        }
        asleep.overrun().await;
        assert!(!*awake.lost.borrow());
        assert_eq!(hub.outboxes.len(), 1);
    }

    #[tokio::test]
    async fn who_asks_twice_is_told_once() {
        let mut hub = Hub::default();
        let (outbox, mut watcher) = Outbox::new();
        hub.attach(outbox.clone());
        hub.attach(outbox);
        hub.tell(notice(1));
        drop(hub);
        assert!(watcher.next().await.is_some());
        assert!(watcher.next().await.is_none());
    }
}

use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Mutex};

use mneme_model::Clock;
use tokio::time::sleep;

use super::support::{Wall, millis};
use crate::{BoxFuture, Notes, Work};

#[derive(Clone)]
pub(super) enum Act {
    Returns(Result<Option<Notes>, String>),
    Panics,
}

/// Work that takes a while and ends as the test wishes.
pub(super) struct Probe {
    wall: Arc<Wall>,
    pub(super) takes_ms: AtomicI64,
    pub(super) act: Mutex<Act>,
    /// When each run began, on the wall.
    pub(super) begun: Mutex<Vec<i64>>,
    pub(super) now: AtomicUsize,
    pub(super) most: AtomicUsize,
}

/// Leaves when a run ends, also when it is dropped.
struct Inside<'a>(&'a Probe);

impl Drop for Inside<'_> {
    fn drop(&mut self) {
        self.0.now.fetch_sub(1, SeqCst);
    }
}

impl Work for Probe {
    fn run(&self) -> BoxFuture<'_, Result<Option<Notes>, String>> {
        Box::pin(async {
            self.begun.lock().unwrap().push(self.wall.now_ms());
            let inside = self.now.fetch_add(1, SeqCst) + 1;
            self.most.fetch_max(inside, SeqCst);
            let _inside = Inside(self);
            sleep(millis(self.takes_ms.load(SeqCst))).await;
            let act = self.act.lock().unwrap().clone();
            match act {
                Act::Returns(told) => told,
                Act::Panics => panic!("the work fell over"),
            }
        })
    }
}

pub(super) fn probe(wall: &Arc<Wall>) -> Arc<Probe> {
    Arc::new(Probe {
        wall: wall.clone(),
        takes_ms: AtomicI64::new(10),
        act: Mutex::new(Act::Returns(Ok(Some(Notes::new())))),
        begun: Mutex::default(),
        now: AtomicUsize::new(0),
        most: AtomicUsize::new(0),
    })
}

//! Counters of recordings, on their way to the registry. A burst of steps is one write, and a
//! registry that is away holds nobody up: what it missed is written when it is back.

use std::collections::BTreeMap;
use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::sleep;

use super::{Change, Fields, Registry, Result};

/// How long news wait for company.
const GATHER: Duration = Duration::from_millis(200);
/// How long to wait after a write that failed.
const RETRY: Duration = Duration::from_secs(1);
/// Records one write carries.
const CHUNK: usize = 500;

pub struct Counters {
    registry: Arc<dyn Registry>,
    waiting: Mutex<BTreeMap<String, Fields>>,
    news: Notify,
    /// Held while writing, so that nobody takes what is on its way.
    writing: tokio::sync::Mutex<()>,
}

// === impl Counters ===

impl Counters {
    pub fn new(registry: Arc<dyn Registry>) -> Self {
        Self {
            registry,
            waiting: Mutex::default(),
            news: Notify::new(),
            writing: tokio::sync::Mutex::default(),
        }
    }

    /// Leaves a value to be written soon; a later one of the same field takes its place.
    pub fn note(&self, id: &str, field: &str, value: impl Into<String>) {
        let mut waiting = self.waiting();
        let fields = waiting.entry(id.to_owned()).or_default();
        fields.insert(field.to_owned(), value.into());
        drop(waiting);
        self.news.notify_one();
    }

    /// What waits for one recording, to be written with its next turn. Nothing of it comes later.
    pub async fn take(&self, id: &str) -> Fields {
        let _still = self.writing.lock().await;
        self.waiting().remove(id).unwrap_or_default()
    }

    /// Writes whatever waits.
    pub async fn flush(&self) -> Result<()> {
        let _still = self.writing.lock().await;
        let waiting = mem::take(&mut *self.waiting());
        let changes: Vec<_> = waiting
            .into_iter()
            .map(|(id, fields)| Change { id, fields })
            .collect();
        for (n, chunk) in changes.chunks(CHUNK).enumerate() {
            if let Err(error) = self.registry.set(chunk).await {
                self.put_back(&changes[n * CHUNK..]);
                return Err(error);
            }
        }
        Ok(())
    }

    /// Writes news as they come, for as long as it is polled.
    pub async fn run(&self) {
        loop {
            self.news.notified().await;
            sleep(GATHER).await;
            if let Err(error) = self.flush().await {
                tracing::warn!(target: "ma_core::storage", %error, "counters wait for the registry");
                sleep(RETRY).await;
                self.news.notify_one();
            }
        }
    }

    /// Values noted meanwhile are newer and stay.
    fn put_back(&self, changes: &[Change]) {
        let mut waiting = self.waiting();
        for change in changes {
            let fields = waiting.entry(change.id.clone()).or_default();
            for (field, value) in &change.fields {
                fields.entry(field.clone()).or_insert_with(|| value.clone());
            }
        }
    }

    fn waiting(&self) -> MutexGuard<'_, BTreeMap<String, Fields>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

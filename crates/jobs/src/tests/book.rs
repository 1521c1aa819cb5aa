use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};

use tokio::time::sleep;

use super::support::millis;
use crate::{BoxFuture, Entry, Ledger};

/// A ledger in memory that can break.
#[derive(Default)]
pub(super) struct Book {
    pub(super) entries: Mutex<BTreeMap<String, Entry>>,
    pub(super) broken: AtomicBool,
    pub(super) hangs: AtomicBool,
    pub(super) tries: AtomicUsize,
}

impl Ledger for Book {
    fn load(&self) -> BoxFuture<'_, Result<Vec<Entry>, String>> {
        Box::pin(async {
            match self.broken.load(SeqCst) {
                true => Err(String::from("the disk is gone")),
                false => Ok(self.entries.lock().unwrap().values().cloned().collect()),
            }
        })
    }

    fn save(&self, entry: Entry) -> BoxFuture<'_, Result<(), String>> {
        Box::pin(async move {
            self.tries.fetch_add(1, SeqCst);
            if self.hangs.load(SeqCst) {
                std::future::pending::<()>().await;
            }
            if self.broken.load(SeqCst) {
                return Err(String::from("the disk is full"));
            }
            sleep(millis(1)).await;
            self.entries
                .lock()
                .unwrap()
                .insert(entry.name.clone(), entry);
            Ok(())
        })
    }
}

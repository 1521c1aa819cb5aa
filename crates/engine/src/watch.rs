//! Recall writes nothing; who asked is noted here and written down together, within a second.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use mneme_access::Caller;
use mneme_store::Store;
use mneme_store::tables::audit::{self, Entry};

use crate::{Error, Result};

/// How long asks are gathered before they are written.
const GATHER: Duration = Duration::from_secs(1);
/// Askers noted at once; beyond them asks are counted under no name.
const MOST: usize = 10_000;

/// Namespace and subject.
type Asker = (String, String);

pub struct Watch {
    store: Arc<Store>,
    asked: Mutex<HashMap<Asker, u64>>,
}

// === impl Watch ===

impl Watch {
    pub fn new(store: Arc<Store>) -> Arc<Self> {
        Arc::new(Self {
            store,
            asked: Mutex::default(),
        })
    }

    /// Notes one recall in a namespace.
    pub fn asked(self: &Arc<Self>, caller: &Caller, namespace: &str) {
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        let first = asked.is_empty();
        let subject = match asked.len() < MOST {
            true => caller.subject.clone(),
            false => String::from("others"),
        };
        *asked.entry((namespace.to_owned(), subject)).or_default() += 1;
        drop(asked);
        if first {
            let watch = Arc::downgrade(self);
            tokio::spawn(async move {
                tokio::time::sleep(GATHER).await;
                let Some(watch) = watch.upgrade() else { return };
                if let Err(error) = watch.flush().await {
                    tracing::warn!(%error, "who asked could not be written down");
                }
            });
        }
    }

    /// Writes down who asked so far.
    pub async fn flush(&self) -> Result<()> {
        let asked = std::mem::take(&mut *self.asked.lock().unwrap_or_else(PoisonError::into_inner));
        if asked.is_empty() {
            return Ok(());
        }
        let written = move |tx: &mneme_store::Tx<'_>| {
            let mut askers: Vec<(Asker, u64)> = asked.into_iter().collect();
            askers.sort();
            for ((namespace, subject), times) in askers {
                let entry = Entry {
                    at_ms: tx.now_ms(),
                    action: String::from("recall"),
                    about: String::new(),
                    namespace,
                    subject,
                    first_seq: 0,
                    times,
                };
                audit::append(tx, &entry)?;
            }
            Ok::<_, Error>(())
        };
        self.store.write(256, written).await
    }
}

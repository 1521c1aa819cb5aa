//! Recall writes nothing; who asked, which memories answered and which were put before a model, is
//! noted here and written down together, within a second.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use mneme_access::Caller;
use mneme_model::Seq;
use mneme_store::tables::audit::{self, Entry};
use mneme_store::tables::{injections, recalls};
use mneme_store::{Store, Tx};

use crate::Result;

/// How long asks are gathered before they are written.
const GATHER: Duration = Duration::from_secs(1);
/// Askers noted at once; beyond them asks are counted under no name.
const MOST: usize = 10_000;

/// Namespace and subject.
type Asker = (String, String);

pub struct Watch {
    store: Arc<Store>,
    noted: Mutex<Noted>,
}

/// What waits to be written down.
#[derive(Default)]
struct Noted {
    asked: HashMap<Asker, u64>,
    shown: HashMap<Seq, u64>,
    answered: HashMap<Seq, u64>,
}

// === impl Watch ===

impl Watch {
    pub fn new(store: Arc<Store>) -> Arc<Self> {
        Arc::new(Self {
            store,
            noted: Mutex::default(),
        })
    }

    /// Notes one recall in a namespace.
    pub fn asked(self: &Arc<Self>, caller: &Caller, namespace: &str) {
        self.note(|noted| {
            let subject = match noted.asked.len() < MOST {
                true => caller.subject.clone(),
                false => String::from("others"),
            };
            let asker = (namespace.to_owned(), subject);
            *noted.asked.entry(asker).or_default() += 1;
        });
    }

    /// Notes memories that were put before a model; beyond so many at once, none.
    pub fn shown(self: &Arc<Self>, memories: &[Seq]) {
        if !memories.is_empty() {
            self.note(|noted| count(&mut noted.shown, memories));
        }
    }

    /// Notes memories that answered a question; beyond so many at once, none.
    pub fn answered(self: &Arc<Self>, memories: &[Seq]) {
        if !memories.is_empty() {
            self.note(|noted| count(&mut noted.answered, memories));
        }
    }

    /// The first note since the last were written sees to it that these are.
    fn note(self: &Arc<Self>, add: impl FnOnce(&mut Noted)) {
        let mut noted = self.noted.lock().unwrap_or_else(PoisonError::into_inner);
        let first = noted.is_empty();
        add(&mut noted);
        drop(noted);
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

    /// Writes down what was noted so far.
    pub async fn flush(&self) -> Result<()> {
        let noted = std::mem::take(&mut *self.noted.lock().unwrap_or_else(PoisonError::into_inner));
        if noted.is_empty() {
            return Ok(());
        }
        let written = move |tx: &Tx<'_>| noted.write(tx);
        self.store.write(256, written).await
    }
}

fn count(times: &mut HashMap<Seq, u64>, memories: &[Seq]) {
    for memory in memories {
        if times.len() < MOST || times.contains_key(memory) {
            *times.entry(*memory).or_default() += 1;
        }
    }
}

// === impl Noted ===

impl Noted {
    fn is_empty(&self) -> bool {
        self.asked.is_empty() && self.shown.is_empty() && self.answered.is_empty()
    }

    fn write(self, tx: &Tx<'_>) -> Result<()> {
        let mut askers: Vec<(Asker, u64)> = self.asked.into_iter().collect();
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
        for (memory, times) in self.shown {
            injections::add(tx, memory, times, tx.now_ms())?;
        }
        for (memory, times) in self.answered {
            recalls::add(tx, memory, times)?;
        }
        Ok(())
    }
}

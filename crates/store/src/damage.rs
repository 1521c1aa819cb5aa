//! Which events were met whose bodies do not open any more. Reading goes on without them, so
//! somebody has to know.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use mneme_model::Seq;

/// One event of the journal that does not open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damaged {
    pub seq: Seq,
    pub id: String,
    pub why: String,
}

/// Kept by whoever opens bodies, looked at by others. No content is in it.
#[derive(Debug, Default)]
pub(crate) struct Damage(Mutex<BTreeMap<Seq, Damaged>>);

// === impl Damaged ===

impl Damaged {
    /// Where it is, as an error names it.
    pub fn sentence(&self) -> String {
        let Self { seq, id, why } = self;
        format!("table journal, row {seq} (id {id}): {why}")
    }
}

// === impl Damage ===

impl Damage {
    /// The log has each once, however often it is read.
    pub fn note(&self, seq: Seq, id: &str, why: &str) {
        let mut held = self.held();
        if held.contains_key(&seq) {
            return;
        }
        tracing::error!(position = seq, why, "an event is damaged and left out");
        let (id, why) = (id.to_owned(), why.to_owned());
        held.insert(seq, Damaged { seq, id, why });
    }

    pub fn all(&self) -> Vec<Damaged> {
        self.held().values().cloned().collect()
    }

    fn held(&self) -> MutexGuard<'_, BTreeMap<Seq, Damaged>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

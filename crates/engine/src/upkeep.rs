//! Proving and remaking what is derived.

use std::sync::Arc;

use mneme_access::{Caller, Need};
use mneme_journal::replay::Findings;

use crate::{Engine, Result};

pub type Verified = Findings;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rebuilt {
    pub events: u64,
    pub documents: u64,
}

/// Told as work goes on: done, of how many.
pub type Progress = Arc<dyn Fn(u64, u64) + Send + Sync>;

impl Engine {
    /// Folds the journal again and compares it with the live tables.
    pub async fn verify(&self, caller: &Caller, progress: Progress) -> Result<Verified> {
        caller.scope(Need::Administer, None)?;
        Ok(self
            .journal
            .verify(move |done, all| progress(done, all))
            .await?)
    }

    /// Throws tables and indexes away and makes them again from the journal.
    pub async fn rebuild(&self, caller: &Caller, progress: Progress) -> Result<Rebuilt> {
        caller.scope(Need::Administer, None)?;
        let events = self
            .journal
            .refold(move |done, all| progress(done, all))
            .await?;
        let mut documents = 0;
        for namespace in self.store.namespaces() {
            documents += self.index.rebuild(&namespace).await?;
        }
        Ok(Rebuilt { events, documents })
    }
}

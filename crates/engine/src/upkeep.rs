//! Proving and remaking what is derived.

use std::sync::Arc;

use mneme_access::{Caller, Need};
use mneme_journal::replay::Findings;

use crate::{Engine, Result};

/// What a proof found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    pub tables: Findings,
    /// Stored vectors that cannot be read, a sentence for each namespace and model.
    pub vectors: Vec<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rebuilt {
    pub events: u64,
    pub documents: u64,
}

/// Told as work goes on: done, of how many.
pub type Progress = Arc<dyn Fn(u64, u64) + Send + Sync>;

impl Engine {
    /// Folds the journal again and compares it with the live tables; opens every vector.
    pub async fn verify(&self, caller: &Caller, progress: Progress) -> Result<Verified> {
        caller.scope(Need::Administer, None)?;
        let folded = self.journal.verify(move |done, all| progress(done, all));
        Ok(Verified {
            tables: folded.await?,
            vectors: self.damaged_vectors().await?,
        })
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

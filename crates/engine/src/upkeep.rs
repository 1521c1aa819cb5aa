//! Proving and remaking what is derived.

mod contents;
mod damaged;
mod indexed;
mod on_disk;

use std::sync::Arc;

use mneme_access::{Caller, Need};
use mneme_journal::replay::Findings;
use mneme_store::Tx;
use mneme_store::tables::audit;

use crate::note::Act;
use crate::{Engine, Error, Result};

/// What a proof found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    pub tables: Findings,
    /// Stored vectors that cannot be read, a sentence for each namespace and model.
    pub vectors: Vec<String>,
    /// Rows of the audit that follow from each other.
    pub audited: u64,
    /// What breaks the audit's chain.
    pub audit: Vec<String>,
    /// Records the index can find.
    pub indexed: u64,
    /// Of these, such as are forgotten and wait for the purge: nothing is wrong with them.
    pub unpurged: u64,
    /// What it lacks or should not have, a sentence for each namespace.
    pub index: Vec<String>,
    /// Indexes that were damaged and are not any more, a sentence each.
    pub mended: Vec<String>,
    /// Nodes of the tables of contents.
    pub nodes: u64,
    /// What they tell of that is not there, a sentence each.
    pub contents: Vec<String>,
}

// === impl Verified ===

impl Verified {
    pub fn is_clean(&self) -> bool {
        self.sentences().is_empty()
    }

    /// Everything that was found, a sentence each.
    pub fn sentences(&self) -> Vec<&str> {
        let told = [
            &self.tables.damaged,
            &self.tables.differences,
            &self.vectors,
            &self.audit,
            &self.index,
            &self.contents,
        ];
        told.into_iter().flatten().map(String::as_str).collect()
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rebuilt {
    pub events: u64,
    pub documents: u64,
}

/// Told as work goes on: done, of how many.
pub type Progress = Arc<dyn Fn(u64, u64) + Send + Sync>;

impl Engine {
    /// Folds the journal again and compares it with the live tables; opens every vector; goes
    /// through the audit; compares the index and the tables of contents with the journal.
    pub async fn verify(&self, caller: &Caller, progress: Progress) -> Result<Verified> {
        self.scope(caller, Need::Administer, None)?;
        let found = self.prove(progress).await?;
        Ok(Verified {
            mended: self.mended_indexes(),
            ..found
        })
    }

    /// As [`Engine::verify`], on the engine's own account.
    pub(crate) async fn prove(&self, progress: Progress) -> Result<Verified> {
        let folded = self.journal.verify(move |done, all| progress(done, all));
        let tables = folded.await?;
        let (audited, broken) = self
            .store
            .read(|view| Ok::<_, Error>(audit::verify(view)?))
            .await?;
        let says = |n| format!("audit: row {n} does not follow from the one before it");
        let index = self.index_differences().await?;
        let (nodes, contents) = self.contents_differences().await?;
        Ok(Verified {
            tables,
            vectors: self.damaged_vectors().await?,
            audited,
            audit: broken.map(says).into_iter().collect(),
            indexed: index.records,
            unpurged: index.unpurged,
            index: index.told,
            mended: Vec::new(),
            nodes,
            contents,
        })
    }

    /// Throws tables and indexes away and makes them again from the journal.
    pub async fn rebuild(&self, caller: &Caller, progress: Progress) -> Result<Rebuilt> {
        self.scope(caller, Need::Administer, None)?;
        let indexes = |tx: &Tx<'_>| Ok::<_, Error>(tx.reindex()?);
        self.store.write(1, indexes).await?;
        let events = self
            .journal
            .refold(move |done, all| progress(done, all))
            .await?;
        let mut documents = 0;
        for namespace in self.store.namespaces() {
            documents += self.index.rebuild(&namespace).await?;
        }
        let act = Act::of(caller, "rebuild", format!("events={events}"));
        self.note(act).await?;
        Ok(Rebuilt { events, documents })
    }
}

//! A backup, made beside everything else; and what is written down about the way back.

use std::sync::Arc;

use mneme_access::{Caller, Need};
use mneme_model::Clock;
use mneme_store::backup::{Order, Written};
use mneme_store::{Damaged, Error, Store};

use crate::note::Act;
use crate::upkeep::Progress;
use crate::{Engine, Result};

/// Whoever had the directory open just before may need a moment to let go of it.
const LOCK_WAIT_MS: u64 = 5_000;

/// A file that was written, and what it has only as damaged as the store has it.
#[derive(Clone, Debug)]
pub struct BackedUp {
    pub written: Written,
    pub damaged: Vec<Damaged>,
}

impl Engine {
    /// Writes everything acknowledged so far into one file; nobody waits for it.
    pub async fn backup(
        &self,
        caller: &Caller,
        order: Order,
        progress: Progress,
    ) -> Result<BackedUp> {
        self.scope(caller, Need::Administer, None)?;
        let keys = if order.include_key {
            " with its keys"
        } else {
            ""
        };
        let about = format!("to {}{keys}", order.file.display());
        let store = self.store.clone();
        let writing = tokio::task::spawn_blocking(move || store.backup(&order, &progress));
        let written = writing.await.map_err(|_| Error::Closed)??;
        // Whoever keeps this file instead of an older one should know what is lost by it.
        let damaged = self.damaged().await?;
        self.note_if_possible(Act::of(caller, "backup", about))
            .await;
        Ok(BackedUp { written, damaged })
    }
}

/// Writes into a restored store, before it takes its place, that it was restored.
pub async fn note_restore(
    store: mneme_store::Settings,
    clock: Arc<dyn Clock>,
    caller: &Caller,
    created_at: &str,
) -> Result<()> {
    caller.may(Need::Administer)?;
    let settings = mneme_store::Settings {
        lock_wait_ms: LOCK_WAIT_MS,
        ..store
    };
    let store = Store::open(&settings, clock)?;
    let about = format!("as of {created_at}");
    Act::of(caller, "restore", about).write(&store).await
}

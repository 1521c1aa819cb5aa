//! A backup, made beside everything else.

use mneme_access::{Caller, Need};
use mneme_store::Error;
use mneme_store::backup::{Order, Written};

use crate::upkeep::Progress;
use crate::{Engine, Result};

impl Engine {
    /// Writes everything acknowledged so far into one file; nobody waits for it.
    pub async fn backup(
        &self,
        caller: &Caller,
        order: Order,
        progress: Progress,
    ) -> Result<Written> {
        caller.scope(Need::Administer, None)?;
        let store = self.store.clone();
        let writing = tokio::task::spawn_blocking(move || store.backup(&order, &progress));
        Ok(writing.await.map_err(|_| Error::Closed)??)
    }
}

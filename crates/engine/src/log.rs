//! The log is folded back into the file and emptied, so that nothing that was overwritten stays in it.

use std::time::Duration;

use mneme_store::Store;

use crate::{Error, Result};

const TRIES: u32 = 200;
/// So long everybody else waits for those who are in the way, at first and at last, and has the store
/// to themselves for as long in between.
const SHORT: Duration = Duration::from_millis(50);
const LONG: Duration = Duration::from_secs(1);
/// Tries until somebody in the way is waited for longer.
const EASY: u32 = 8;

/// Until it is empty.
pub async fn empty(store: &Store) -> Result<()> {
    for n in 0..TRIES {
        let patience = (SHORT * (1 + n / EASY)).min(LONG);
        if emptied(store, patience).await? {
            return Ok(());
        }
        tokio::time::sleep(patience).await;
    }
    Err(Error::Index(mneme_index::Error::Busy))
}

/// Whether it is empty; if somebody is in the way, it is not.
pub async fn try_to_empty(store: &Store) -> Result<bool> {
    emptied(store, SHORT).await
}

async fn emptied(store: &Store, patience: Duration) -> Result<bool> {
    store.read(move |view| Ok(view.empty_log(patience)?)).await
}

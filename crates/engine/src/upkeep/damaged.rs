//! Whether everything of the journal still opens. Reading goes on without what does not, so it is
//! looked for.

use std::sync::{Arc, Weak};
use std::time::Duration;

use mneme_store::tables::journal;
use mneme_store::{Damaged, Store};

use crate::{Engine, Error, Result};

/// A start is quick first of all: nobody looks before this has passed.
const AFTER: Duration = Duration::from_secs(2);

impl Engine {
    /// Opens everything once, beside everybody else. Only a process that stays does.
    pub(crate) fn look_through_later(&self) {
        let store = Arc::downgrade(&self.store);
        tokio::spawn(async move {
            tokio::time::sleep(AFTER).await;
            if let Err(error) = look_through(&store).await {
                tracing::warn!(%error, "the journal was not looked through");
            }
        });
    }

    /// Opens everything now; what does not open, in the order of the journal.
    pub(crate) async fn damaged(&self) -> Result<Vec<Damaged>> {
        look_through(&Arc::downgrade(&self.store)).await?;
        let damaged = |view: &mneme_store::View<'_>| Ok::<_, Error>(journal::damaged(view)?);
        self.store.read(damaged).await
    }
}

/// Page by page, so that no reader holds the log; a store that is closed meanwhile is let go.
async fn look_through(store: &Weak<Store>) -> Result<()> {
    let mut at = Some(0);
    while let (Some(after), Some(store)) = (at, store.upgrade()) {
        let page =
            move |view: &mneme_store::View<'_>| Ok::<_, Error>(journal::look_through(view, after)?);
        at = store.read(page).await?;
    }
    Ok(())
}

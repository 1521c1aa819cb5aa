//! Everything again: the vectors of the model are let go, and its cursor with them.

use std::sync::Arc;

use mneme_store::tables::{cursors, vectors};
use tokio::sync::oneshot;

use super::{Embedder, Read, Shared, cursor_of};
use crate::Result;

/// Has everybody read vectors from the store again.
pub type Reload = Arc<dyn Fn() + Send + Sync>;

/// Told when the old vectors are let go.
pub type Done = oneshot::Sender<Result<()>>;

// === impl Embedder ===

impl Embedder {
    /// Lets go of the model's vectors, to read everything again. Done by the thread itself,
    /// between two pages: none of the old ones comes after.
    pub fn begin_anew(&self) -> oneshot::Receiver<Result<()>> {
        let (done, over) = oneshot::channel();
        if self.thread.is_some() {
            let mut orders = self.shared.orders();
            orders.anew.push(done);
            orders.news = true;
            orders.hurry = true;
            self.shared.bell.notify_one();
        }
        over
    }
}

// === impl Shared ===

impl Shared {
    pub(super) fn let_go_if_asked(&self) {
        let waiting = std::mem::take(&mut self.orders().anew);
        for done in waiting {
            // Whoever asked may have gone.
            let _ = done.send(self.let_go());
        }
    }

    /// In one commit, so that a kill leaves the old or the new, never half of each.
    fn let_go(&self) -> Result<()> {
        let Some(name) = self.model.name().map(str::to_owned) else {
            return Ok(());
        };
        self.store.write_now(name.len(), move |tx| {
            vectors::retire(tx, &name)?;
            cursors::remove(tx, &cursor_of(&name))?;
            Ok::<_, crate::Error>(())
        })?;
        (self.reload)();
        self.tell(|read| *read = Read::default());
        Ok(())
    }
}

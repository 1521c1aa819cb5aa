//! After forgetting: what index files, caches and the log still hold is taken away. How far
//! that has come is written down, so that a kill only delays it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};
use std::time::Duration;

use mneme_access::{Caller, Need};
use mneme_index::Index;
use mneme_model::{Event, NsId, Seq};
use mneme_store::Store;
use mneme_store::names::Namespace;
use mneme_store::tables::{cursors, journal};
use tokio::sync::Mutex;

use crate::{Engine, Error, Result, signals};

/// Acts of forgetting that are purged in one go.
const TOGETHER: usize = 100;

pub struct Purge {
    store: Arc<Store>,
    index: Arc<Index>,
    /// How long to wait for more before the index is touched.
    delay: Duration,
    waiting: AtomicBool,
    busy: Mutex<()>,
}

impl Engine {
    /// Takes away now what was forgotten and not purged yet.
    pub async fn purge(&self, caller: &Caller) -> Result<()> {
        caller.scope(Need::Administer, None)?;
        self.purge.run().await
    }
}

// === impl Purge ===

impl Purge {
    /// Goes on with what an earlier run left.
    pub fn start(store: Arc<Store>, index: Arc<Index>, delay_ms: u64) -> Arc<Self> {
        let purge = Arc::new(Self {
            store,
            index,
            delay: Duration::from_millis(delay_ms),
            waiting: AtomicBool::new(false),
            busy: Mutex::new(()),
        });
        purge.soon();
        purge
    }

    /// Purges after a while; what is forgotten meanwhile is purged with it.
    pub fn soon(self: &Arc<Self>) {
        if self.waiting.swap(true, Ordering::AcqRel) {
            return;
        }
        let (purge, delay) = (Arc::downgrade(self), self.delay);
        tokio::spawn(later(purge, delay));
    }

    pub async fn run(&self) -> Result<()> {
        let _busy = self.busy.lock().await;
        self.waiting.store(false, Ordering::Release);
        let mut any = false;
        for namespace in self.store.namespaces() {
            while let Some((gone, through)) = self.pending(&namespace).await? {
                self.index.purge(&namespace, gone).await?;
                self.done(&namespace, through).await?;
                any = true;
            }
        }
        if any {
            self.empty_log().await?;
            signals::PURGES.add(1);
        }
        Ok(())
    }

    /// Positions forgotten in a namespace since its last purge.
    async fn pending(&self, namespace: &Namespace) -> Result<Option<(Vec<Seq>, Seq)>> {
        let (ns, name) = (namespace.ns, cursor(namespace.ns));
        let acts: Vec<Event> = self
            .store
            .read(move |view| {
                let after = cursors::get(view, &name)?;
                Ok::<_, Error>(journal::forgotten_after(view, ns, after, TOGETHER)?)
            })
            .await?;
        let Some(through) = acts.last().map(|act| act.seq) else {
            return Ok(None);
        };
        let gone = acts.into_iter().filter_map(|act| act.body.forgotten);
        Ok(Some((gone.flat_map(|f| f.seqs).collect(), through)))
    }

    async fn done(&self, namespace: &Namespace, through: Seq) -> Result<()> {
        let name = cursor(namespace.ns);
        self.store
            .write(64, move |tx| Ok(cursors::set(tx, &name, through)?))
            .await
    }

    /// The log still has pages from before they were overwritten.
    async fn empty_log(&self) -> Result<()> {
        const TRIES: usize = 20;
        for _ in 0..TRIES {
            let emptied = self.store.read(|view| Ok::<_, Error>(view.empty_log()?));
            match emptied.await {
                Ok(true) => return Ok(()),
                Ok(false) => tokio::task::yield_now().await,
                Err(error) => return Err(error),
            }
        }
        Err(Error::Index(mneme_index::Error::Busy))
    }
}

fn cursor(ns: NsId) -> String {
    format!("purge/{ns}")
}

/// Holds nothing while it waits: the store must be free to close.
async fn later(purge: Weak<Purge>, delay: Duration) {
    tokio::time::sleep(delay).await;
    let Some(purge) = purge.upgrade() else { return };
    if let Err(error) = purge.run().await {
        tracing::warn!(%error, "what was forgotten is not purged yet; trying again");
        purge.soon();
    }
}

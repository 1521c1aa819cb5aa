//! Sealing again, a little at a time, behind everybody else. How far it has come is written down,
//! so that a kill only delays it.

use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use mneme_index::Index;
use mneme_store::Store;
use mneme_store::names::Namespace;
use mneme_store::tables::{keys, reseal};

use super::public;
use crate::note::Act;
use crate::notebook::images::Images;
use crate::{Error, Result, log};

/// What an earlier run left is gone on with once whoever opened the store was answered.
const AT_START: Duration = Duration::from_secs(1);
/// Between two steps, for others.
const PACE: Duration = Duration::from_millis(2);
const AFTER_FAILURE: Duration = Duration::from_secs(5);
/// Who takes a key away whose time is over.
const BY_ITSELF: &str = "mneme";

pub struct Sealing {
    store: Arc<Store>,
    index: Arc<Index>,
    images: Arc<Images>,
    grace_ms: i64,
}

/// What a step did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    More,
    Done,
    /// Through, but rows did not open: their key stays.
    Damaged,
}

// === impl Sealing ===

impl Sealing {
    pub fn start(
        store: Arc<Store>,
        index: Arc<Index>,
        images: Arc<Images>,
        grace_secs: u64,
    ) -> Arc<Self> {
        let grace_ms = i64::try_from(grace_secs.saturating_mul(1_000)).unwrap_or(i64::MAX);
        let sealing = Arc::new(Self {
            store,
            index,
            images,
            grace_ms,
        });
        sealing.soon(AT_START);
        sealing
    }

    pub fn grace_ms(&self) -> i64 {
        self.grace_ms
    }

    pub fn soon(self: &Arc<Self>, after: Duration) {
        tokio::spawn(later(Arc::downgrade(self), after));
    }

    /// Does not come back before everything of a namespace is sealed under its key of now, or the
    /// time is over.
    pub async fn complete(&self, namespace: &Namespace, wait: Duration) -> Result<()> {
        let until = Instant::now() + wait;
        while self.step(namespace).await? == Step::More {
            if Instant::now() > until {
                break;
            }
        }
        Ok(())
    }

    /// Namespaces of which something may be under an older key.
    async fn unfinished(&self) -> Result<Vec<Namespace>> {
        let all = self.store.namespaces();
        let look = self.store.read(move |view| {
            let retired = keys::retired(view)?;
            let mut open = Vec::new();
            for namespace in all {
                let older = retired.iter().any(|key| key.ns == namespace.ns);
                if older && !reseal::is_done(view, &namespace)? {
                    open.push(namespace);
                }
            }
            Ok::<_, Error>(open)
        });
        look.await
    }

    /// The next rows; behind the last of them the files.
    async fn step(&self, namespace: &Namespace) -> Result<Step> {
        let (rows, looked) = (namespace.clone(), namespace.clone());
        let done = self
            .store
            .read(move |view| Ok::<_, Error>(reseal::is_done(view, &looked)?));
        if done.await? {
            return Ok(Step::Done);
        }
        let key_id = namespace.key.current().id;
        let more = self
            .store
            .write(64, move |tx| Ok::<_, Error>(reseal::step(tx, &rows)?));
        if more.await? {
            return Ok(Step::More);
        }
        self.files(namespace, key_id).await
    }

    /// Files follow the tables: they are sealed again in one go, each whole or not at all.
    async fn files(&self, namespace: &Namespace, key_id: u32) -> Result<Step> {
        self.index.reseal(namespace).await?;
        let damaged = self.images.reseal(namespace).await?;
        let rows = namespace.clone();
        let finished = self.store.write(64, move |tx| {
            Ok::<_, Error>(damaged == 0 && reseal::finish(tx, &rows, key_id)?)
        });
        if finished.await? {
            tracing::info!(namespace = %namespace.name, key = %public(key_id), "everything is sealed under the new key");
            // The log still has pages from before; if somebody is in the way, a checkpoint does it.
            log::try_to_empty(&self.store).await?;
            return Ok(Step::Done);
        }
        // Another key took over meanwhile, or something does not open.
        match namespace.key.current().id == key_id {
            true => Ok(Step::Damaged),
            false => Ok(Step::More),
        }
    }

    /// Takes away keys whose time is over and that nothing needs.
    pub async fn drop_expired(&self) -> Result<()> {
        let (all, over) = (self.store.namespaces(), self.store.now_ms() - self.grace_ms);
        let known = self.store.read(|view| Ok::<_, Error>(keys::retired(view)?));
        let known = known.await?.into_iter();
        for key in known.filter(|key| key.retired_ms <= over) {
            let Some(namespace) = all.iter().find(|n| n.ns == key.ns).cloned() else {
                continue;
            };
            let act = Act {
                namespace: namespace.name.to_string(),
                subject: BY_ITSELF.to_owned(),
                action: "key_expire",
                about: public(key.key_id),
            };
            let gone = self.store.write(64, move |tx| {
                if reseal::is_done(tx, &namespace)? {
                    tx.drop_key(key.key_id)?;
                    act.append(tx)?;
                }
                Ok::<_, Error>(())
            });
            gone.await?;
        }
        Ok(())
    }

    /// One step for each namespace that needs it; whether any needs another.
    async fn round(&self) -> Result<bool> {
        let mut more = false;
        for namespace in self.unfinished().await? {
            match self.step(&namespace).await? {
                Step::Damaged => {
                    tracing::error!(namespace = %namespace.name, "something sealed under an older key does not open; that key is kept");
                }
                step => more |= step == Step::More,
            }
        }
        Ok(more)
    }
}

/// Holds nothing while it waits: the store must be free to close.
async fn later(sealing: Weak<Sealing>, after: Duration) {
    tokio::time::sleep(after).await;
    while let Some(held) = sealing.upgrade() {
        let round = match held.round().await {
            Ok(false) => held.drop_expired().await.map(|()| false),
            more => more,
        };
        drop(held);
        match round {
            Ok(true) => tokio::time::sleep(PACE).await,
            Ok(false) => return,
            Err(error) => {
                tracing::warn!(%error, "sealing again was interrupted; trying again");
                tokio::time::sleep(AFTER_FAILURE).await;
            }
        }
    }
}

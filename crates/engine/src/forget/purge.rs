//! After forgetting: what index files, caches and the log still hold is taken away. How far
//! that has come is written down, so that a kill only delays it.

use std::collections::{BTreeMap, BTreeSet};
use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock, Weak};
use std::time::Duration;

use mneme_index::Index;
use mneme_model::{Code, Event, NsId, Seq};
use mneme_store::tables::{cursors, journal};
use mneme_store::{Store, View};
use tokio::sync::Mutex;

use crate::asked::Asked;
use crate::{Error, Result, log, signals};

/// Acts of forgetting that are purged in one go.
const TOGETHER: usize = 100;
/// Everything up to here is purged.
const CURSOR: &str = "purge";
/// Rows that are not worth looking at again.
const FAR: Seq = 10_000;

/// How long others who are in the way have the store to themselves.
const AGAIN: Duration = Duration::from_millis(50);

/// Somebody who keeps what was said outside the store as well. Done once they are rid of what
/// was forgotten; else why they are not.
pub type Ridding =
    Arc<dyn Fn() -> Pin<Box<dyn Future<Output = Result<(), String>> + Send>> + Send + Sync>;

pub struct Purge {
    store: Arc<Store>,
    index: Arc<Index>,
    /// How long to wait for more before the index is touched.
    delay: Duration,
    waiting: AtomicBool,
    /// The log may hold pages from before something was overwritten.
    log: AtomicBool,
    busy: Mutex<()>,
    elsewhere: OnceLock<Ridding>,
    asked: Arc<Asked>,
}

/// What was forgotten behind the cursor.
struct Pending {
    acts: usize,
    gone: BTreeMap<NsId, Vec<Seq>>,
    from: Seq,
    through: Seq,
}

// === impl Purge ===

impl Purge {
    /// Goes on with what an earlier run left.
    pub fn start(
        store: Arc<Store>,
        index: Arc<Index>,
        asked: Arc<Asked>,
        delay_ms: u64,
    ) -> Arc<Self> {
        let purge = Arc::new(Self {
            store,
            index,
            delay: Duration::from_millis(delay_ms),
            waiting: AtomicBool::new(false),
            log: AtomicBool::new(false),
            busy: Mutex::new(()),
            elsewhere: OnceLock::new(),
            asked,
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
        let began = std::time::Instant::now();
        self.waiting.store(false, Ordering::Release);
        loop {
            let pending = self.pending().await?;
            for (ns, gone) in pending.gone {
                if let Some(namespace) = self.store.namespace_by_id(ns) {
                    self.index.purge(&namespace, gone).await?;
                    self.asked.forget();
                    self.log.store(true, Ordering::Release);
                }
            }
            self.done(pending.acts, pending.from, pending.through)
                .await?;
            if pending.acts < TOGETHER {
                break;
            }
        }
        if self.log.load(Ordering::Acquire) {
            log::empty(&self.store).await?;
            self.log.store(false, Ordering::Release);
            signals::PURGES.add(1);
            let ms = began.elapsed().as_millis() as u64;
            tracing::info!(ms, "purged what was forgotten");
        }
        self.rid_elsewhere().await
    }

    /// The first to come stays.
    pub fn also(&self, elsewhere: Ridding) {
        let _ = self.elsewhere.set(elsewhere);
    }

    async fn rid_elsewhere(&self) -> Result<()> {
        let Some(elsewhere) = self.elsewhere.get() else {
            return Ok(());
        };
        elsewhere().await.map_err(|error| {
            let message = format!("it is forgotten, but a recording still holds it: {error}");
            Error::refused(Code::PurgePending, message)
        })
    }

    /// Runs again while others are in the way.
    pub async fn run_until_done(&self) -> Result<()> {
        loop {
            match self.run().await {
                Err(Error::Index(mneme_index::Error::Busy)) => {
                    tokio::time::sleep(AGAIN).await;
                }
                done => return done,
            }
        }
    }

    /// Positions that are forgotten and not purged yet, however many acts that were.
    pub async fn waiting_in(&self, ns: NsId) -> Result<BTreeSet<Seq>> {
        let waiting = move |view: &View<'_>| {
            let (mut waiting, mut at) = (BTreeSet::new(), cursors::get(view, CURSOR)?);
            loop {
                let acts = journal::forgotten_after(view, at, TOGETHER)?;
                let Some(last) = acts.last() else {
                    return Ok::<_, Error>(waiting);
                };
                at = last.seq;
                let mut pending = Pending::of(acts, 0, at);
                waiting.extend(pending.gone.remove(&ns).into_iter().flatten());
            }
        };
        self.store.read(waiting).await
    }

    async fn pending(&self) -> Result<Pending> {
        self.store
            .read(move |view| {
                let (from, head) = (cursors::get(view, CURSOR)?, journal::head(view)?);
                let acts = journal::forgotten_after(view, from, TOGETHER)?;
                // Short of the limit, nothing else is pending up to the head.
                let last = acts.last().map_or(0, |act| act.seq);
                let through = if acts.len() < TOGETHER {
                    head.max(last)
                } else {
                    last
                };
                Ok::<_, Error>(Pending::of(acts, from, through))
            })
            .await
    }

    /// Notes how far everything is purged. Without anything to purge that is only worth a
    /// write when it saves the next look a long way.
    async fn done(&self, acts: usize, from: Seq, through: Seq) -> Result<()> {
        if acts == 0 && through - from < FAR {
            return Ok(());
        }
        self.store
            .write(64, move |tx| Ok(cursors::set(tx, CURSOR, through)?))
            .await
    }
}

// === impl Pending ===

impl Pending {
    fn of(acts: Vec<Event>, from: Seq, through: Seq) -> Self {
        let mut pending = Self {
            acts: acts.len(),
            gone: BTreeMap::new(),
            from,
            through,
        };
        for act in acts {
            let seqs = act.body.forgotten.into_iter().flat_map(|f| f.seqs);
            pending.gone.entry(act.ns).or_default().extend(seqs);
        }
        pending
    }
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

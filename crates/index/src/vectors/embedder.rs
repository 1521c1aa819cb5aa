//! Follows the journal behind a cursor of its own, one for each model, and makes the vectors
//! that are missing: a page at a time, in small steps, giving way to whoever asks.

mod anew;
mod page;
mod traffic;

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use mneme_model::Seq;
use mneme_store::Store;
use mneme_store::tables::{cursors, journal, vectors};
use tokio::sync::watch;

use super::Model;
use crate::{Error, Result, embed, signals};

pub use anew::Reload;
pub use page::Published;
pub use traffic::{Asking, Traffic};

/// Wait this long after trouble before trying again.
const AFTER_FAILURE: Duration = Duration::from_secs(2);
/// New events are gathered for this long, so that a stream of them shares its commits.
const GATHER: Duration = Duration::from_millis(250);

pub struct Embedder {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

pub(super) struct Shared {
    store: Arc<Store>,
    model: Arc<Model>,
    traffic: Arc<Traffic>,
    publish: Published,
    reload: Reload,
    orders: Mutex<Orders>,
    bell: Condvar,
    /// How far the thread has read, and whether it can go on.
    read: watch::Sender<Read>,
}

#[derive(Default)]
struct Orders {
    /// Something was written since the thread last looked.
    news: bool,
    /// Somebody waits for it.
    hurry: bool,
    /// These want everything to be read again.
    anew: Vec<anew::Done>,
    stop: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Read {
    pub through: Seq,
    /// It tried and cannot: there is no model, or no room.
    pub stuck: bool,
}

// === impl Embedder ===

impl Embedder {
    pub fn start(
        store: Arc<Store>,
        model: Arc<Model>,
        traffic: Arc<Traffic>,
        publish: Published,
        reload: Reload,
    ) -> Result<Self> {
        let off = model.is_off();
        let shared = Arc::new(Shared {
            store,
            model,
            traffic,
            publish,
            reload,
            orders: Mutex::new(Orders {
                news: true,
                ..Orders::default()
            }),
            bell: Condvar::new(),
            read: watch::Sender::new(Read {
                through: 0,
                stuck: off,
            }),
        });
        let thread = (!off)
            .then(|| {
                let shared = shared.clone();
                thread::Builder::new()
                    .name("mneme-embedder".into())
                    .spawn(move || shared.run())
            })
            .transpose()
            .map_err(|e| mneme_store::Error::io("start", "the embedder thread", e))?;
        Ok(Self { shared, thread })
    }

    /// Something was committed.
    pub fn ring(&self) {
        let mut orders = self.shared.orders();
        if !orders.news {
            orders.news = true;
            self.shared.bell.notify_one();
        }
    }

    /// How far it has read; `None` before it has looked.
    pub fn through(&self) -> Option<Seq> {
        Some(self.shared.read.borrow().through).filter(|through| *through > 0)
    }

    /// Tells how far it has read, from now on without waiting for more to gather. What was in
    /// its way may be gone: it tries again.
    pub fn hurry(&self) -> watch::Receiver<Read> {
        let mut orders = self.shared.orders();
        // Before the bell: what the thread says from now on must not be unsaid.
        let off = self.shared.model.is_off();
        self.shared.tell(|read| read.stuck = off);
        orders.hurry = true;
        orders.news = true;
        self.shared.bell.notify_one();
        drop(orders);
        self.shared.read.subscribe()
    }
}

impl Drop for Embedder {
    fn drop(&mut self) {
        self.shared.orders().stop = true;
        self.shared.bell.notify_all();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

// === impl Shared ===

impl Shared {
    fn orders(&self) -> MutexGuard<'_, Orders> {
        self.orders.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn run(&self) {
        // Whoever answers a caller goes first; on a system without it, they share.
        let _ = rustix::process::nice(10);
        while self.wait_for_news() {
            self.let_go_if_asked();
            while let Some(pause) = self.step() {
                if self.stopped_after(pause) {
                    return;
                }
                self.let_go_if_asked();
            }
        }
    }

    /// Sleeps until something was written; `false` when it is time to end.
    fn wait_for_news(&self) -> bool {
        let mut orders = self.orders();
        while !orders.news && !orders.stop {
            orders = self
                .bell
                .wait(orders)
                .unwrap_or_else(PoisonError::into_inner);
        }
        let idle = |orders: &mut Orders| !orders.stop && !orders.hurry;
        let waited = self.bell.wait_timeout_while(orders, GATHER, idle);
        let mut orders = waited.unwrap_or_else(PoisonError::into_inner).0;
        orders.news = false;
        orders.hurry = false;
        !orders.stop
    }

    /// Waits out a pause; whether it is time to end.
    fn stopped_after(&self, pause: Duration) -> bool {
        let going = |orders: &mut Orders| !orders.stop && !orders.hurry;
        let waited = self.bell.wait_timeout_while(self.orders(), pause, going);
        let mut orders = waited.unwrap_or_else(PoisonError::into_inner).0;
        orders.hurry = false;
        orders.stop
    }

    /// One page. How long to wait before the next, or `None` when all is read.
    fn step(&self) -> Option<Duration> {
        match self.page() {
            Ok(true) => Some(Duration::ZERO),
            // Without a model there is nothing to do but to look for one again.
            Ok(false) => self.read.borrow().stuck.then_some(AFTER_FAILURE),
            Err(error) => {
                match &error {
                    // Said once by whoever asks there.
                    Error::Model(embed::Error::Elsewhere { .. }) => {
                        tracing::debug!(%error, "vectors wait; trying again");
                    }
                    _ => tracing::warn!(%error, "vectors could not be made; trying again"),
                }
                self.tell(|read| read.stuck = true);
                Some(AFTER_FAILURE)
            }
        }
    }

    /// Makes the vectors of the next page. Whether there may be more.
    fn page(&self) -> Result<bool> {
        let Some(name) = self.model.name().map(str::to_owned) else {
            return Ok(false);
        };
        let cursor_name = cursor_of(&name);
        let (cursor, events) = self.store.read_now({
            let cursor_name = cursor_name.clone();
            move |view| {
                let cursor = cursors::get(view, &cursor_name)?;
                let events = journal::after(view, None, cursor, page::EVENTS)?;
                Ok::<_, crate::Error>((cursor, events))
            }
        })?;
        let Some(last) = events.last().map(|event| event.seq) else {
            self.tell(|read| {
                *read = Read {
                    through: cursor,
                    stuck: false,
                }
            });
            return Ok(false);
        };
        let Some(encoder) = self.model.get() else {
            self.tell(|read| {
                *read = Read {
                    through: cursor,
                    stuck: true,
                }
            });
            return Ok(false);
        };
        let Some(made) = self.embed(encoder.as_ref(), &events)? else {
            return Ok(false);
        };
        signals::EMBEDDED.add(made.records());
        let (dim, store) = (encoder.dimension(), self.store.clone());
        let mut made = made;
        let made = self.store.write_now(made.bytes(), move |tx| {
            let model = vectors::model(tx, &name, dim)?;
            made.save(tx, &store, &model)?;
            cursors::set(tx, &cursor_name, last)?;
            Ok::<_, crate::Error>(made)
        })?;
        made.publish(&self.publish);
        self.tell(|read| {
            *read = Read {
                through: last,
                stuck: false,
            }
        });
        Ok(true)
    }

    fn tell(&self, change: impl FnOnce(&mut Read)) {
        self.read.send_modify(change);
    }

    fn is_stopping(&self) -> bool {
        self.orders().stop
    }
}

/// Where a model's cursor is kept.
pub fn cursor_of(model: &str) -> String {
    format!("vectors:{model}")
}

//! The recorder: which recordings go on, and everything that can be asked of one.
//!
//! A recording that goes on is one task that owns it ([`live`]). Everything else reads the
//! registry and the directory.

mod annotate;
mod checkpoint;
mod closing;
mod delete;
mod done;
mod forgetting;
mod gathering;
mod keeping;
mod list;
mod listing;
mod live;
mod metadata;
mod notices;
mod pictures;
mod reconnect;
mod register;
mod restore;
mod settings;
mod shelf;
mod steps;
mod watch;

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use mneme_journal::{Journal, Origin};
use mneme_model::archive::{Entry, Metadata, Session};
use mneme_model::with_causes;
use mneme_model::{Clock, Door, Moment, Seq};
use mneme_store::names::Namespace;
use mneme_wire::ipc::{Refusal, Trouble};
use tokio::sync::Semaphore;

use crate::files::Writer;
use crate::frames::eyes::Eyes;
use crate::sessions::{Counters, Instance, Registry, stamp};
use crate::signals;
use crate::sources::Sources;

pub use annotate::Loaded;
pub use delete::Deleted;
pub use forgetting::Ridding;
pub use list::Listed;
pub use notices::{Outbox, Watcher};
pub use settings::Settings;

pub type Result<T, E = Refusal> = std::result::Result<T, E>;

/// Makes documents of recordings. Recording itself knows nothing of reasoning.
pub trait Compiler: Send + Sync {
    /// The document a recording starts from.
    fn scaffold(&self, metadata: &Metadata, entries: &[Entry]) -> Scaffold;

    /// Whether nobody edited a document since it was made; `made` is what lies beside it.
    fn is_untouched(&self, document: &str, made: Option<&str>) -> bool;

    /// What was written about the steps, as far as it can be read.
    fn entries(&self, text: &str) -> Vec<Entry>;

    /// How many steps have their reasoning, and how many are without on purpose.
    fn count(&self, entries: &[Entry]) -> (u32, u32);
}

/// A document nobody has edited yet.
pub struct Scaffold {
    pub text: String,
    /// A file beside it by which it is told later whether somebody edited it: its path and what
    /// is in it.
    pub made: (&'static str, String),
}

/// What a recorder is made of.
pub struct Parts {
    pub journal: Arc<Journal>,
    pub registry: Arc<dyn Registry>,
    pub sources: Arc<Sources>,
    pub eyes: Arc<Eyes>,
    pub compiler: Arc<dyn Compiler>,
    pub clock: Arc<dyn Clock>,
    pub instance: Instance,
    pub settings: Settings,
    /// Called after something was appended, so that followers look at once.
    pub stir: Arc<dyn Fn() + Send + Sync>,
}

/// One process' recordings. Clones are the same recorder.
#[derive(Clone)]
pub struct Recorder {
    inner: Arc<Inner>,
}

pub(crate) struct Inner {
    pub parts: Parts,
    pub namespace: Namespace,
    /// Recordings that go on here.
    live: Mutex<HashMap<String, live::Handle>>,
    /// How far the directories are rid of what was forgotten.
    pub forgotten: tokio::sync::Mutex<Option<Seq>>,
    /// Held by whoever reads files of a recording that does not go on to write them again.
    pub desk: tokio::sync::Mutex<()>,
    /// What the registry is still to be told.
    pub counters: Arc<Counters>,
    /// One decoding and drawing of a picture for each core.
    pub painters: Semaphore,
}

// === impl Recorder ===

impl Recorder {
    /// Opens the recorder. Nothing is swept yet: [`Recorder::sweep`] does, before anybody is let in.
    pub async fn open(parts: Parts) -> Result<Self> {
        let store = parts.journal.store().clone();
        let namespace = store.namespace(&parts.settings.namespace).await;
        let namespace = namespace.map_err(|error| internal(&error))?;
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        let counters = Arc::new(Counters::new(parts.registry.clone()));
        let inner = Inner {
            counters,
            namespace,
            live: Mutex::default(),
            forgotten: tokio::sync::Mutex::default(),
            desk: tokio::sync::Mutex::default(),
            painters: Semaphore::new(cores),
            parts,
        };
        Ok(Self {
            inner: Arc::new(inner),
        })
    }

    /// Everything the registry knows of a recording.
    pub async fn session(&self, id: &str) -> Result<Session> {
        let mut session = self.inner.session(id).await?;
        let live = self.inner.live();
        if let Some(why) = live.get(id).and_then(|handle| handle.trouble.clone()) {
            session.set("waiting_for", why);
        }
        Ok(session)
    }

    /// Ends every recording that goes on here in good order; each can be looked at afterwards.
    pub async fn shut_down(&self) {
        let live: HashMap<_, _> = self.inner.live().drain().collect();
        let begun = live.iter().filter(|(_, handle)| handle.begun);
        let begun: HashSet<String> = begun.map(|(id, _)| id.clone()).collect();
        for handle in live.into_values() {
            handle.interrupt().await;
        }
        self.told_everything().await;
        if let Err(error) = self.inner.hand_on(&begun).await {
            tracing::warn!(target: "ma_core::capture", %error, "sessions that were not begun may be taken for lost");
        }
        let left = self.inner.parts.registry.leave(&self.inner.parts.instance);
        if let Err(error) = left.await {
            tracing::warn!(target: "ma_core::capture", %error, "the registry was not told that this recorder ends");
        }
    }

    async fn told_everything(&self) {
        if let Err(error) = self.inner.counters.flush().await {
            tracing::warn!(target: "ma_core::capture", %error, "the registry was not told how far recordings are");
        }
    }

    /// What goes on beside every recording: says that this recorder lives and how far its
    /// recordings are, looks after those nobody works on any more, and takes out of the directories
    /// what is forgotten. Ends when it is dropped.
    pub async fn keep_house(&self) {
        let counting = self.inner.counters.run();
        tokio::join!(
            counting,
            self.beat(),
            self.keep_sweeping(),
            self.keep_forgetting()
        );
    }

    async fn keep_sweeping(&self) {
        loop {
            tokio::time::sleep(self.inner.parts.settings.sweep).await;
            if let Err(error) = self.sweep_again().await {
                tracing::warn!(target: "ma_core::capture", %error, "recordings could not be looked after");
            }
        }
    }

    async fn beat(&self) {
        let parts = &self.inner.parts;
        loop {
            match parts.registry.beat(&parts.instance).await {
                Ok(true) => self.inner.list_again().await,
                Ok(false) => {}
                Err(error) => {
                    signals::REGISTRY_ERRORS.add(1);
                    tracing::warn!(target: "ma_core::capture", %error, "the registry does not hear this recorder");
                }
            }
            tokio::time::sleep(parts.settings.beat).await;
        }
    }

    /// How many recordings go on.
    pub fn active(&self) -> usize {
        self.inner.live().len()
    }
}

// === impl Inner ===

impl Inner {
    pub fn live(&self) -> MutexGuard<'_, HashMap<String, live::Handle>> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub async fn session(&self, id: &str) -> Result<Session> {
        let found = self.found(id).await?;
        found.ok_or_else(|| {
            Refusal::new(
                Trouble::SessionNotFound,
                format!("there is no session {id}"),
            )
        })
    }

    pub fn now_ms(&self) -> i64 {
        self.parts.clock.now_ms()
    }

    /// Now, as it stands in files and records.
    pub fn now(&self) -> String {
        stamp(self.now_ms())
    }

    pub fn origin(&self) -> Origin {
        Origin {
            door: Door::Archive,
            actor: String::from("recorder"),
            agent: None,
        }
    }
}

/// Where the files of a recording are.
fn dir(session: &Session) -> PathBuf {
    PathBuf::from(session.get("memory_path"))
}

/// Whoever writes the command files of a recording.
fn writer(session: &Session) -> Writer {
    let made = Moment::parse(session.get("created_at")).unwrap_or_default();
    Writer::at(dir(session), made)
}

fn internal(error: &dyn std::error::Error) -> Refusal {
    Refusal::new(Trouble::Internal, with_causes(error))
}

fn write_failed(error: impl std::error::Error) -> Refusal {
    Refusal::new(Trouble::WriteFailed, with_causes(&error))
}

/// What a registry says when it does not do what it was asked.
fn registry(error: crate::sessions::Error) -> Refusal {
    Refusal {
        code: error.ipc_code().to_owned(),
        message: error.to_string(),
    }
}

/// Threads that wait for the disk at a time. A thousand recordings that act at once would have
/// hundreds, each with memory of its own, and be no faster.
static DISK: Semaphore = Semaphore::const_new(16);

/// Work that waits for the disk, off the threads that wait for the network.
async fn on_disk<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
    // The semaphore is never closed.
    let _turn = DISK.acquire().await;
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|error| internal(&error))
}

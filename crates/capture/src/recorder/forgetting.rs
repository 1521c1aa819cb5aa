//! What was forgotten goes out of the directories too.
//!
//! Whoever forgets knows nothing of recordings: the recorder reads in the journal what was
//! forgotten, behind a cursor of its own, and cleans what it finds touched. Cleaning is worked
//! out from what the journal has left, so doing it twice is doing it once.

mod directory;
mod document;
mod gone;
mod reasons;
mod words;

use std::collections::BTreeMap;
use std::future::Future;
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use mneme_model::archive::{Session, Status};
use mneme_model::{Kind, NsId, Seq};
use mneme_store::View;
use mneme_store::tables::{cursors, journal};
use mneme_wire::ipc::{Refusal, Trouble};
use tokio::sync::oneshot;

use super::live::{Handle, Live, Order};
use super::metadata::Standing;
use super::{Inner, Recorder, Result, dir, internal, on_disk, registry, restore, write_failed};
use crate::files::{self, Form};
use crate::sessions::{Change, Fields};

pub use directory::{Cleaned, Directory};
pub use gone::Gone;

/// Everything up to here is out of the directories.
const CURSOR: &str = "recordings";
/// Acts of forgetting taken in one go.
const TOGETHER: usize = 100;
/// Rows that are not worth looking at again after a restart.
const FAR: Seq = 10_000;
/// How often it is looked, and how long it waits at most where a disk refuses.
const LOOK: Duration = Duration::from_secs(1);
const SELDOM: Duration = Duration::from_secs(60);

/// What is called when something has to be gone now.
pub type Ridding =
    Arc<dyn Fn() -> Pin<Box<dyn Future<Output = Result<(), String>> + Send>> + Send + Sync>;

/// What acts of forgetting touched of one recording.
#[derive(Clone, Copy, Debug, Default)]
pub struct Touched {
    /// A step, or why it was taken.
    steps: bool,
    document: bool,
}

/// Acts behind a position.
struct Acts {
    from: Seq,
    through: Seq,
    n: usize,
    touched: BTreeMap<String, Touched>,
}

// === impl Recorder ===

impl Recorder {
    /// Takes out of the directories what was forgotten since this was last asked.
    pub async fn follow_forgetting(&self) -> Result<()> {
        let mut seen = self.inner.forgotten.lock().await;
        loop {
            let acts = self.inner.acts_behind(*seen).await?;
            let mut done = Ok(());
            for (id, touched) in &acts.touched {
                // One that cannot be cleaned keeps nobody else waiting.
                done = done.and(self.inner.clean(id, *touched).await);
            }
            done?;
            self.inner.passed(&acts).await?;
            *seen = Some(acts.through);
            if acts.n < TOGETHER {
                return Ok(());
            }
        }
    }

    /// The same for whoever must not keep the recorder alive.
    pub fn ridding(&self) -> Ridding {
        let recorder = Arc::downgrade(&self.inner);
        Arc::new(move || {
            let recorder = recorder.upgrade();
            Box::pin(async move {
                let Some(inner) = recorder else { return Ok(()) };
                let followed = Recorder { inner }.follow_forgetting().await;
                followed.map_err(|refusal| refusal.to_string())
            })
        })
    }

    pub(super) async fn keep_forgetting(&self) {
        let mut wait = LOOK;
        loop {
            tokio::time::sleep(wait).await;
            wait = match self.follow_forgetting().await {
                Ok(()) => LOOK,
                Err(error) => {
                    tracing::error!(target: "ma_core::storage", %error, "the files of a recording still hold what was forgotten; trying again");
                    SELDOM.min(wait * 2)
                }
            };
        }
    }
}

// === impl Inner ===

impl Inner {
    async fn acts_behind(&self, seen: Option<Seq>) -> Result<Acts> {
        let (ns, store) = (self.namespace.ns, self.parts.journal.store());
        let read = store.read(move |view| acts(view, ns, seen));
        read.await.map_err(|error| internal(&error))
    }

    /// Notes how far the directories are.
    async fn passed(&self, acts: &Acts) -> Result<()> {
        if acts.n == 0 && acts.through - acts.from < FAR {
            return Ok(());
        }
        let (through, store) = (acts.through, self.parts.journal.store());
        let noted = store.write(64, move |tx| cursors::set(tx, CURSOR, through));
        noted.await.map_err(|error| internal(&error))
    }

    async fn clean(&self, id: &str, touched: Touched) -> Result<()> {
        let running = self.live().get(id).cloned();
        match running {
            Some(handle) => told(&handle).await,
            None => self.clean_at_rest(id, touched).await,
        }
    }

    /// Of a recording that does not go on.
    async fn clean_at_rest(&self, id: &str, touched: Touched) -> Result<()> {
        let found = self.parts.registry.get(id).await.map_err(registry)?;
        let registered = found.is_some();
        let session = match found {
            Some(session) => session,
            None => match self.unregistered(id).await? {
                Some(session) => session,
                None => return Ok(()),
            },
        };
        let document = touched.document && !touched.steps;
        let cleaned = self.clean_directory(&session, document).await?;
        match cleaned.and_then(|cleaned| cleaned.counted) {
            Some(counted) if registered => self.recount(id, counted).await,
            _ => Ok(()),
        }
    }

    /// What came back by a hand that knew nothing of it: an editor that was open, a copy.
    pub(super) async fn keep_gone(&self, session: &Session) -> Result<()> {
        if self.gone(session.id()).await?.is_empty() {
            return Ok(());
        }
        let cleaned = self.clean_directory(session, false).await?;
        match cleaned.and_then(|cleaned| cleaned.counted) {
            Some(counted) => self.recount(session.id(), counted).await,
            None => Ok(()),
        }
    }

    async fn clean_directory(&self, session: &Session, document: bool) -> Result<Option<Cleaned>> {
        let _desk = self.desk.lock().await;
        let gone = self.gone(session.id()).await?;
        let directory = Directory {
            dir: dir(session),
            id: session.id().to_owned(),
            document: document && !gone.has_document,
            gone,
            compiler: self.parts.compiler.clone(),
        };
        let (directory, behind) = on_disk(move || {
            let behind = directory.is_behind();
            (directory, behind)
        })
        .await?;
        if behind.map_err(write_failed)? {
            restore::rows(self, session, form(session)).await?;
        }
        let cleaned = on_disk(move || directory.clean()).await?;
        let cleaned = cleaned.map_err(write_failed)?;
        if cleaned.is_some() {
            tracing::info!(target: "ma_core::storage", session_id = session.id(), "what was forgotten is out of the files of a recording");
        }
        Ok(cleaned)
    }

    async fn recount(&self, id: &str, (annotated, skipped): (u32, u32)) -> Result<()> {
        let mut fields = Fields::new();
        fields.insert("annotated_steps".into(), annotated.to_string());
        fields.insert("skipped_steps".into(), skipped.to_string());
        let id = id.to_owned();
        let set = self.parts.registry.set(&[Change { id, fields }]).await;
        set.map(drop).map_err(registry)
    }

    /// A recording whose record is gone, by what its directory says.
    async fn unregistered(&self, id: &str) -> Result<Option<Session>> {
        let (storage, id) = (self.parts.settings.storage_path.clone(), id.to_owned());
        on_disk(move || of_directory(&storage, &id)).await
    }
}

// === impl Live ===

impl Live {
    /// Between two steps: rows and record are written again, and steps are counted on.
    pub async fn forget(&mut self) -> Result<()> {
        let inner = self.inner.clone();
        let cleaned = inner.clean_directory(&self.session, false).await?;
        if let Some((annotated, skipped)) = cleaned.and_then(|cleaned| cleaned.counted) {
            self.session.set("annotated_steps", annotated.to_string());
            self.session.set("skipped_steps", skipped.to_string());
            inner
                .recount(self.session.id(), (annotated, skipped))
                .await?;
        }
        self.story.forget(&inner.gone(self.session.id()).await?);
        self.write_record(Standing::Capturing).await;
        Ok(())
    }
}

/// The task of a recording that goes on cleans it itself.
async fn told(handle: &Handle) -> Result<()> {
    let ending = || Refusal::new(Trouble::Internal, "a recording is just ending");
    let (answer, cleaned) = oneshot::channel();
    let sent = handle.orders.send(Order::Forget(answer)).await;
    sent.map_err(|_| ending())?;
    cleaned.await.map_err(|_| ending())?
}

fn acts(view: &View<'_>, ns: NsId, seen: Option<Seq>) -> mneme_store::Result<Acts> {
    let from = match seen {
        Some(seen) => seen,
        None => cursors::get(view, CURSOR)?,
    };
    let head = journal::head(view)?;
    let found = journal::forgotten_after(view, from, TOGETHER)?;
    let last = found.last().map_or(0, |act| act.seq);
    let mut acts = Acts {
        from,
        through: if found.len() < TOGETHER { head } else { last },
        n: found.len(),
        touched: BTreeMap::new(),
    };
    let ours = found.into_iter().filter(|act| act.ns == ns);
    let forgotten = ours.filter_map(|act| act.body.forgotten);
    for seq in forgotten.flat_map(|forgotten| forgotten.seqs) {
        acts.touch(view, seq)?;
    }
    Ok(acts)
}

fn form(session: &Session) -> Form {
    match session.status().is_some_and(Status::is_capturing) {
        true => Form::Lines,
        false => Form::Arrays,
    }
}

fn of_directory(storage: &std::path::Path, id: &str) -> Option<Session> {
    let entries = std::fs::read_dir(storage).ok()?;
    let mut paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    paths.find_map(|path: PathBuf| {
        let metadata = files::metadata::read(&path).ok()?;
        let mut session = Session::default();
        session.set("session_id", metadata.session_id);
        session.set("memory_name", metadata.memory_name);
        session.set("created_at", metadata.created_at);
        session.set("memory_path", path.display().to_string());
        Some(session).filter(|session| session.id() == id)
    })
}

// === impl Acts ===

impl Acts {
    fn touch(&mut self, view: &View<'_>, seq: Seq) -> mneme_store::Result<()> {
        let left = journal::skeleton(view, seq)?;
        let Some(left) = left.filter(|left| left.kind.is_recorded()) else {
            return Ok(());
        };
        let Some(session) = left.session else {
            return Ok(());
        };
        let touched = self.touched.entry(view.word(session)?.to_string());
        match (left.kind, touched.or_default()) {
            (Kind::SessionCompiled, touched) => touched.document = true,
            (_, touched) => touched.steps = true,
        }
        Ok(())
    }
}

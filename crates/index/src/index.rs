//! The room itself: a space for each namespace, one follower, the journal's witness.

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::atomic::{AtomicIsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::thread::{self, JoinHandle};

use mneme_journal::{Draft, Prepared, Shown, Witness};
use mneme_model::{NsId, Seq};
use mneme_store::Store;
use mneme_store::names::Namespace;
use tokio::sync::{Notify, watch};

use crate::document::Words;
use crate::follower::{self, Desk};
use crate::lexical::Segments;
use crate::search::{Found, Hit, Search};
use crate::space::{Space, State, prepared};
use crate::vectors::{
    Asker, Asking, Embedder, HeldQuestions, Model, Published, Read, Reload, Traffic,
};
use crate::{Error, Result, Settings, signals};

pub struct Index {
    store: Arc<Store>,
    settings: Settings,
    spaces: Arc<Spaces>,
    model: Arc<Model>,
    traffic: Arc<Traffic>,
    asker: Asker,
    embedder: Embedder,
    desk: Arc<Desk>,
    backlog: Arc<Backlog>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

type Spaces = RwLock<HashMap<NsId, Arc<Space>>>;

/// Documents waiting for the follower, over all spaces.
#[derive(Default)]
struct Backlog {
    waiting: AtomicIsize,
    smaller: Notify,
}

// === impl Backlog ===

impl Backlog {
    fn recount(&self, space: &Space) {
        let change = space.recount();
        let now = self.waiting.fetch_add(change, Ordering::Relaxed) + change;
        signals::TAIL.set(now.max(0).unsigned_abs() as u64);
        if change < 0 {
            self.smaller.notify_waiters();
        }
    }

    fn len(&self) -> usize {
        self.waiting.load(Ordering::Relaxed).max(0).unsigned_abs()
    }
}

// === impl Index ===

impl Index {
    pub fn open(store: Arc<Store>, settings: Settings) -> Result<Arc<Self>> {
        let (desk, backlog) = (Arc::<Desk>::default(), Arc::<Backlog>::default());
        let thread = {
            let (desk, backlog, settings) = (desk.clone(), backlog.clone(), settings.clone());
            thread::Builder::new()
                .name("mneme-follower".into())
                .spawn(move || follower::run(&desk, &settings, |space| backlog.recount(space)))
                .map_err(|e| mneme_store::Error::io("start", "the follower thread", e))?
        };
        let spaces = Arc::<Spaces>::default();
        let model = Arc::new(Model::new(&settings));
        let traffic = Arc::<Traffic>::default();
        Ok(Arc::new(Self {
            asker: Asker::start(model.clone(), settings.questions)?,
            embedder: Embedder::start(
                store.clone(),
                model.clone(),
                traffic.clone(),
                publisher(spaces.clone()),
                reloader(spaces.clone()),
            )?,
            model,
            traffic,
            store,
            settings,
            spaces,
            desk,
            backlog,
            thread: Mutex::new(Some(thread)),
        }))
    }

    fn space(&self, namespace: &Namespace) -> Arc<Space> {
        let known = self
            .spaces
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .get(&namespace.ns)
            .cloned();
        known.unwrap_or_else(|| {
            let mut spaces = self.spaces.write().unwrap_or_else(PoisonError::into_inner);
            let make = || {
                Space::new(
                    namespace.clone(),
                    self.store.clone(),
                    self.settings.clone(),
                    self.model.clone(),
                )
            };
            spaces
                .entry(namespace.ns)
                .or_insert_with(|| Arc::new(make()))
                .clone()
        })
    }

    /// Waits until a namespace can be searched, opening it if need be.
    pub async fn ready(&self, namespace: &Namespace) -> Result<()> {
        let space = self.space(namespace);
        if space.is_open() {
            return Ok(());
        }
        let mut state = space.state();
        state.mark_unchanged();
        self.desk.open(namespace.ns, &space);
        while !space.is_open() {
            state.changed().await.map_err(|_| Error::Closed)?;
            if let State::Failed(why) = &*state.borrow_and_update() {
                return Err(Error::Store(mneme_store::Error::Corrupt(why.clone())));
            }
        }
        Ok(())
    }

    /// What is on disk of a namespace that nobody has opened yet, as it is. Reads files: not for a
    /// thread that others wait for.
    pub fn look(&self, namespace: &Namespace) -> Result<Option<Seq>> {
        if self.space(namespace).is_open() {
            return Ok(None);
        }
        let dir = Segments::dir(self.store.dir(), namespace);
        Segments::look(&dir, namespace)
    }

    /// The best positions of one namespace. Call [`Index::ready`] first.
    pub fn search(&self, namespace: &Namespace, search: &Search) -> Result<Found> {
        self.space(namespace).search(search)
    }

    /// Whoever holds this is asking: the embedder gives way meanwhile.
    pub fn asking(&self) -> Asking {
        self.traffic.ask()
    }

    /// What a question means; `None` without a model.
    pub async fn read_question(&self, text: String) -> Option<Arc<[f32]>> {
        self.asker.read(text, self.store.now_ms()).await
    }

    /// Has the model opened, so that the first question need not wait for that.
    pub async fn open_model(&self) {
        self.asker.open().await;
    }

    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Through where vectors are searchable; `None` before the embedder has looked.
    pub fn vectors_through(&self) -> Option<Seq> {
        self.embedder.through()
    }

    /// How far the embedder has read, told as it goes; it hurries from now on.
    pub fn vectors(&self) -> watch::Receiver<Read> {
        self.embedder.hurry()
    }

    /// Lets go of the vectors of the configured model; the embedder makes them again.
    pub async fn vectors_anew(&self) -> Result<()> {
        self.embedder
            .begin_anew()
            .await
            .map_err(|_| Error::Closed)?
    }

    /// Makes the namespace's index again; until the new one is there, the old one answers.
    pub async fn rebuild(&self, namespace: &Namespace) -> Result<u64> {
        let space = self.space(namespace);
        self.desk
            .rebuild(&space)
            .await
            .map_err(|_| Error::Closed)??;
        Ok(space.documents())
    }

    /// What was damaged on disk, and made again when it was opened; told once.
    pub fn take_mended(&self, namespace: &Namespace) -> Option<String> {
        self.space(namespace).take_mended()
    }

    /// Takes forgotten records out of every file and cache of the index.
    pub async fn purge(&self, namespace: &Namespace, gone: Vec<Seq>) -> Result<()> {
        let space = self.space(namespace);
        let purged = self.desk.purge(&space, gone).await;
        purged.map_err(|_| Error::Closed)??;
        self.asker.forget().await;
        Ok(())
    }

    /// Seals every file of a namespace's index under its key of now.
    pub async fn reseal(&self, namespace: &Namespace) -> Result<()> {
        let space = self.space(namespace);
        self.desk.reseal(&space).await.map_err(|_| Error::Closed)?
    }

    /// Every word the index holds of a namespace.
    pub fn terms(&self, namespace: &Namespace) -> Result<Vec<String>> {
        self.space(namespace).terms()
    }

    /// Every position of a namespace the index can find, in order.
    pub fn seqs(&self, namespace: &Namespace) -> Result<Vec<Seq>> {
        self.space(namespace).seqs()
    }

    /// Questions that are remembered with what they mean.
    pub async fn questions(&self) -> Vec<String> {
        self.asker.questions().await
    }

    /// How many they are, and of how many the time is not over.
    pub async fn questions_held(&self) -> HeldQuestions {
        self.asker.count(self.store.now_ms()).await
    }

    /// Forgets what questions mean.
    pub async fn forget_questions(&self) {
        self.asker.forget().await;
    }

    /// Records of a namespace that have a vector. Call [`Index::ready`] first.
    pub fn with_vectors(&self, namespace: &Namespace) -> usize {
        self.space(namespace).with_vectors()
    }

    pub fn has_vector(&self, namespace: &Namespace, seq: Seq) -> bool {
        self.space(namespace).has_vector(seq)
    }

    /// How well a record fits what else its namespace holds, −1 to 1; `None` where no model read it,
    /// or nothing else.
    pub fn coherence(&self, namespace: &Namespace, seq: Seq) -> Option<f32> {
        self.space(namespace).coherence(seq)
    }

    /// Whether a namespace has anything of one of these kinds. Call [`Index::ready`] first.
    pub fn has_kinds(&self, namespace: &Namespace, kinds: Vec<String>) -> Result<bool> {
        self.space(namespace).has_kinds(kinds)
    }

    /// Records that are near to one in meaning, nearest first, of those `admits` lets through.
    pub fn like(
        &self,
        namespace: &Namespace,
        seq: Seq,
        least: f32,
        limit: usize,
        admits: impl Fn(Seq) -> bool + Sync,
    ) -> Vec<Hit> {
        self.space(namespace).like(seq, least, limit, admits)
    }

    /// Documents not yet in segments, over all namespaces that do not live in memory alone.
    pub fn lag(&self) -> usize {
        self.backlog.len()
    }

    pub fn documents(&self, namespace: &Namespace) -> u64 {
        self.space(namespace).documents()
    }
}

/// Hands new vectors to the space they belong to.
fn publisher(spaces: Arc<Spaces>) -> Published {
    Arc::new(move |ns, block| {
        let space = spaces
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .get(&ns)
            .cloned();
        if let Some(space) = space {
            let before = space.with_vectors();
            space.take_vectors(block);
            signals::VECTORS.add(space.with_vectors().saturating_sub(before) as u64);
        }
    })
}

/// Has every space read its vectors again, also one that is being opened just now.
fn reloader(spaces: Arc<Spaces>) -> Reload {
    Arc::new(move || {
        let spaces: Vec<Arc<Space>> = spaces
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .values()
            .cloned()
            .collect();
        spaces.iter().for_each(|space| space.reload_vectors());
    })
}

impl Drop for Index {
    fn drop(&mut self) {
        self.desk.stop();
        if let Some(thread) = self
            .thread
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take()
        {
            let _ = thread.join();
        }
    }
}

impl Witness for Index {
    fn admit(&self, events: usize) -> Option<Pin<Box<dyn Future<Output = ()> + Send>>> {
        let room = self.settings.tail_documents;
        let fits = move |backlog: &Backlog| backlog.len() == 0 || backlog.len() + events <= room;
        if fits(&self.backlog) {
            return None;
        }
        signals::WAITS.add(1);
        let backlog = self.backlog.clone();
        Some(Box::pin(async move {
            loop {
                let smaller = backlog.smaller.notified();
                if fits(&backlog) {
                    return;
                }
                smaller.await;
            }
        }))
    }

    fn prepare(&self, draft: &Draft, slot: &Prepared) {
        prepared(slot, || {
            Words::of(&draft.body.text, draft.speaker.as_deref(), draft.occurred)
        });
    }

    fn committed(&self, namespace: &Namespace, events: Vec<Shown>) {
        if events.is_empty() {
            return;
        }
        let space = self.space(namespace);
        space.note(events);
        self.backlog.recount(&space);
        self.desk.dirty(
            namespace.ns,
            &space,
            space.waiting() >= self.settings.batch_events,
        );
        self.traffic.wrote();
        self.embedder.ring();
    }

    fn settle(&self, namespace: &Namespace) {
        self.space(namespace).settle();
    }
}

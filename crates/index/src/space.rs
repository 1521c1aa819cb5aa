//! One namespace's index: its inbox, its tail, its segments.

mod gather;
mod near;
mod open;
mod purge;
mod settle;
#[cfg(test)]
mod tests;
mod widen;

use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use mneme_journal::Shown;
use mneme_model::{NsId, Seq};
use mneme_store::Store;
use mneme_store::names::Namespace;
use tokio::sync::watch;

use crate::lexical::{Segments, SegmentsView, bm25};
use crate::search::{Filter, Found, Hit, IDENTIFIER_BOOST, Search};
use crate::tail::{Tail, TailStats, Weights};
use crate::vectors::Model;
use crate::{Result, Settings};

use near::Admitted;
pub use settle::prepared;

pub struct Space {
    namespace: Namespace,
    store: Arc<Store>,
    settings: Settings,
    /// Committed and not yet in the tail, in journal order.
    inbox: Mutex<Vec<Shown>>,
    /// Held while the inbox is moved, so that nobody is answered before its event arrived.
    settling: Mutex<()>,
    ready: RwLock<Option<Ready>>,
    model: Arc<Model>,
    vectors: RwLock<near::Vectors>,
    /// Only the follower writes segments.
    segments: Mutex<Option<Segments>>,
    /// What was wrong with those that had to be made again, until somebody is told.
    mended: Mutex<Option<String>>,
    waiting: AtomicUsize,
    state: watch::Sender<State>,
}

/// What a search needs, swapped as one.
struct Ready {
    tail: Tail,
    view: Option<SegmentsView>,
    /// Everything up to here is in the segments.
    cursor: Seq,
    /// Versions in the segments that a later event (the value) has retired.
    retired: HashMap<Seq, Seq>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    Closed,
    Open,
    Failed(String),
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

// === impl Space ===

impl Space {
    pub fn new(
        namespace: Namespace,
        store: Arc<Store>,
        settings: Settings,
        model: Arc<Model>,
    ) -> Self {
        Self {
            model,
            vectors: RwLock::default(),
            namespace,
            store,
            settings,
            inbox: Mutex::default(),
            settling: Mutex::default(),
            ready: RwLock::default(),
            segments: Mutex::default(),
            mended: Mutex::default(),
            waiting: AtomicUsize::new(0),
            state: watch::Sender::new(State::Closed),
        }
    }

    /// What was damaged and made again since somebody last asked.
    pub fn take_mended(&self) -> Option<String> {
        lock(&self.mended).take()
    }

    pub fn state(&self) -> watch::Receiver<State> {
        self.state.subscribe()
    }

    pub fn is_open(&self) -> bool {
        *self.state.borrow() == State::Open
    }

    fn read(&self) -> RwLockReadGuard<'_, Option<Ready>> {
        self.ready.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, Option<Ready>> {
        self.ready.write().unwrap_or_else(PoisonError::into_inner)
    }

    fn vectors(&self) -> RwLockReadGuard<'_, near::Vectors> {
        self.vectors.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn vectors_mut(&self) -> RwLockWriteGuard<'_, near::Vectors> {
        self.vectors.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// Documents that wait for the follower.
    pub fn waiting(&self) -> usize {
        self.waiting.load(Ordering::Relaxed)
    }

    /// Counts again what waits; returns how much it changed.
    pub fn recount(&self) -> isize {
        let inbox = lock(&self.inbox).len();
        let ready = self.read();
        let held = ready.as_ref().map_or(0, |ready| ready.tail.len());
        let small = ready.as_ref().is_some_and(|ready| ready.view.is_none());
        let kept = if small {
            self.settings.small_namespace
        } else {
            0
        };
        let now = (inbox + held).saturating_sub(kept);
        now as isize - self.waiting.swap(now, Ordering::Relaxed) as isize
    }

    /// The best positions for a search, from tail and segments as of one moment.
    pub fn search(&self, search: &Search) -> Result<Found> {
        let ready = self.read();
        let Some(inside) = ready.as_ref() else {
            return Ok(Found::default());
        };
        let view = inside.view.clone();
        let search = &widen::widened(search, &inside.tail, view.as_ref())?;
        let (matches, stats) = inside.tail.matches(search);
        let weights = weigh(search, view.as_ref(), &stats)?;
        let mut hits = inside.tail.score(search, &matches, &weights);
        let retired = if search.filter.retired {
            HashMap::new()
        } else {
            inside.retired.clone()
        };
        let admitted = match search.near {
            Some(_) => near::admitted(&search.filter, &inside.tail, view.as_ref())?,
            None => None,
        };
        drop(ready);
        // Both at once: each is a few milliseconds on a large namespace. Locked out here: a
        // thread of the pool that waits may take up another's search, and must own no lock.
        let by_words = || in_segments(search, view.as_ref(), &stats, (&retired, admitted.as_ref()));
        let (by_words, near) = match search.near {
            Some(_) => {
                let vectors = self.vectors();
                let vectors: &near::Vectors = &vectors;
                rayon::join(by_words, || vectors.nearest(search, admitted.as_ref()))
            }
            None => (by_words(), Vec::new()),
        };
        hits.extend(by_words?);
        hits.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.seq.cmp(&b.seq)));
        hits.truncate(search.limit);
        Ok(Found {
            hits: self.join(search, hits, near),
            ceiling: weights.ceiling(),
            rarity: weights.words,
            having: weights.having,
            naming: weights.naming,
            documents: weights.documents,
            also: search.also.iter().map(|(word, _)| word.clone()).collect(),
        })
    }

    /// Whether there is anything of one of these kinds.
    pub fn has_kinds(&self, kinds: Vec<String>) -> Result<bool> {
        let filter = Filter {
            kinds,
            ..Filter::default()
        };
        let ready = self.read();
        let Some(inside) = ready.as_ref() else {
            return Ok(false);
        };
        let found = near::admitted(&filter, &inside.tail, inside.view.as_ref())?;
        Ok(found.is_none_or(|found| found.len() > 0))
    }

    pub fn rest(&self) -> Result<()> {
        lock(&self.segments).as_mut().map_or(Ok(()), Segments::rest)
    }

    pub fn has_writer(&self) -> bool {
        lock(&self.segments)
            .as_ref()
            .is_some_and(Segments::has_writer)
    }

    /// Documents in segments and tail.
    pub fn documents(&self) -> u64 {
        let ready = self.read();
        ready.as_ref().map_or(0, |r| {
            r.tail.len() as u64 + r.view.as_ref().map_or(0, SegmentsView::live)
        })
    }

    pub fn ns(&self) -> NsId {
        self.namespace.ns
    }
}

/// So much of what is found without a filter may be left out by it; if it is more, the filter is
/// searched with.
const OPENLY: usize = 2;

/// The best of the segments, without what was retired since. A filter that lets most through is
/// looked at afterwards: with one, the index weighs every document that has any of the words.
fn in_segments(
    search: &Search,
    view: Option<&SegmentsView>,
    tail: &TailStats,
    (retired, admitted): (&HashMap<Seq, Seq>, Option<&Admitted>),
) -> Result<Vec<Hit>> {
    let Some(view) = view else {
        return Ok(Vec::new());
    };
    if admitted.is_some_and(|set| set.len() == 0) {
        return Ok(Vec::new());
    }
    let live = |hit: &Hit| !retired.contains_key(&hit.seq);
    let limit = search.limit + retired.len();
    if let Some(admitted) = admitted.filter(|set| (set.len() * OPENLY) as u64 >= view.live()) {
        let openly = search.openly();
        let mut found = view.search(&openly, tail, limit * OPENLY)?;
        let all = found.len() < limit * OPENLY;
        found.retain(|hit| admitted.contains(hit.seq) && live(hit));
        if all || found.len() >= search.limit {
            return Ok(found);
        }
    }
    let found = view.search(search, tail, limit)?;
    Ok(found.into_iter().filter(live).collect())
}

fn weigh(search: &Search, view: Option<&SegmentsView>, tail: &TailStats) -> Result<Weights> {
    let docs = tail.documents + view.map_or(0, SegmentsView::documents);
    let tokens = tail.tokens + view.map_or(Ok(0), SegmentsView::tokens)?;
    let having = |word: &String| -> Result<u64> {
        let here = view.map_or(Ok(0), |view| view.having_word(word))?;
        Ok(here + tail.having_word(word))
    };
    let having: Vec<u64> = search.words.iter().map(having).collect::<Result<_>>()?;
    let naming = |id: &String| -> Result<u64> {
        let here = view.map_or(Ok(0), |view| view.having_identifier(id))?;
        Ok(here + tail.having_identifier(id))
    };
    let naming: Vec<u64> = search
        .identifiers
        .iter()
        .map(naming)
        .collect::<Result<_>>()?;
    let also = |(word, share): &(String, f32)| -> Result<f32> {
        let here = view.map_or(Ok(0), |view| view.having_word(word))?;
        Ok(bm25::idf(here + tail.having_word(word), docs) * share)
    };
    Ok(Weights {
        also: search.also.iter().map(also).collect::<Result<_>>()?,
        words: having.iter().map(|n| bm25::idf(*n, docs)).collect(),
        having,
        documents: docs,
        identifiers: naming.iter().map(|n| bm25::idf(*n, docs)).collect(),
        naming,
        average: tokens as f32 / docs.max(1) as f32,
    })
}

// === impl Weights ===

impl Weights {
    /// What a document could score at most.
    fn ceiling(&self) -> f32 {
        let words: f32 = self.words.iter().map(|idf| bm25::ceiling(*idf)).sum();
        let identifiers: f32 = self
            .identifiers
            .iter()
            .map(|idf| IDENTIFIER_BOOST * bm25::ceiling(*idf))
            .sum();
        words + identifiers
    }
}

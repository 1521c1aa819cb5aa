//! Events that say what another one said. They are kept like all others, but not found: the
//! first one is. Whoever is in doubt keeps and finds.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use mneme_access::{Caller, Need};
use mneme_index::Filter;
use mneme_index::search::Search;
use mneme_model::{Kind, KindGroup, NsId};
use mneme_store::names::Namespace;
use mneme_store::tables::journal;

use super::Happening;
use crate::{Engine, Error, Result};

#[derive(Clone, Debug, PartialEq)]
pub struct DedupSettings {
    pub enabled: bool,
    /// How alike two texts must be, 0 to 1.
    pub threshold: f32,
    /// How long an event waits for this at most.
    pub timeout_ms: u64,
    /// Shorter texts are not looked at.
    pub min_text_chars: usize,
    /// How many events before it are remembered.
    pub recent_events: usize,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct DedupStatus {
    pub enabled: bool,
    pub threshold: f32,
    pub checked: u64,
    pub repeats: u64,
    /// Of those that were looked at, how many could not be told in time.
    pub skipped: u64,
    pub recent: usize,
    pub capacity: usize,
}

/// What an event means, once it was read, and whether another said it.
#[derive(Default)]
pub(super) struct Heard {
    vector: Option<Arc<[f32]>>,
    pub repeat: bool,
}

/// An event of a moment ago.
struct Recent {
    ns: NsId,
    id: String,
    vector: Arc<[f32]>,
}

/// The events of a moment ago: the index has not read them yet.
pub(crate) struct Repeats {
    capacity: usize,
    recent: Mutex<VecDeque<Recent>>,
    checked: AtomicU64,
    repeats: AtomicU64,
    skipped: AtomicU64,
}

impl Default for DedupSettings {
    fn default() -> Self {
        Self {
            enabled: false,
            threshold: 0.85,
            timeout_ms: 50,
            min_text_chars: 50,
            recent_events: 256,
        }
    }
}

impl Engine {
    pub fn dedup_status(&self, caller: &Caller) -> Result<DedupStatus> {
        self.scope(caller, Need::Read, None)?;
        let (settings, repeats) = (&self.settings.timeline.dedup, &self.repeats);
        Ok(DedupStatus {
            enabled: settings.enabled,
            threshold: settings.threshold,
            checked: repeats.checked.load(Relaxed),
            repeats: repeats.repeats.load(Relaxed),
            skipped: repeats.skipped.load(Relaxed),
            recent: repeats.lock().len(),
            capacity: repeats.capacity,
        })
    }

    /// Whether somebody said an event's words before, if that can be told in time.
    pub(super) async fn heard(&self, namespace: &Namespace, new: &Happening) -> Heard {
        let settings = &self.settings.timeline.dedup;
        let chars = new.text.chars().take(settings.min_text_chars).count();
        if !settings.enabled || is_boundary(new.kind) || chars < settings.min_text_chars {
            return Heard::default();
        }
        self.repeats.checked.fetch_add(1, Relaxed);
        let limit = Duration::from_millis(settings.timeout_ms);
        match tokio::time::timeout(limit, self.listen(namespace, new)).await {
            Ok(Ok(Some(heard))) => heard,
            _ => {
                self.repeats.skipped.fetch_add(1, Relaxed);
                Heard::default()
            }
        }
    }

    async fn listen(&self, namespace: &Namespace, new: &Happening) -> Result<Option<Heard>> {
        let Some(vector) = self.index.read_question(new.text.clone()).await else {
            return Ok(None);
        };
        let repeat = self.said_just_now(namespace.ns, &vector).await?
            || self.said_before(namespace, &vector).await?;
        Ok(Some(Heard {
            vector: Some(vector),
            repeat,
        }))
    }

    /// Among the events of a moment ago; one that was forgotten since does not count.
    async fn said_just_now(&self, ns: NsId, vector: &[f32]) -> Result<bool> {
        let Some(id) = self
            .repeats
            .like(ns, vector, self.settings.timeline.dedup.threshold)
        else {
            return Ok(false);
        };
        let live = self
            .store
            .read(move |view| match journal::find(view, ns, &id)? {
                Some(seq) => Ok::<_, Error>(journal::is_live(view, seq)?),
                None => Ok(false),
            });
        live.await
    }

    async fn said_before(&self, namespace: &Namespace, vector: &Arc<[f32]>) -> Result<bool> {
        self.index.ready(namespace).await?;
        let search = Search {
            filter: Filter {
                kinds: vec![KindGroup::Event.name().to_owned()],
                ..Filter::default()
            },
            near: Some(vector.clone()),
            near_limit: 1,
            ..Search::default()
        };
        let (index, namespace) = (self.index.clone(), namespace.clone());
        let threshold = self.settings.timeline.dedup.threshold;
        self.store
            .read(move |view| {
                let found = index.search(&namespace, &search)?;
                let near = found.hits.iter().find(|hit| hit.cosine > Some(threshold));
                match near {
                    Some(hit) => Ok::<_, Error>(journal::is_live(view, hit.seq)?),
                    None => Ok(false),
                }
            })
            .await
    }
}

/// Where sessions and helpers begin and end; never a repeat.
fn is_boundary(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::SessionStart | Kind::SessionEnd | Kind::SubagentStart | Kind::SubagentStop
    )
}

// === impl Repeats ===

impl Repeats {
    pub(crate) fn new(settings: &DedupSettings) -> Self {
        Self {
            capacity: settings.recent_events,
            recent: Mutex::default(),
            checked: AtomicU64::default(),
            repeats: AtomicU64::default(),
            skipped: AtomicU64::default(),
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, VecDeque<Recent>> {
        self.recent.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The latest event of a namespace that means the same.
    fn like(&self, ns: NsId, vector: &[f32], threshold: f32) -> Option<String> {
        let recent = self.lock();
        let mut ours = recent.iter().rev().filter(|recent| recent.ns == ns);
        let like = ours.find(|recent| cosine(&recent.vector, vector) > threshold);
        like.map(|recent| recent.id.clone())
    }

    /// Remembers what was written; whether it counts as a repeat.
    pub(super) fn note(&self, ns: NsId, id: String, heard: Heard, created: bool) -> bool {
        let repeat = created && heard.repeat;
        self.repeats.fetch_add(u64::from(repeat), Relaxed);
        if let Some(vector) = heard.vector.filter(|_| created && !repeat) {
            let mut recent = self.lock();
            recent.push_back(Recent { ns, id, vector });
            while recent.len() > self.capacity {
                recent.pop_front();
            }
        }
        repeat
    }
}

fn cosine(one: &[f32], other: &[f32]) -> f32 {
    let product = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(x, y)| x * y).sum::<f32>();
    let length = (product(one, one) * product(other, other)).sqrt();
    if length > 0.0 {
        product(one, other) / length
    } else {
        0.0
    }
}

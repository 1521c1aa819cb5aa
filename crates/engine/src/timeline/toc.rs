//! The follower that makes the table of contents: it reads what is new in the journal, cuts
//! sessions into segments, and tells of each period what its parts were about.

mod ancestors;
pub mod model;
mod pass;
mod rebuild;
mod rollup;
mod segments;
mod told;
mod walk;

use model::Summariser;
pub use rebuild::TocRebuilt;
use rollup::Which;
pub(super) use rollup::title;
pub(crate) use segments::erase as erase_from_toc;
pub(super) use told::Told;
pub(crate) use told::is_readable;

use std::path::PathBuf;
use std::sync::Arc;

use mneme_model::{Clock, Code};
use mneme_providers::chat::{self, Chat};
use mneme_store::Store;
use mneme_store::tables::{cursors, toc};
use mneme_timeline::calendar::Zone;
use mneme_timeline::segment::Rules;
use tokio::sync::Mutex;

use super::{DedupSettings, EpisodeSettings, TopicSettings};
use crate::{Error, Result};

/// How far the journal is read.
const CURSOR: &str = "toc";
/// Grows with every event that is erased: whoever read before must not write after.
pub(crate) const ERASED: &str = "toc_erased";

/// How segments and periods are made.
#[derive(Clone, Debug)]
pub struct Settings {
    pub zone: Zone,
    pub rules: Rules,
    /// How long after an event the table of contents is looked at.
    pub follow_ms: u64,
    /// A model that tells what it was about; without one it is told here.
    pub summariser: Option<chat::Settings>,
    pub topics: TopicSettings,
    pub dedup: DedupSettings,
    pub episodes: EpisodeSettings,
    /// Data directories of other stores that questions may also be asked of.
    pub projects: Vec<PathBuf>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            zone: Zone::utc(),
            rules: Rules::default(),
            follow_ms: 1_000,
            summariser: None,
            topics: TopicSettings::default(),
            dedup: DedupSettings::default(),
            episodes: EpisodeSettings::default(),
            projects: Vec::new(),
        }
    }
}

pub struct Toc {
    store: Arc<Store>,
    settings: Settings,
    summariser: Option<Summariser>,
    /// One pass at a time.
    busy: Mutex<()>,
}

/// What a pass did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Passed {
    pub events: u64,
    pub sessions: u64,
    /// Segments that were made or made again.
    pub segments: u64,
    /// Periods that say something else now.
    pub periods: u64,
}

// === impl Toc ===

impl Toc {
    pub fn new(store: Arc<Store>, settings: Settings, clock: &Arc<dyn Clock>) -> Result<Arc<Self>> {
        let chat = settings.summariser.clone().map(Chat::new).transpose();
        let wrong = |error: chat::Error| Error::refused(Code::BadSetting, error.to_string());
        let summariser = |chat| Summariser::new(chat, clock.clone());
        Ok(Arc::new(Self {
            summariser: chat.map_err(wrong)?.map(summariser),
            store,
            settings,
            busy: Mutex::default(),
        }))
    }

    /// Whether a model is asked: then periods are told once an hour, not after every segment.
    pub fn asks_a_model(&self) -> bool {
        self.summariser.is_some()
    }

    /// How often a model could not tell, since somebody last asked.
    pub fn take_failures(&self) -> u64 {
        self.summariser
            .as_ref()
            .map_or(0, Summariser::take_failures)
    }

    /// Reads what is new and makes the segments it changes.
    pub async fn segment(&self) -> Result<Passed> {
        let _busy = self.busy.lock().await;
        pass::run(self).await
    }

    /// Makes again what lost its words, and nothing else.
    pub async fn mend(&self) -> Result<()> {
        let _busy = self.busy.lock().await;
        pass::again(self).await?;
        rollup::run(self, Which::Bare).await.map(drop)
    }

    /// Tells of every period below which something changed.
    pub async fn roll_up(&self) -> Result<Passed> {
        let _busy = self.busy.lock().await;
        rollup::run(self, Which::Changed).await
    }

    /// Events that are in no pass yet.
    pub async fn behind(&self) -> Result<u64> {
        self.store
            .read(|view| {
                let head = mneme_store::tables::journal::head(view)?;
                let at = cursors::get(view, CURSOR)?;
                Ok::<_, Error>(head.saturating_sub(at).unsigned_abs())
            })
            .await
    }

    /// When a session will have been silent long enough.
    pub async fn next_idle(&self) -> Result<Option<i64>> {
        self.store
            .read(|view| Ok::<_, Error>(toc::next_idle(view)?))
            .await
    }
}

impl Passed {
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    fn add(&mut self, other: Passed) {
        self.events += other.events;
        self.sessions += other.sessions;
        self.segments += other.segments;
        self.periods += other.periods;
    }
}

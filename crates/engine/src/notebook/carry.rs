//! Everything of a notebook at once: taken along, and taken in.

mod foreign;
mod memories;
mod replace;
mod retold;
mod sessions;
pub mod shelves;

use std::collections::BTreeMap;

use mneme_access::Caller;
use mneme_model::time;
use mneme_notebook::export::Export;
use mneme_notebook::memory::Memory;
use mneme_notebook::observation::Observation;
use mneme_store::View;
use serde_json::Value;

use super::{Notes, Session, Sessions};
use crate::{Engine, Result};

/// What a notebook has. Lists are sorted by what they show, so that two notebooks with the same
/// things tell the same.
#[derive(Clone, Debug, Default)]
pub struct Everything {
    pub sessions: Vec<Session>,
    pub observations: BTreeMap<String, Vec<Observation>>,
    pub memories: Vec<Memory>,
    /// By the name of their list; an empty one is not there.
    pub notes: BTreeMap<&'static str, Vec<Value>>,
    /// Sessions there are, of which `sessions` may be a page.
    pub total: usize,
}

/// What becomes of a note that is here already.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strategy {
    /// What comes in is its next state.
    #[default]
    Merge,
    /// The same, and what does not come in is forgotten.
    Replace,
    /// It stays.
    Skip,
}

/// How much was taken in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Taken {
    pub sessions: usize,
    pub observations: usize,
    pub memories: usize,
    pub notes: BTreeMap<String, usize>,
    /// It was here already.
    pub known: usize,
    /// It was forgotten here, and stays so.
    pub forgotten: usize,
    /// It is not here any more, because it did not come in.
    pub replaced: usize,
    /// It joins something that is not here.
    pub loose: usize,
    /// It stands in a list this notebook does not have, by the name of the list.
    pub left_out: BTreeMap<String, usize>,
}

/// What became of one thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    New,
    Known,
    Forgotten,
    Loose,
}

/// Things that go into one transaction.
const TOGETHER: usize = 500;

impl Engine {
    /// Everything a caller sees; of the sessions a page, the latest first.
    pub async fn everything(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        offset: usize,
        limit: usize,
    ) -> Result<Everything> {
        let all = Sessions::default();
        let mut sessions = self.sessions(caller, namespace, all).await?;
        sessions.sort_by(|a, b| {
            let later = b.started.ms.cmp(&a.started.ms);
            later.then_with(|| a.id.cmp(&b.id))
        });
        let total = sessions.len();
        let sessions: Vec<Session> = sessions.into_iter().skip(offset).take(limit).collect();
        let mut observations = BTreeMap::new();
        for session in &sessions {
            let seen = self.observations(caller, namespace, session.id.clone());
            let seen = self.with_images(caller, namespace, seen.await?).await?;
            observations.insert(session.id.clone(), seen);
        }
        Ok(Everything {
            sessions,
            observations,
            memories: self.every_memory(caller, namespace).await?,
            notes: self.every_note(caller, namespace).await?,
            total,
        })
    }

    async fn every_memory(&self, caller: &Caller, namespace: Option<&str>) -> Result<Vec<Memory>> {
        let all = Notes {
            limit: usize::MAX,
            ..Notes::default()
        };
        let mut memories = self.notes(caller, namespace, all).await?;
        // Where it came from here is nobody's to bring along.
        memories.iter_mut().for_each(|memory| memory.source = None);
        memories.sort_by(|a, b| {
            let older = time::order(&a.created_at, &b.created_at);
            older.then_with(|| a.id.cmp(&b.id))
        });
        Ok(memories)
    }

    /// Only what is the caller's own, and takes the place of nobody else's.
    async fn own(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        export: Export,
    ) -> Result<Export> {
        let (namespace, _) = self.writing(caller, namespace).await?;
        let read = move |view: &View<'_>| {
            foreign::check(view, &namespace, &export)?;
            Ok(export)
        };
        self.store.read(read).await
    }

    /// Takes in what another notebook had, or this one.
    pub async fn take_notebook(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
        export: Export,
        strategy: Strategy,
    ) -> Result<Taken> {
        // Whatever is wrong with it is said before anything is written.
        let memories = self.incoming(caller, namespace, &export.memories).await?;
        let sittings = self.sittings(&export)?;
        shelves::check(&export.notes)?;
        let export = self.own(caller, namespace, export).await?;
        let mut taken = Taken::default();
        if strategy == Strategy::Replace {
            taken.replaced = self.replaced(caller, namespace, &export).await?;
        }
        for sitting in sittings {
            self.take_sitting(caller, namespace, sitting, strategy, &mut taken)
                .await?;
        }
        self.take_memories(caller, namespace, memories, strategy, &mut taken)
            .await?;
        self.take_notes(caller, namespace, export.notes, strategy, &mut taken)
            .await?;
        self.wake.soon();
        Ok(taken)
    }
}

// === impl Taken ===

impl Taken {
    /// Whether anything came in that was not here.
    pub fn is_new(&self) -> bool {
        let notes: usize = self.notes.values().sum();
        self.sessions + self.observations + self.memories + notes > 0
    }

    /// Counts what was not taken in; whether it was.
    fn counts(&mut self, fate: Fate) -> bool {
        match fate {
            Fate::New => return true,
            Fate::Known => self.known += 1,
            Fate::Forgotten => self.forgotten += 1,
            Fate::Loose => self.loose += 1,
        }
        false
    }
}

//! The model, and how far it has read.

mod damage;
pub(crate) mod elsewhere;
mod migrate;

use std::sync::Arc;
use std::time::Duration;

use mneme_access::{Caller, Need};
use mneme_index::vectors::{Failure, ModelState, cursor_of};
use mneme_model::Code;
use mneme_model::event::Meaning;
use mneme_store::tables::{cursors, journal, vectors};

use crate::upkeep::Progress;
use crate::{Engine, Error, Result};

/// A command waits for so many events to be read, and so long.
const CAUGHT_UP: u64 = 256;
const CATCH_UP: Duration = Duration::from_secs(2);

/// What there is to say about vectors.
#[derive(Clone, Debug)]
pub struct VectorStats {
    pub state: ModelState,
    /// The configured model, whether or not it is there; `off` where none is.
    pub model: String,
    /// Numbers in a vector of the configured model.
    pub dimension: usize,
    /// Journal positions the model has not read yet.
    pub behind: u64,
    /// Vectors of each model in the store.
    pub models: Vec<ModelCount>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelCount {
    pub name: String,
    pub dim: usize,
    pub vectors: u64,
}

impl Engine {
    /// Files nobody looked at yet are checked for this, which takes a moment.
    pub fn model_state(&self) -> ModelState {
        self.index.model().state()
    }

    /// As [`Engine::model_state`], beside the threads that answer.
    pub(crate) async fn model_looked_at(&self) -> Result<ModelState> {
        let index = self.index.clone();
        let looked = tokio::task::spawn_blocking(move || index.model().state());
        looked
            .await
            .map_err(|_| Error::Index(mneme_index::Error::Closed))
    }

    /// Whether the configured model is there and cannot be used. One that is missing is no
    /// trouble: recall goes by words.
    pub async fn model_is_damaged(&self) -> Result<bool> {
        let looked = self.model_looked_at().await?;
        let damaged = |failure: &Failure| failure.code != mneme_model::Code::ModelMissing;
        Ok(matches!(looked, ModelState::Failed(failure) if damaged(&failure)))
    }

    /// The model that reads questions, if it can.
    pub fn model(&self) -> Option<String> {
        match self.model_state() {
            ModelState::Ready(name) | ModelState::Unopened(name) => Some(name),
            ModelState::Off | ModelState::Failed(_) => None,
        }
    }

    /// Has the model opened where there is something to be found: whoever serves does so, and the
    /// first question is read as fast as the next.
    pub async fn open_model(&self) -> Result<()> {
        let head = self.store.read(|view| Ok::<_, Error>(journal::head(view)?));
        if head.await? > 0 {
            self.index.open_model().await;
        }
        Ok(())
    }

    /// Has the model read a question, which it then remembers: for measuring.
    pub async fn read_question(&self, text: String) -> bool {
        self.index.read_question(text).await.is_some()
    }

    /// Numbers somebody brings instead of what the model would make, checked.
    pub(crate) fn meaning(&self, what: &str, numbers: Option<&[f32]>) -> Result<Option<Meaning>> {
        let Some(numbers) = numbers else {
            return Ok(None);
        };
        let bad = |why: String| Error::refused(Code::BadEmbedding, format!("{what} {why}"));
        let dimension = self.index.model().dimension();
        if dimension == 0 {
            return Err(bad("cannot be compared: embeddings are switched off".into()));
        }
        if numbers.len() != dimension {
            let found = numbers.len();
            return Err(bad(format!(
                "has {found} numbers, the model's have {dimension}"
            )));
        }
        let meaning = Meaning::of(numbers);
        let meaning = meaning.ok_or_else(|| bad("has numbers that point nowhere".into()));
        meaning.map(Some)
    }

    /// The model that is configured, whether or not it is there.
    pub fn wanted_model(&self) -> Result<String> {
        let name = self.index.model().name().map(str::to_owned);
        name.ok_or_else(|| self.no_model())
    }

    pub async fn vector_stats(&self) -> Result<VectorStats> {
        let (behind, models) = self.behind().await?;
        Ok(VectorStats {
            state: self.model_looked_at().await?,
            model: self.index.model().name().unwrap_or("off").to_owned(),
            dimension: self.index.model().dimension(),
            behind,
            models,
        })
    }

    /// Journal positions the configured model has not read, and the vectors of each.
    async fn behind(&self) -> Result<(u64, Vec<ModelCount>)> {
        let cursor = self.index.model().name().map(cursor_of);
        let searchable = self.index.vectors_through();
        self.store
            .read(move |view| {
                let head = journal::head(view)?;
                let stored = cursor.map_or(Ok(head), |name| cursors::get(view, &name))?;
                // What is on disk is searchable a moment later.
                let read = searchable.map_or(stored, |through| through.min(stored));
                let counts = vectors::counts(view)?;
                let count = |model: vectors::Model| {
                    let of = counts.iter().filter(|count| count.model == model.id);
                    ModelCount {
                        vectors: of.map(|count| count.n).sum(),
                        name: model.name,
                        dim: model.dim,
                    }
                };
                let models = vectors::models(view)?.into_iter().map(count).collect();
                Ok::<_, Error>(((head - read).max(0).unsigned_abs(), models))
            })
            .await
    }

    /// Waits until the model has read everything that is in the journal now.
    pub async fn vectors_settled(&self, caller: &Caller, progress: Progress) -> Result<u64> {
        self.scope(caller, Need::Read, None)?;
        let head = self
            .store
            .read(|view| Ok::<_, Error>(journal::head(view)?))
            .await?;
        let mut read = self.index.vectors();
        while !read.borrow_and_update().stuck {
            let through = read.borrow().through;
            progress(
                through.unsigned_abs().min(head.unsigned_abs()),
                head.unsigned_abs(),
            );
            if through >= head {
                let stats = self.vector_stats().await?;
                let name = self.index.model().name();
                let ours = stats
                    .models
                    .iter()
                    .find(|model| Some(model.name.as_str()) == name);
                return Ok(ours.map_or(0, |model| model.vectors));
            }
            read.changed()
                .await
                .map_err(|_| Error::Index(mneme_index::Error::Closed))?;
        }
        Err(self.no_model())
    }

    /// For a command that opened the store itself: what was written a moment ago by another
    /// command is read now, if it is little and does not take long.
    pub async fn catch_up(&self, caller: &Caller) -> Result<()> {
        // Not by asking for its state: that would check files which are opened next anyway.
        let behind = match self.index.model().is_off() {
            false => self.behind().await?.0,
            true => 0,
        };
        if behind == 0 || behind > CAUGHT_UP {
            return Ok(());
        }
        let settled = self.vectors_settled(caller, Arc::new(|_, _| ()));
        // Without vectors, recall still goes by words.
        let _ = tokio::time::timeout(CATCH_UP, settled).await;
        Ok(())
    }

    /// The same for whoever asks a server that has written a moment ago.
    pub(crate) async fn vectors_caught_up(&self) -> Result<()> {
        if self.index.model().is_off() {
            return Ok(());
        }
        let through = self.index.vectors_through().unwrap_or(0);
        let head = self.store.read(|view| Ok::<_, Error>(journal::head(view)?));
        let head = head.await?;
        if through >= head || (head - through).unsigned_abs() > CAUGHT_UP {
            return Ok(());
        }
        let mut reading = self.index.vectors();
        let read = reading.wait_for(|read| read.stuck || read.through >= head);
        let _ = tokio::time::timeout(CATCH_UP, read).await;
        Ok(())
    }

    pub(crate) fn no_model(&self) -> Error {
        match self.model_state() {
            ModelState::Failed(failure) => Error::refused(failure.code, failure.why),
            ModelState::Off => {
                let why = "embeddings are off: set embeddings.model";
                Error::refused(mneme_model::Code::ModelMissing, why)
            }
            _ => Error::refused(
                mneme_model::Code::ModelMissing,
                "vectors could not be made; the log says why",
            ),
        }
    }
}

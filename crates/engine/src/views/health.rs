//! Whether the index keeps up with what is written.

use mneme_access::{Caller, Need};
use mneme_index::vectors::{HeldQuestions, ModelState};
use mneme_model::Seq;

use crate::asked::AnswerStats;
use crate::{Engine, Result};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct IndexHealth {
    /// Records of the namespace that have a vector.
    pub vectors: usize,
    /// What is written, and how far words and vectors follow.
    pub written: Seq,
    pub words: Seq,
    pub read: Seq,
    /// How far the slower of them is behind.
    pub lag: u64,
}

/// How the engine works just now, over all namespaces, without names of anyone's.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Workings {
    /// How far words and vectors follow what is written.
    pub words: Seq,
    pub read: Seq,
    /// Questions whose meaning is remembered, and answers.
    pub questions: HeldQuestions,
    pub answers: AnswerStats,
    /// Agents whose questions are remembered, and how many questions.
    pub habits: (usize, usize),
    /// How much of the room for waiting writes is taken, 0 to 1.
    pub queue_share: f64,
    /// Whether the model is open.
    pub model_open: bool,
}

impl Engine {
    /// For metrics.
    pub async fn workings(&self) -> Result<Workings> {
        let (head, behind) = self.unread().await?;
        let at = |behind: u64| head.saturating_sub_unsigned(behind).max(0);
        Ok(Workings {
            words: at(self.index.lag() as u64),
            read: at(behind),
            questions: self.index.questions_held().await,
            answers: self.asked.answers.stats(self.store.now_ms()),
            habits: self.asked.habits.count(None),
            queue_share: self.store.queue_share(),
            model_open: self.index.model().is_open(),
        })
    }

    /// What is written last, and how much of it waits for a model that could read it.
    async fn unread(&self) -> Result<(Seq, u64)> {
        let (stats, head) = (self.vector_stats().await?, self.totals().await?.head);
        let usable = matches!(stats.state, ModelState::Ready(_) | ModelState::Unopened(_));
        Ok((head, if usable { stats.behind } else { 0 }))
    }

    /// Without a model nothing waits for vectors.
    pub async fn index_health(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
    ) -> Result<IndexHealth> {
        self.scope(caller, Need::Administer, namespace)?;
        let (head, behind) = self.unread().await?;
        let waiting = self.index.lag() as u64;
        let vectors = match self.reading(caller, namespace)? {
            Some(space) => {
                self.index.ready(&space).await?;
                self.index.with_vectors(&space)
            }
            None => 0,
        };
        let at = |behind: u64| head.saturating_sub_unsigned(behind).max(0);
        Ok(IndexHealth {
            vectors,
            written: head,
            words: at(waiting),
            read: at(behind),
            lag: waiting.max(behind),
        })
    }
}

//! Whether the index keeps up with what is written.

use mneme_access::{Caller, Need};
use mneme_index::vectors::ModelState;
use mneme_model::Seq;

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

impl Engine {
    /// Without a model nothing waits for vectors.
    pub async fn index_health(
        &self,
        caller: &Caller,
        namespace: Option<&str>,
    ) -> Result<IndexHealth> {
        caller.scope(Need::Administer, namespace)?;
        let (stats, head) = (self.vector_stats().await?, self.totals().await?.head);
        let usable = matches!(stats.state, ModelState::Ready(_) | ModelState::Unopened(_));
        let behind = if usable { stats.behind } else { 0 };
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

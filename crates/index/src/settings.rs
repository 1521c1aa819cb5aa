//! What the index can be told.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use crate::embed::{Encoder, Precision};

/// Which model reads texts, and where its files are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Embeddings {
    pub model: String,
    /// The model's own directory.
    pub dir: PathBuf,
    pub precision: Precision,
}

/// A model that is not here: whoever reaches it gives it along. The same name is the same model.
#[derive(Clone)]
pub struct Elsewhere(pub Arc<dyn Encoder>);

/// Of how many questions is remembered what they mean, and how long; none where either is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Questions {
    pub entries: usize,
    pub ttl_ms: i64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How often the follower looks, in milliseconds.
    pub follow_ms: u64,
    /// Events one commit of the follower takes at most.
    pub batch_events: usize,
    /// Documents the tails may hold together; beyond it writers wait.
    pub tail_documents: usize,
    /// Up to this many documents a namespace lives in its tail alone.
    pub small_namespace: usize,
    /// Namespaces whose segment writer stays open.
    pub open_writers: usize,
    /// Without it there are no vectors, and recall goes by words.
    pub embeddings: Option<Embeddings>,
    /// Read by this one instead.
    pub elsewhere: Option<Elsewhere>,
    pub questions: Questions,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            follow_ms: 250,
            batch_events: 2_000,
            tail_documents: 50_000,
            small_namespace: 1_000,
            open_writers: 4,
            embeddings: None,
            elsewhere: None,
            questions: Questions::default(),
        }
    }
}

/// What a question means does not change by itself; an hour is for those who forget.
impl Default for Questions {
    fn default() -> Self {
        Self {
            entries: 2_048,
            ttl_ms: 3_600_000,
        }
    }
}

// === impl Elsewhere ===

impl fmt::Debug for Elsewhere {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Elsewhere").field(&self.0.name()).finish()
    }
}

impl PartialEq for Elsewhere {
    fn eq(&self, other: &Self) -> bool {
        self.0.name() == other.0.name()
    }
}

impl Eq for Elsewhere {}

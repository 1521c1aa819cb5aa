//! What the index can be told.

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
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            follow_ms: 250,
            batch_events: 2_000,
            tail_documents: 50_000,
            small_namespace: 1_000,
            open_writers: 4,
        }
    }
}

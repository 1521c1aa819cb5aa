//! Bounds on what one request may carry.

/// How much one request may carry. Doors may lower these, never raise them past the store's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The words of a memory.
    pub content_bytes: usize,
    /// The words of an event: a tool may answer with a whole file.
    pub event_bytes: usize,
    pub tags: usize,
    pub tag_bytes: usize,
    pub namespace_bytes: usize,
    pub name_bytes: usize,
    pub metadata_bytes: usize,
    pub query_bytes: usize,
    pub batch_memories: usize,
    pub batch_events: usize,
    pub batch_queries: usize,
    pub recall_limit: usize,
    pub list_limit: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            content_bytes: 1024 * 1024,
            event_bytes: 16 * 1024 * 1024,
            tags: 50,
            tag_bytes: 256,
            namespace_bytes: 128,
            name_bytes: 256,
            metadata_bytes: 64 * 1024,
            query_bytes: 128 * 1024,
            batch_memories: 1_000,
            batch_events: 5_000,
            batch_queries: 10,
            recall_limit: 100,
            list_limit: 10_000,
        }
    }
}

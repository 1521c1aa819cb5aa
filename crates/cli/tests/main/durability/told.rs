//! What writers were told is safe, and whether it is.

use std::collections::HashMap;

use serde_json::Value;

use crate::support::{Client, ids};

/// A memory as it was last acknowledged, and the words that were under way.
#[derive(Clone, Debug)]
pub struct Kept {
    pub version: u64,
    pub text: String,
    pub pending: Option<String>,
}

/// A batch of events: id and text of each, and whether it was acknowledged.
#[derive(Clone, Debug)]
pub struct Batch {
    pub events: Vec<(String, String)>,
    pub acknowledged: bool,
}

/// Everything one writer was told.
#[derive(Clone, Debug, Default)]
pub struct Told {
    pub memories: HashMap<String, Kept>,
    pub batches: Vec<Batch>,
}

// === impl Told ===

impl Told {
    pub fn add(&mut self, other: Told) {
        self.memories.extend(other.memories);
        self.batches.extend(other.batches);
    }

    pub fn acknowledged(&self) -> usize {
        let batches = self.batches.iter().filter(|batch| batch.acknowledged);
        self.memories.len() + batches.count()
    }

    /// All of it is there with the right words; what was under way is there whole or not.
    pub fn assert_kept(&self, client: &mut Client, when: &str) {
        for (id, kept) in &self.memories {
            let memory = client.inspect(id);
            assert!(kept.is(&memory), "{when}: {id} is {memory}, not {kept:?}");
        }
        for batch in &self.batches {
            batch.assert_whole(client, when);
        }
    }

    /// Some of it is found by its words.
    pub fn assert_found(&self, client: &mut Client, when: &str) {
        const SAMPLE: usize = 5;
        let memories = self
            .memories
            .iter()
            .filter(|(_, kept)| kept.pending.is_none());
        let memories = memories.map(|(id, kept)| (id.clone(), kept.text.clone()));
        let batches = self.batches.iter().filter(|batch| batch.acknowledged);
        let events = batches.filter_map(|batch| batch.events.first().cloned());
        for (id, text) in memories.take(SAMPLE).chain(events.take(SAMPLE)) {
            let found = client.recall(&serde_json::json!({ "query": text, "limit": 5 }));
            assert!(
                ids(&found).contains(&id),
                "{when}: {text} does not find {id}: {found}"
            );
        }
    }
}

// === impl Kept ===

impl Kept {
    fn is(&self, memory: &Value) -> bool {
        let said =
            |version: u64, text: &str| memory["version"] == version && memory["content"] == text;
        let next = self.pending.as_deref();
        said(self.version, &self.text) || next.is_some_and(|text| said(self.version + 1, text))
    }
}

// === impl Batch ===

impl Batch {
    fn assert_whole(&self, client: &mut Client, when: &str) {
        let mut there = 0;
        for (id, text) in &self.events {
            let reply = client.get(&format!("/v1/inspect/{id}"));
            if reply.status == 200 {
                assert_eq!(reply.body["content"], text.as_str(), "{when}: {id}");
                there += 1;
            }
        }
        let whole = there == self.events.len();
        assert!(
            whole || (there == 0 && !self.acknowledged),
            "{when}: {there} of {self:?}"
        );
    }
}

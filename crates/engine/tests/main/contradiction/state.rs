//! What should be true of memories that say yes or no to two things, each in two ways.

use std::collections::BTreeSet;

use mneme_engine::memories::{Feedback, ListMemories, NewMemory, UpdateMemory, Via};
use mneme_engine::{Engine, Forget, Initiative};
use mneme_model::{MemoryStatus, Verdict};

use crate::support::caller;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Said {
    pub topic: u8,
    pub negative: bool,
    /// Which of two wordings.
    pub way: u8,
}

#[derive(Default)]
pub struct State {
    /// In the order first told.
    memories: Vec<Memory>,
}

struct Memory {
    id: String,
    said: Said,
    /// Where it would stand if nothing spoke against it.
    own: MemoryStatus,
    against: BTreeSet<String>,
}

// === impl Said ===

impl Said {
    pub fn text(self) -> String {
        let more = ["", " since spring"][usize::from(self.way)];
        match (self.topic, self.negative) {
            (0, false) => format!("Production deploys require staging approval{more}."),
            (0, true) => format!("Production deploys do not require staging approval{more}."),
            (_, false) => format!("Telemetry is enabled in nightly builds{more}."),
            (_, true) => format!("Telemetry is disabled in nightly builds{more}."),
        }
    }

    fn contradicts(self, other: Said) -> bool {
        self.topic == other.topic && self.negative != other.negative
    }
}

// === impl Memory ===

impl Memory {
    fn status(&self) -> MemoryStatus {
        let doubted = !self.against.is_empty() && self.own.is_found();
        match doubted && self.own != MemoryStatus::Rejected {
            true => MemoryStatus::Contested,
            false => self.own,
        }
    }

    fn counts(&self) -> bool {
        self.own.is_found() && self.own != MemoryStatus::Rejected
    }
}

// === impl State ===

impl State {
    fn at(&self, n: usize) -> Option<usize> {
        let count = self.memories.len();
        (count > 0).then(|| n % count)
    }

    /// The memory is believed with these words from now on.
    fn oppose(&mut self, at: usize) {
        let (said, id) = (self.memories[at].said, self.memories[at].id.clone());
        let mut found = BTreeSet::new();
        for (n, other) in self.memories.iter_mut().enumerate() {
            if n != at && other.counts() && other.said.contradicts(said) {
                other.against.insert(id.clone());
                found.insert(other.id.clone());
            }
        }
        self.memories[at].against = found;
    }

    /// It speaks against nobody any more.
    fn silence(&mut self, at: usize) {
        let id = self.memories[at].id.clone();
        for other in &mut self.memories {
            other.against.remove(&id);
        }
    }

    pub async fn store(&mut self, engine: &Engine, all: &[Said]) {
        let new = all.iter().map(|said| NewMemory {
            content: said.text(),
            ..NewMemory::default()
        });
        let me = caller();
        let stored = engine.store_memories(&me, None, new.collect(), Initiative::Caller);
        for (stored, said) in stored.await.unwrap().into_iter().zip(all) {
            let known = |memory: &Memory| memory.own.is_found() && memory.said == *said;
            assert_eq!(stored.duplicate, self.memories.iter().any(known));
            if !stored.duplicate {
                self.memories.push(Memory {
                    id: stored.id,
                    said: *said,
                    own: MemoryStatus::Active,
                    against: BTreeSet::new(),
                });
                self.oppose(self.memories.len() - 1);
                let told: BTreeSet<String> = stored.contradicts.into_iter().collect();
                let now = &self.memories[self.memories.len() - 1];
                assert_eq!(told, now.against);
            }
        }
    }

    pub async fn update(&mut self, engine: &Engine, n: usize, said: Said) {
        let Some(at) = self.at(n) else { return };
        let change = UpdateMemory {
            id: self.memories[at].id.clone(),
            content: Some(said.text()),
            ..UpdateMemory::default()
        };
        let updated = engine.update_memory(&caller(), None, change).await.unwrap();
        let (same, found) = (
            self.memories[at].said == said,
            self.memories[at].own.is_found(),
        );
        if !same || !found {
            self.silence(at);
            self.memories[at].said = said;
            self.memories[at].own = MemoryStatus::Active;
            self.oppose(at);
        }
        let told: BTreeSet<String> = updated.contradicts.into_iter().collect();
        assert_eq!(told, self.memories[at].against);
        assert_eq!(updated.status, self.memories[at].status());
    }

    /// Other tags settle nothing; what nobody found is told anew by them.
    pub async fn retag(&mut self, engine: &Engine, n: usize) {
        let Some(at) = self.at(n) else { return };
        let change = UpdateMemory {
            id: self.memories[at].id.clone(),
            tags: Some(vec![format!("t{n}")]),
            ..UpdateMemory::default()
        };
        let updated = engine.update_memory(&caller(), None, change).await.unwrap();
        if !self.memories[at].own.is_found() {
            self.memories[at].own = MemoryStatus::Active;
            self.oppose(at);
        }
        assert_eq!(updated.status, self.memories[at].status());
    }

    pub async fn judge(&mut self, engine: &Engine, n: usize, verdict: Verdict) {
        let Some(at) = self.at(n) else { return };
        let told = self.say(engine, at, verdict, None).await.unwrap();
        match verdict {
            Verdict::Confirm => self.confirm(at),
            _ => {
                if self.memories[at].own.is_found() {
                    self.memories[at].own = MemoryStatus::Rejected;
                }
                self.silence(at);
            }
        }
        assert_eq!(told, self.memories[at].status());
    }

    /// What nobody found is told anew by it.
    fn confirm(&mut self, at: usize) {
        let found = self.memories[at].own.is_found();
        self.memories[at].own = MemoryStatus::Active;
        self.memories[at].against.clear();
        if !found {
            self.oppose(at);
        }
    }

    async fn say(
        &self,
        engine: &Engine,
        at: usize,
        verdict: Verdict,
        superseded_by: Option<String>,
    ) -> mneme_engine::Result<MemoryStatus> {
        let feedback = Feedback {
            id: self.memories[at].id.clone(),
            verdict,
            superseded_by,
            via: Via::Feedback,
        };
        let record = engine.feedback(&caller(), None, feedback).await?;
        Ok(record.status)
    }

    pub async fn follow(&mut self, engine: &Engine, old: usize, new: usize) {
        let (Some(old), Some(new)) = (self.at(old), self.at(new)) else {
            return;
        };
        let by = Some(self.memories[new].id.clone());
        let done = self.say(engine, old, Verdict::Supersede, by).await.is_ok();
        assert_eq!(done, old != new && self.memories[old].own.is_found());
        if done {
            self.silence(old);
            self.memories[old].own = MemoryStatus::Superseded;
            self.memories[old].against.clear();
            self.confirm(new);
        }
    }

    pub async fn forget(&mut self, engine: &Engine, n: usize) {
        let Some(at) = self.at(n) else { return };
        self.silence(at);
        let gone = self.memories.remove(at);
        let wish = Forget {
            ids: vec![gone.id],
            ..Forget::default()
        };
        let forgot = engine.forget(&caller(), None, wish).await.unwrap();
        assert_eq!(forgot.records.len(), 1);
    }

    pub async fn check(&self, engine: &Engine) {
        let me = caller();
        let list = engine.list_memories(&me, None, ListMemories::default());
        let found: Vec<_> = (list.await.unwrap().memories.into_iter())
            .map(|record| {
                let against: BTreeSet<String> = record.contradicts.into_iter().collect();
                (record.id, record.text, record.status, against)
            })
            .collect();
        let known = self.memories.iter().map(|memory| {
            let (id, against) = (memory.id.clone(), memory.against.clone());
            (id, memory.said.text(), memory.status(), against)
        });
        assert_eq!(found, known.collect::<Vec<_>>());
    }
}

//! What should be true, kept in lists.

use std::collections::{BTreeMap, BTreeSet};

use mneme_engine::events::NewEvent;
use mneme_engine::memories::{Feedback, ListMemories, NewMemory, Stored, UpdateMemory, Via};
use mneme_engine::{Engine, Forget, Initiative, Record};
use mneme_model::{MemoryStatus, Verdict};

use crate::support::caller;

#[derive(Default)]
pub struct Model {
    /// In the order first stored.
    memories: Vec<Memory>,
    /// Nothing is left of a forgotten one but its id.
    events: BTreeMap<String, Option<String>>,
    /// What does not come back by itself.
    tombstones: BTreeSet<String>,
}

#[derive(Clone)]
struct Memory {
    id: String,
    /// What it said, version after version.
    texts: Vec<String>,
    evidence: u64,
    status: MemoryStatus,
    confirms: u64,
    rejects: u64,
}

fn memory(text: &str) -> NewMemory {
    NewMemory {
        content: text.into(),
        ..NewMemory::default()
    }
}

async fn stored(engine: &Engine, text: &str, by: Initiative) -> Stored {
    let all = engine
        .store_memories(&caller(), None, vec![memory(text)], by)
        .await;
    all.unwrap().remove(0)
}

async fn said(
    engine: &Engine,
    id: &str,
    verdict: Verdict,
    superseded_by: Option<String>,
) -> mneme_engine::Result<Record> {
    let feedback = Feedback {
        id: id.to_owned(),
        verdict,
        superseded_by,
        via: Via::Feedback,
    };
    engine.feedback(&caller(), None, feedback).await
}

async fn forgot(engine: &Engine, id: &str) -> usize {
    let wish = Forget {
        ids: vec![id.to_owned()],
        ..Forget::default()
    };
    let forgot = engine.forget(&caller(), None, wish).await.unwrap();
    forgot.records.len()
}

// === impl Memory ===

impl Memory {
    fn text(&self) -> &str {
        self.texts.last().unwrap()
    }

    fn is_stale(&self) -> bool {
        self.status == MemoryStatus::Superseded
    }

    /// What another had followed on is believed anew, as a version that says the same: those
    /// words are told again.
    fn confirm(&mut self) -> Option<String> {
        let anew = self.is_stale().then(|| self.text().to_owned());
        self.texts.extend(anew.clone());
        self.status = MemoryStatus::Active;
        self.evidence += 1;
        self.confirms += 1;
        anew
    }

    fn reject(&mut self) -> Option<String> {
        if !self.is_stale() {
            self.status = MemoryStatus::Rejected;
        }
        self.rejects += 1;
        None
    }
}

// === impl Model ===

impl Model {
    fn saying(&mut self, text: &str) -> Option<&mut Memory> {
        let says = |memory: &&mut Memory| !memory.is_stale() && memory.text() == text;
        self.memories.iter_mut().find(says)
    }

    fn add(&mut self, id: String, text: &str) {
        self.tombstones.remove(text);
        self.memories.push(Memory {
            id,
            texts: vec![text.into()],
            evidence: 1,
            status: MemoryStatus::Active,
            confirms: 0,
            rejects: 0,
        });
    }

    pub async fn store(&mut self, engine: &Engine, text: &str) {
        let stored = stored(engine, text, Initiative::Caller).await;
        let forgotten = self.tombstones.contains(text);
        if let Some(known) = self.saying(text) {
            assert_eq!((stored.duplicate, &stored.id), (true, &known.id));
            known.evidence += 1;
            return;
        }
        assert_eq!((stored.duplicate, stored.forgotten), (false, forgotten));
        self.add(stored.id, text);
    }

    pub async fn store_with_a_bad_one(&mut self, engine: &Engine, text: &str) {
        let bad = vec![memory(text), memory(" ")];
        let me = caller();
        let stored = engine.store_memories(&me, None, bad, Initiative::Caller);
        assert!(stored.await.is_err());
    }

    pub async fn import(&mut self, engine: &Engine, text: &str) {
        let stored = stored(engine, text, Initiative::Machine).await;
        if self.tombstones.contains(text) {
            assert!(stored.forgotten && !stored.duplicate, "{text}");
            return;
        }
        assert!(!stored.forgotten, "{text}");
        if let Some(known) = self.saying(text) {
            assert_eq!((stored.duplicate, &stored.id), (true, &known.id));
            return;
        }
        // What was corrected or superseded does not come back by itself.
        let said = |memory: &&Memory| memory.texts.iter().any(|said| said == text);
        let mut corrected = self.memories.iter().filter(said).peekable();
        if corrected.peek().is_some() {
            assert!(stored.duplicate, "{text}");
            assert!(corrected.any(|memory| memory.id == stored.id), "{text}");
            return;
        }
        self.add(stored.id, text);
    }

    pub async fn update(&mut self, engine: &Engine, n: usize, text: &str) {
        let count = self.memories.len();
        let Some(memory) = self.memories.get_mut(n % count.max(1)) else {
            return;
        };
        let change = UpdateMemory {
            id: memory.id.clone(),
            content: Some(text.into()),
            ..UpdateMemory::default()
        };
        let updated = engine.update_memory(&caller(), None, change).await.unwrap();
        if memory.text() == text && !memory.is_stale() {
            assert_eq!(updated.status, memory.status);
            assert_eq!(updated.version, memory.texts.len() as u64, "nothing is new");
            return;
        }
        if memory.status != MemoryStatus::Rejected || memory.text() != text {
            memory.status = MemoryStatus::Active;
        }
        memory.texts.push(text.into());
        assert_eq!(updated.status, memory.status);
        assert_eq!(updated.version, memory.texts.len() as u64);
        self.tombstones.remove(text);
    }

    pub async fn update_unknown(&mut self, engine: &Engine) {
        let change = UpdateMemory {
            id: "nobody".into(),
            content: Some("x".into()),
            ..UpdateMemory::default()
        };
        let updated = engine.update_memory(&caller(), None, change).await;
        assert!(updated.is_err());
    }

    pub async fn supersede(&mut self, engine: &Engine, old: usize, new: usize) {
        let count = self.memories.len().max(1);
        let (old, new) = (old % count, new % count);
        let (Some(before), Some(after)) = (self.memories.get(old), self.memories.get(new)) else {
            return;
        };
        let me = caller();
        let done = engine.supersede(&me, None, &before.id, &after.id);
        let fair = old != new && !before.is_stale() && !after.is_stale();
        assert_eq!(done.await.is_ok(), fair);
        if fair {
            self.memories[old].status = MemoryStatus::Superseded;
        }
    }

    pub async fn judge(&mut self, engine: &Engine, n: usize, verdict: Verdict) {
        let count = self.memories.len().max(1);
        let Some(memory) = self.memories.get_mut(n % count) else {
            return;
        };
        let told = said(engine, &memory.id, verdict, None).await.unwrap();
        let anew = match verdict {
            Verdict::Confirm => memory.confirm(),
            _ => memory.reject(),
        };
        assert_eq!(told.status, memory.status);
        assert_eq!(told.outcome.confirms, memory.confirms);
        assert_eq!(told.outcome.rejects, memory.rejects);
        self.lift(anew);
    }

    fn lift(&mut self, told: Option<String>) {
        if let Some(text) = told {
            self.tombstones.remove(&text);
        }
    }

    /// As [`Model::supersede`], said as feedback: the successor is confirmed by it.
    pub async fn follow(&mut self, engine: &Engine, old: usize, new: usize) {
        let count = self.memories.len().max(1);
        let (old, new) = (old % count, new % count);
        let (Some(before), Some(after)) = (self.memories.get(old), self.memories.get(new)) else {
            return;
        };
        let (id, by) = (&before.id, Some(after.id.clone()));
        let done = said(engine, id, Verdict::Supersede, by).await.is_ok();
        assert_eq!(done, old != new && !before.is_stale());
        if done {
            self.memories[old].status = MemoryStatus::Superseded;
            let anew = self.memories[new].confirm();
            self.lift(anew);
        }
    }

    /// Everything is on one caller's word, so what was said of all is said of them.
    pub async fn assert_reputed(&self, engine: &Engine) {
        let sources = engine.sources(&caller(), None).await.unwrap();
        let found: Vec<_> = (sources.iter())
            .map(|source| (source.standing.alpha, source.standing.beta))
            .collect();
        let good: u64 = self.memories.iter().map(|memory| memory.confirms).sum();
        let bad: u64 = self.memories.iter().map(|memory| memory.rejects).sum();
        let known = (2.0 + good as f64, 1.0 + bad as f64);
        let known = if good + bad > 0 {
            vec![known]
        } else {
            Vec::new()
        };
        assert_eq!(found, known);
    }

    pub async fn ingest(&mut self, engine: &Engine, n: u8, text: &str) {
        let id = format!("event{n}");
        let event = NewEvent {
            id: Some(id.clone()),
            session: "s".into(),
            text: text.into(),
            ..NewEvent::default()
        };
        let accepted = engine
            .ingest(&caller(), None, vec![event], Initiative::Caller)
            .await
            .unwrap();
        assert_eq!(accepted[0].created, !self.events.contains_key(&id));
        self.events.entry(id).or_insert_with(|| Some(text.into()));
    }

    pub async fn forget_memory(&mut self, engine: &Engine, n: usize) {
        if self.memories.is_empty() {
            return;
        }
        let memory = self.memories.remove(n % self.memories.len());
        assert_eq!(forgot(engine, &memory.id).await, 1);
        assert_eq!(forgot(engine, &memory.id).await, 0, "it is gone");
        self.tombstones.extend(memory.texts);
    }

    pub async fn forget_event(&mut self, engine: &Engine, n: u8) {
        let id = format!("event{n}");
        let text = self.events.get_mut(&id).and_then(Option::take);
        assert_eq!(forgot(engine, &id).await, usize::from(text.is_some()));
        self.tombstones.extend(text);
    }

    pub async fn assert_listed(&self, engine: &Engine) {
        let me = caller();
        let list = engine.list_memories(&me, None, ListMemories::default());
        let seen: Vec<_> = (list.await.unwrap().memories.into_iter())
            .map(|r| (r.id, r.text, r.version, r.evidence, r.status))
            .collect();
        let known = |m: &Memory| {
            let version = m.texts.len() as u64;
            (
                m.id.clone(),
                m.text().to_owned(),
                version,
                m.evidence,
                m.status,
            )
        };
        assert_eq!(seen, self.memories.iter().map(known).collect::<Vec<_>>());
        for (id, text) in &self.events {
            let found = engine.get(&caller(), None, id).await.ok();
            assert_eq!(
                found.map(|record| record.text).as_ref(),
                text.as_ref(),
                "{id}"
            );
        }
    }

    /// Ids of the memories that say this now.
    pub fn believed(&self, text: &str) -> Vec<String> {
        let says = self
            .memories
            .iter()
            .filter(|m| !m.is_stale() && m.text() == text);
        let mut ids: Vec<String> = says.map(|m| m.id.clone()).collect();
        ids.sort();
        ids
    }

    /// Texts that were forgotten and that nothing says or said, in any version.
    pub fn forgotten_words(&self) -> Vec<&String> {
        let said: BTreeSet<&String> = (self.memories.iter().flat_map(|m| &m.texts))
            .chain(self.events.values().flatten())
            .collect();
        let gone = self.tombstones.iter();
        gone.filter(|text| !said.contains(text)).collect()
    }
}

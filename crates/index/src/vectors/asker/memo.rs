//! Questions and what they mean, within the room and the time there is for them.

use std::collections::HashMap;
use std::sync::Arc;

use crate::settings::Questions;

pub type Vector = Arc<[f32]>;

/// In two halves: the older one is forgotten when the newer is full.
pub struct Memo {
    settings: Questions,
    new: HashMap<String, Held>,
    old: HashMap<String, Held>,
}

struct Held {
    vector: Vector,
    until_ms: i64,
}

/// How many questions are remembered, and of how many the time is not over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HeldQuestions {
    pub kept: usize,
    pub valid: usize,
}

// === impl Memo ===

impl Memo {
    pub fn new(settings: Questions) -> Self {
        Self {
            settings,
            new: HashMap::new(),
            old: HashMap::new(),
        }
    }

    pub fn get(&mut self, text: &str, now_ms: i64) -> Option<Vector> {
        if let Some(held) = self.new.get(text) {
            return held.at(now_ms);
        }
        let held = self.old.remove(text)?;
        let vector = held.at(now_ms)?;
        self.insert(text.to_owned(), held);
        Some(vector)
    }

    pub fn keep(&mut self, text: String, vector: Vector, now_ms: i64) {
        let Questions { entries, ttl_ms } = self.settings;
        if entries == 0 || ttl_ms == 0 {
            return;
        }
        let until_ms = now_ms.saturating_add(ttl_ms);
        self.insert(text, Held { vector, until_ms });
    }

    pub fn questions(&self) -> Vec<String> {
        self.new.keys().chain(self.old.keys()).cloned().collect()
    }

    pub fn count(&self, now_ms: i64) -> HeldQuestions {
        let held = || self.new.values().chain(self.old.values());
        HeldQuestions {
            kept: held().count(),
            valid: held().filter(|held| held.until_ms > now_ms).count(),
        }
    }

    fn insert(&mut self, text: String, held: Held) {
        let half = (self.settings.entries / 2).max(1);
        if self.new.len() >= half && !self.new.contains_key(&text) {
            self.old = std::mem::take(&mut self.new);
            if self.settings.entries == 1 {
                self.old.clear();
            }
        }
        self.new.insert(text, held);
    }
}

// === impl Held ===

impl Held {
    fn at(&self, now_ms: i64) -> Option<Vector> {
        (self.until_ms > now_ms).then(|| self.vector.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn memo(entries: usize, ttl_ms: i64) -> Memo {
        Memo::new(Questions { entries, ttl_ms })
    }

    fn vector() -> Vector {
        Vector::from([1.0])
    }

    #[test]
    fn never_more_than_there_is_room_for() {
        for entries in 0..6 {
            let mut memo = memo(entries, 1_000);
            for n in 0..20 {
                memo.keep(format!("question {n}"), vector(), 0);
                assert!(memo.count(0).kept <= entries, "{entries}");
            }
            let newest = memo.get("question 19", 0);
            assert_eq!(newest.is_some(), entries > 0, "{entries}");
        }
    }

    #[test]
    fn no_longer_than_there_is_time_for() {
        let mut memo = memo(4, 10);
        memo.keep("what".into(), vector(), 100);
        assert!(memo.get("what", 109).is_some());
        assert!(memo.get("what", 110).is_none(), "its time is over");
        let count = memo.count(110);
        assert_eq!((count.kept, count.valid), (1, 0));
        memo.keep("what".into(), vector(), 110);
        assert_eq!(memo.count(110).valid, 1, "read again");
    }
}

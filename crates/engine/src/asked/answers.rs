//! Answers of a moment ago. They hold as long as nothing was written and no vector was made.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::{AnswerStats, Stamp};
use crate::Recalled;

/// How many are kept, and how long; none is the default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AnswerSettings {
    pub entries: usize,
    pub ttl_ms: i64,
}

pub struct Answers {
    settings: AnswerSettings,
    held: Mutex<Held>,
    hits: AtomicU64,
}

#[derive(Default)]
struct Held {
    stamp: Stamp,
    /// Each with the time it ends at.
    answers: HashMap<String, (i64, Recalled)>,
}

// === impl Answers ===

impl Answers {
    pub fn new(settings: AnswerSettings) -> Self {
        Self {
            settings,
            held: Mutex::default(),
            hits: AtomicU64::new(0),
        }
    }

    pub fn is_off(&self) -> bool {
        self.settings.entries == 0 || self.settings.ttl_ms == 0
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn get(&self, key: &str, stamp: Stamp, now_ms: i64) -> Option<Recalled> {
        let mut held = self.held();
        held.renew(stamp);
        let (until, answer) = held.answers.get(key)?;
        if *until <= now_ms {
            held.answers.remove(key);
            return None;
        }
        self.hits.fetch_add(1, Ordering::Relaxed);
        Some(answer.clone())
    }

    pub fn keep(&self, key: String, stamp: Stamp, now_ms: i64, answer: &Recalled) {
        let mut held = self.held();
        if held.stamp > stamp {
            return;
        }
        held.renew(stamp);
        if held.answers.len() >= self.settings.entries {
            held.answers.clear();
        }
        let until = now_ms.saturating_add(self.settings.ttl_ms);
        held.answers.insert(key, (until, answer.clone()));
    }

    pub fn flush(&self) -> usize {
        std::mem::take(&mut self.held().answers).len()
    }

    pub fn stats(&self, now_ms: i64) -> AnswerStats {
        let held = self.held();
        let valid = held.answers.values().filter(|(until, _)| *until > now_ms);
        AnswerStats {
            kept: held.answers.len(),
            valid: valid.count(),
            hits: self.hits.load(Ordering::Relaxed),
        }
    }

    /// As they were asked, with what they found.
    pub fn questions(&self) -> Vec<String> {
        let held = self.held();
        let told = held.answers.iter();
        told.map(|(key, (_, answer))| format!("{key} {:?}", answer.hits))
            .collect()
    }
}

// === impl Held ===

impl Held {
    /// What was found before something happened is not asked for any more.
    fn renew(&mut self, stamp: Stamp) {
        if self.stamp != stamp {
            self.answers.clear();
            self.stamp = stamp;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_holds_until_something_happens_or_its_time_is_over() {
        let settings = AnswerSettings {
            entries: 2,
            ttl_ms: 10,
        };
        let answers = Answers::new(settings);
        let found = Recalled::default();
        answers.keep("a".into(), (1, None), 0, &found);
        assert!(answers.get("a", (1, None), 9).is_some());
        assert!(answers.get("b", (1, None), 9).is_none());
        assert!(answers.get("a", (1, None), 10).is_none(), "too old");
        answers.keep("a".into(), (1, None), 0, &found);
        assert!(answers.get("a", (2, None), 0).is_none(), "written since");
        answers.keep("a".into(), (1, None), 0, &found);
        assert_eq!(answers.stats(0).kept, 0, "found before it");
        answers.keep("a".into(), (2, Some(2)), 0, &found);
        assert_eq!((answers.stats(0).valid, answers.stats(0).hits), (1, 1));
        assert_eq!((answers.flush(), answers.stats(0).kept), (1, 0));
    }
}

//! Messages that came in one line: their answers leave in one.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};

use rmcp::model::RequestId;
use serde_json::Value;

struct Group {
    waiting: HashSet<RequestId>,
    told: Vec<Value>,
}

/// Lines of which some message has no answer yet.
#[derive(Default)]
pub struct Groups(Mutex<Vec<Group>>);

/// Where an answer goes.
#[derive(Debug, PartialEq)]
pub enum Taken {
    /// It is a line of its own.
    Alone,
    /// It waits for the others.
    Kept,
    /// It was the last: these make the line.
    Whole(Vec<Value>),
}

// === impl Groups ===

impl Groups {
    /// Keeps what is told already until the last of `waiting` is answered.
    pub fn open(&self, waiting: HashSet<RequestId>, told: Vec<Value>) {
        self.all().push(Group { waiting, told });
    }

    /// An answer, or nothing for a request that never gets one.
    pub fn take(&self, id: &RequestId, answer: impl FnOnce() -> Option<Value>) -> Taken {
        let mut all = self.all();
        let found = all.iter().position(|group| group.waiting.contains(id));
        let Some(place) = found else {
            return Taken::Alone;
        };
        let group = &mut all[place];
        group.waiting.remove(id);
        group.told.extend(answer());
        match group.waiting.is_empty() {
            true => Taken::Whole(all.remove(place).told),
            false => Taken::Kept,
        }
    }

    fn all(&self) -> std::sync::MutexGuard<'_, Vec<Group>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_answer_takes_the_others_along() {
        let groups = Groups::default();
        let id = RequestId::Number;
        groups.open(HashSet::from([id(1), id(2), id(3)]), vec![Value::from("0")]);
        let answer = |text: &'static str| move || Some(Value::from(text));
        assert_eq!(groups.take(&id(7), answer("7")), Taken::Alone);
        assert_eq!(groups.take(&id(2), answer("2")), Taken::Kept);
        assert_eq!(groups.take(&id(3), || None), Taken::Kept);
        let whole = ["0", "2", "1"].map(Value::from).to_vec();
        assert_eq!(groups.take(&id(1), answer("1")), Taken::Whole(whole));
        assert_eq!(groups.take(&id(1), answer("1")), Taken::Alone);
    }
}

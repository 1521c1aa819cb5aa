//! What was read of each namespace's conversations: the same list of messages again has nothing new
//! in it, and a list that goes on has only what came behind. Whoever sends its talk again says
//! nothing twice.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use super::Line;

/// Namespaces that are remembered, and conversations of each.
const MOST: usize = 4_096;
const TALKS: usize = 1_024;

#[derive(Clone, Debug, Default)]
pub struct Seen(HashMap<String, Room>);

#[derive(Clone, Debug, Default)]
struct Room {
    last: u64,
    read: HashSet<u64>,
}

// === impl Seen ===

impl Seen {
    /// The lines nobody has read yet; none where the conversation is the last one again. It is the
    /// last from now on.
    pub fn fresh<'l, 't>(
        &mut self,
        namespace: &str,
        said: &'l [Line<'t>],
    ) -> Option<&'l [Line<'t>]> {
        if self.0.len() >= MOST && !self.0.contains_key(namespace) {
            self.0.clear();
        }
        let room = self.0.entry(namespace.to_owned()).or_default();
        let marks = marks(said);
        let whole = marks.last().copied().unwrap_or_default();
        if room.last == whole && room.read.contains(&whole) {
            return None;
        }
        let mut before = marks.iter().take(marks.len().saturating_sub(1));
        let known = before.rposition(|mark| room.read.contains(mark));
        if room.read.len() >= TALKS {
            room.read.clear();
        }
        room.last = whole;
        room.read.insert(whole);
        Some(known.map_or(said, |at| behind(&said[at + 1..])))
    }
}

/// Without the answer, which was read when it was given.
fn behind<'l, 't>(said: &'l [Line<'t>]) -> &'l [Line<'t>] {
    let answered = said.iter().take_while(|(role, _)| *role == "assistant");
    &said[answered.count()..]
}

/// One for the talk up to each line. What a program tells its model may change from call to call,
/// and is not counted.
fn marks(said: &[Line<'_>]) -> Vec<u64> {
    let mut hasher = DefaultHasher::new();
    let mark = |line: &Line<'_>| {
        if matches!(line.0, "user" | "assistant") {
            line.hash(&mut hasher);
        }
        hasher.finish()
    };
    said.iter().map(mark).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: [Line<'_>; 1] = [("user", "a")];
    const TWO: [Line<'_>; 3] = [("user", "a"), ("assistant", "b"), ("user", "c")];

    #[test]
    fn the_same_list_again_is_not_new() {
        let mut seen = Seen::default();
        assert!(seen.fresh("x", &ONE).is_some() && seen.fresh("x", &ONE).is_none());
        assert!(
            seen.fresh("y", &ONE).is_some(),
            "each namespace has its own"
        );
        assert!(seen.fresh("x", &TWO).is_some());
        assert_eq!(
            seen.fresh("x", &ONE),
            Some(&ONE[..]),
            "somebody says it again"
        );
    }

    #[test]
    fn of_a_talk_that_goes_on_only_the_end_is_new() {
        let mut seen = Seen::default();
        seen.fresh("x", &ONE);
        assert_eq!(seen.fresh("x", &TWO), Some(&TWO[2..]));
        let told = [
            ("system", "it is noon"),
            TWO[0],
            TWO[1],
            TWO[2],
            ("user", "d"),
        ];
        assert_eq!(
            seen.fresh("x", &told),
            Some(&told[4..]),
            "whatever a program adds"
        );
        let other = [("user", "z"), ("user", "a")];
        assert_eq!(seen.fresh("x", &other), Some(&other[..]), "another talk");
    }
}

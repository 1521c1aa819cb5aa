//! Which conversation was read last in each namespace: the same list of messages again has nothing
//! new in it.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::Line;

/// Namespaces that are remembered.
const MOST: usize = 4_096;

#[derive(Clone, Debug, Default)]
pub struct Seen(HashMap<String, u64>);

// === impl Seen ===

impl Seen {
    /// Whether a conversation is another than the last; it is the last from now on.
    pub fn is_new(&mut self, namespace: &str, said: &[Line<'_>]) -> bool {
        let mut hasher = DefaultHasher::new();
        said.hash(&mut hasher);
        let mark = hasher.finish();
        if self.0.get(namespace) == Some(&mark) {
            return false;
        }
        if self.0.len() >= MOST {
            self.0.clear();
        }
        self.0.insert(namespace.to_owned(), mark);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_list_again_is_not_new() {
        let mut seen = Seen::default();
        let (one, two) = ([("user", "a")], [("user", "a"), ("assistant", "b")]);
        assert!(seen.is_new("x", &one) && !seen.is_new("x", &one));
        assert!(seen.is_new("y", &one), "each namespace has its own");
        assert!(seen.is_new("x", &two) && seen.is_new("x", &one));
    }
}

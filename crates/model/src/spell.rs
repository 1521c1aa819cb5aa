//! A stretch of failures, told where it begins and where it ends.

use std::sync::atomic::{AtomicU64, Ordering};

/// Whoever fails a thousand times in a row has one thing to say when it begins, and one when it is
/// over: what stands between is a number.
#[derive(Debug, Default)]
pub struct Spell(AtomicU64);

// === impl Spell ===

impl Spell {
    /// One more failure; whether it is the first of its stretch.
    pub fn failed(&self) -> bool {
        self.0.fetch_add(1, Ordering::Relaxed) == 0
    }

    /// It went well; how many failures are over by that.
    pub fn ended(&self) -> Option<u64> {
        let failures = self.0.swap(0, Ordering::Relaxed);
        (failures > 0).then_some(failures)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stretch_is_told_once_at_either_end() {
        let spell = Spell::default();
        assert_eq!(spell.ended(), None);
        assert!(spell.failed() && !spell.failed() && !spell.failed());
        assert_eq!((spell.ended(), spell.ended()), (Some(3), None));
        assert!(spell.failed(), "the next one begins anew");
    }
}

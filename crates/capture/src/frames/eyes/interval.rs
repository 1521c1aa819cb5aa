//! How often a peer takes pictures, worked out from those it gave: it does not say.

use std::collections::BTreeSet;
use std::time::Duration;

/// The moments of the last pictures. Neighbours that were both seen are one interval apart, so
/// the smallest distance is the best guess, and never too small.
#[derive(Debug, Default)]
pub struct Interval {
    seen: BTreeSet<i64>,
    smallest_ms: Option<u64>,
}

const USUAL: Duration = Duration::from_secs(1);
const LONGEST_MS: u64 = 10_000;
const SHORTEST_MS: u64 = 10;
const REMEMBERED: usize = 32;

// === impl Interval ===

impl Interval {
    pub fn saw(&mut self, taken_ms: i64) {
        if !self.seen.insert(taken_ms) {
            return;
        }
        let before = self.seen.range(..taken_ms).next_back();
        let after = self.seen.range(taken_ms + 1..).next();
        let near = [before, after].into_iter().flatten();
        let near = near.map(|other| other.abs_diff(taken_ms)).min();
        self.smallest_ms = self.smallest_ms.into_iter().chain(near).min();
        if self.seen.len() > REMEMBERED {
            self.seen.pop_first();
        }
    }

    pub fn value(&self) -> Duration {
        match self.smallest_ms {
            Some(ms) if ms <= LONGEST_MS => Duration::from_millis(ms.max(SHORTEST_MS)),
            _ => USUAL,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_distance_is_the_interval() {
        let mut interval = Interval::default();
        assert_eq!(interval.value(), USUAL);
        for taken in [10_000, 40_000, 10_500, 10_500, 11_500] {
            interval.saw(taken);
        }
        assert_eq!(interval.value(), Duration::from_millis(500));
    }
}

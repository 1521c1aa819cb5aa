//! How well each of the three channels found a hit, whichever ranking ordered it.

use super::Reason;

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Strengths {
    pub vector: f64,
    pub fts: f64,
    pub exact: f64,
}

// === impl Strengths ===

impl Strengths {
    /// What was only guessed found nothing.
    pub fn of(reasons: &[Reason]) -> Self {
        let value = |names: [&str; 2]| {
            let mut read = reasons.iter().filter(|reason| !reason.guessed);
            let found = read.find(|reason| names.contains(&reason.feature));
            found.map_or(0.0, |reason| reason.value)
        };
        Self {
            vector: value(["vector", "meaning"]),
            fts: value(["fts", "window"]),
            exact: value(["exact", "identifiers"]),
        }
    }

    pub fn most(self) -> f64 {
        self.vector.max(self.fts).max(self.exact)
    }
}

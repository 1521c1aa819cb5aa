//! What it does to a memory that others speak against it. Nothing of it is written into the memory:
//! when nobody speaks against it any more, it stands as it stood.

use crate::MemoryStatus;

/// How many memories speak against one, and since when the last of them does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Opposition {
    pub open: u32,
    pub since_ms: Option<i64>,
}

/// What is left of being sure, for each that speaks against it.
const LEFT: f64 = 0.6;
const CERTAIN: f64 = 1_000.0;

// === impl Opposition ===

impl Opposition {
    /// Where a memory stands that would stand like this by itself.
    pub fn status(self, own: MemoryStatus) -> MemoryStatus {
        match self.weighs_on(own) {
            true => MemoryStatus::Contested,
            false => own,
        }
    }

    /// How sure it is, in thousandths; none is as sure as whoever wrote it.
    pub fn confidence(self, own: MemoryStatus, sure: Option<u16>) -> Option<u16> {
        if !self.weighs_on(own) {
            return sure;
        }
        let sure = sure.map_or(CERTAIN, f64::from);
        Some((sure * self.left()).round() as u16)
    }

    /// How sure it would be by itself, from how sure it is.
    pub fn without(self, sure: Option<u16>) -> Option<u16> {
        if self.open == 0 {
            return sure;
        }
        let own = sure.map(|sure| (f64::from(sure) / self.left()).round());
        own.filter(|own| *own < CERTAIN).map(|own| own as u16)
    }

    fn left(self) -> f64 {
        // Past that nothing is left of it.
        LEFT.powi(self.open.min(32) as i32)
    }

    /// Whoever said that it is wrong has said more; what is not found is doubted by nobody.
    fn weighs_on(self, own: MemoryStatus) -> bool {
        self.open > 0 && own.is_found() && own != MemoryStatus::Rejected
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn by(open: u32) -> Opposition {
        Opposition {
            open,
            since_ms: None,
        }
    }

    #[test]
    fn what_is_spoken_against_is_contested_and_less_sure_for_each() {
        assert_eq!(by(1).status(MemoryStatus::Active), MemoryStatus::Contested);
        assert_eq!(by(0).status(MemoryStatus::Active), MemoryStatus::Active);
        assert_eq!(by(1).confidence(MemoryStatus::Active, None), Some(600));
        assert_eq!(by(2).confidence(MemoryStatus::Active, None), Some(360));
        assert_eq!(
            by(1).confidence(MemoryStatus::Candidate, Some(200)),
            Some(120)
        );
        assert_eq!(by(0).confidence(MemoryStatus::Active, None), None);
    }

    #[test]
    fn what_was_rejected_or_put_away_stays_so() {
        for own in [
            MemoryStatus::Rejected,
            MemoryStatus::Superseded,
            MemoryStatus::Archived,
        ] {
            assert_eq!(by(3).status(own), own);
            assert_eq!(by(3).confidence(own, Some(300)), Some(300));
        }
    }

    #[test]
    fn what_is_taken_off_and_put_on_again_is_the_same() {
        for open in 0..6 {
            for sure in (0..=1_000).step_by(7) {
                let own = by(open).without(Some(sure));
                let again = by(open).confidence(MemoryStatus::Active, own);
                let told = again.unwrap_or(1_000);
                // Surer than certain there is nothing.
                let most = by(open).confidence(MemoryStatus::Active, None);
                assert_eq!(told, sure.min(most.unwrap_or(1_000)), "{open} {sure}");
            }
        }
    }
}

//! Seconds or milliseconds: peers differ, and none complains about the wrong one.
//!
//! A peer that counts in seconds takes milliseconds for a day far in the future and answers with
//! its newest picture. A peer that counts in milliseconds takes seconds for 1970 and answers with
//! its oldest. Both look like answers.

use std::time::Duration;

/// What the settings say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unit {
    /// Found out, once for each peer.
    #[default]
    Auto,
    Seconds,
    Milliseconds,
}

/// What a peer counts in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    Seconds,
    Milliseconds,
}

/// The peer's unit, from what it gave for one moment asked for in both. Only a clear difference
/// counts: with a few young pictures either answer may be near by chance.
pub fn compare(
    target_ms: i64,
    by_seconds: i64,
    by_milliseconds: i64,
    interval: Duration,
) -> Option<Scale> {
    let clear = 2 * i64::try_from(interval.as_millis()).unwrap_or(i64::MAX / 4);
    // A second is asked for as a whole; what it is off by is not the peer's doing.
    let whole = Scale::Seconds.number(target_ms) * 1_000;
    let seconds = by_seconds.abs_diff(whole) as i64;
    let milliseconds = by_milliseconds.abs_diff(target_ms) as i64;
    if milliseconds > seconds.saturating_add(clear) {
        Some(Scale::Seconds)
    } else if seconds > milliseconds.saturating_add(clear) {
        Some(Scale::Milliseconds)
    } else {
        None
    }
}

// === impl Unit ===

impl Unit {
    pub fn named(name: &str) -> Option<Self> {
        match name.trim() {
            "" | "auto" => Some(Unit::Auto),
            "s" => Some(Unit::Seconds),
            "ms" => Some(Unit::Milliseconds),
            _ => None,
        }
    }

    pub(super) fn told(self) -> Option<Scale> {
        match self {
            Unit::Auto => None,
            Unit::Seconds => Some(Scale::Seconds),
            Unit::Milliseconds => Some(Scale::Milliseconds),
        }
    }
}

// === impl Scale ===

impl Scale {
    /// A moment as it stands in a request. Seconds are rounded down, always: that keeps moments a
    /// second apart in order and apart.
    pub fn number(self, ms: i64) -> i64 {
        match self {
            Scale::Seconds => ms.div_euclid(1_000),
            Scale::Milliseconds => ms,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const T: i64 = 1_767_225_600_900;
    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn a_064_a_065_only_a_clear_difference_tells_the_unit() {
        assert_eq!(
            compare(T, T - 900, T + 30_000, SECOND),
            Some(Scale::Seconds)
        );
        assert_eq!(
            compare(T, T - 90_000, T - 100, SECOND),
            Some(Scale::Milliseconds)
        );
        assert_eq!(compare(T, T - 900, T + 100, SECOND), None);
        assert_eq!(compare(T, T - 5_000, T - 5_000, SECOND), None);
    }

    #[test]
    fn a_063_moments_a_second_apart_stay_apart_in_seconds() {
        for ms in [0, 1, 499, 500, 999] {
            let asked = [T + ms - 1_000, T + ms, T + ms + 1_000].map(|t| Scale::Seconds.number(t));
            assert!(asked[0] < asked[1] && asked[1] < asked[2]);
        }
    }
}

//! Moments are UTC milliseconds with the nanoseconds below them kept apart.

use std::cmp::Ordering;

use jiff::civil::DateTime;
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

/// When something happened, as its source told it.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Moment {
    /// Milliseconds since the Unix epoch.
    pub ms: i64,
    /// Nanoseconds below the millisecond, 0 to 999,999.
    pub ns: u32,
}

/// 9999-12-31T23:59:59.999Z: later moments are refused.
pub const LATEST_MS: i64 = 253_402_300_799_999;

const EPOCH: DateTime = DateTime::constant(1970, 1, 1, 0, 0, 0, 0);

/// The months as English has them, in lower case.
pub const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// The wall clock, handed in by the composition root; tests hand in their own.
pub trait Clock: Send + Sync {
    fn now_ms(&self) -> i64;
}

/// Which of two moments as texts is earlier. Their letters do not tell: a whole second is written
/// without a fraction, and `Z` comes after `.`.
pub fn order(a: &str, b: &str) -> Ordering {
    let alike = a.len() == b.len() && a.ends_with('Z') && b.ends_with('Z');
    match alike {
        true => a.cmp(b),
        false => (Moment::parse(a), a).cmp(&(Moment::parse(b), b)),
    }
}

// === impl Moment ===

impl Moment {
    pub fn from_ms(ms: i64) -> Self {
        Self { ms, ns: 0 }
    }

    /// Reads RFC 3339 (`2023-05-08T13:56:00Z`), or a bare date as its midnight in UTC.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let nanos = match text.parse::<Timestamp>() {
            Ok(stamp) => stamp.as_nanosecond(),
            Err(_) if text.len() == 10 => utc_nanos(&format!("{text}T00:00:00"))?,
            Err(_) => utc_nanos(text.strip_suffix(['Z', 'z'])?)?,
        };
        let ms = i64::try_from(nanos.div_euclid(1_000_000)).ok()?;
        let ns = u32::try_from(nanos.rem_euclid(1_000_000)).ok()?;
        Some(Self { ms, ns }).filter(|m| m.in_range())
    }

    pub fn in_range(self) -> bool {
        (0..=LATEST_MS).contains(&self.ms)
    }

    /// RFC 3339 in UTC with as few fractional digits as the moment needs (0, 3, 6 or 9).
    pub fn rfc3339(self) -> String {
        let nanos = i128::from(self.ms) * 1_000_000 + i128::from(self.ns);
        let precision = match nanos.rem_euclid(1_000_000_000) {
            0 => 0,
            n if n % 1_000_000 == 0 => 3,
            n if n % 1_000 == 0 => 6,
            _ => 9,
        };
        let since =
            SignedDuration::from_millis(self.ms) + SignedDuration::from_nanos(self.ns.into());
        let stamp = EPOCH.checked_add(since).unwrap_or(EPOCH);
        format!("{stamp:.precision$}Z")
    }

    /// RFC 3339 in UTC, always with milliseconds: `2023-05-08T13:56:00.000Z`.
    pub fn millis(self) -> String {
        let stamp = EPOCH
            .checked_add(SignedDuration::from_millis(self.ms))
            .unwrap_or(EPOCH);
        format!("{stamp:.3}Z")
    }

    /// The day, `2023-05-08`.
    pub fn date(self) -> String {
        self.rfc3339().chars().take(10).collect()
    }

    /// Day and minute, `2023-05-08 13:56`, as shown to people.
    pub fn minute(self) -> String {
        self.rfc3339()
            .chars()
            .take(16)
            .collect::<String>()
            .replace('T', " ")
    }
}

/// A date and time of day in UTC. The library's stamps end a day before the year 9999 does, in
/// order to fit every zone; its calendar does not.
fn utc_nanos(text: &str) -> Option<i128> {
    let civil: DateTime = text.parse().ok()?;
    Some(civil.duration_since(EPOCH).as_nanos())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_whole_second_comes_before_its_fractions() {
        let texts = [
            "no moment",
            "2023-05-08T13:56:00Z",
            "2023-05-08T13:56:00.001Z",
            "2023-05-08T13:56:00.001000001Z",
            "2023-05-08T15:56:00.002+02:00",
            "2023-05-08T13:56:01Z",
        ];
        assert!(texts.is_sorted_by(|a, b| order(a, b) == Ordering::Less));
    }

    #[test]
    fn reads_and_writes_rfc3339() {
        for text in [
            "2023-05-08T13:56:00Z",
            "2023-05-08T13:56:00.250Z",
            "2023-05-08T13:56:00.000001Z",
            "2023-05-08T13:56:00.000000001Z",
            "9999-12-31T23:59:59.999Z",
        ] {
            assert_eq!(
                Moment::parse(text).map(Moment::rfc3339).as_deref(),
                Some(text)
            );
        }
        assert_eq!(
            Moment::parse("2023-05-08T15:56:00+02:00"),
            Moment::parse("2023-05-08T13:56:00Z")
        );
        assert_eq!(
            Moment::parse("2023-05-08").map(Moment::date).as_deref(),
            Some("2023-05-08")
        );
    }

    #[test]
    fn refuses_what_is_no_moment() {
        for text in [
            "",
            "yesterday",
            "2023-13-01T00:00:00Z",
            "1969-12-31T23:59:59Z",
            "99999-01-01",
            "10000-01-01T00:00:00Z",
            "2023-05-08T13:56:00",
        ] {
            assert_eq!(Moment::parse(text), None, "{text}");
        }
    }
}

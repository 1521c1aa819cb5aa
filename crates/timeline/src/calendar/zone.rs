//! Where midnight is. UTC needs no table; others come from the table built into the program,
//! so that the same events make the same days on every machine.

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;

use super::civil::{self, DAY_MS, LAST_DAY};

/// A time zone, by its IANA name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zone(TimeZone);

// === impl Zone ===

impl Zone {
    pub fn utc() -> Self {
        Self(TimeZone::UTC)
    }

    /// `Europe/Berlin`. Nothing if there is no such zone.
    pub fn named(name: &str) -> Option<Self> {
        TimeZone::get(name).ok().map(Self)
    }

    pub fn name(&self) -> &str {
        self.0.iana_name().unwrap_or("UTC")
    }

    /// The day a moment falls on here; the last day of 9999 for whatever is later.
    pub(super) fn day(&self, ms: i64) -> i64 {
        let local = ms.saturating_add(self.offset_ms(ms));
        local.div_euclid(DAY_MS).min(LAST_DAY)
    }

    /// The first millisecond of a day here.
    pub(super) fn midnight_ms(&self, day: i64) -> i64 {
        if let Some(ms) = self.known_midnight(day) {
            return ms;
        }
        // Past the table of the library: the offset it ends with goes on.
        let local = day.saturating_mul(DAY_MS);
        local.saturating_sub(self.offset_ms(local))
    }

    fn known_midnight(&self, day: i64) -> Option<i64> {
        if self.0 == TimeZone::UTC {
            return None;
        }
        let date = civil::date(day);
        let year = i16::try_from(date.year).ok()?;
        let month = i8::try_from(date.month).ok()?;
        let date = Date::new(year, month, i8::try_from(date.day).ok()?).ok()?;
        let midnight = date.to_zoned(self.0.clone()).ok()?;
        Some(midnight.timestamp().as_millisecond())
    }

    fn offset_ms(&self, ms: i64) -> i64 {
        let first = Timestamp::MIN.as_millisecond();
        let last = Timestamp::MAX.as_millisecond();
        let stamp = Timestamp::from_millisecond(ms.clamp(first, last));
        let offset = |stamp| i64::from(self.0.to_offset(stamp).seconds()) * 1000;
        stamp.map(offset).unwrap_or(0)
    }
}

//! Where midnight is. UTC needs no table; others come from the table built into the program,
//! so that the same events make the same days on every machine.

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use mneme_model::Zone;

use super::civil::{self, DAY_MS, LAST_DAY};

/// The days of a zone.
pub(super) trait Days {
    /// The day a moment falls on here; the last day of 9999 for whatever is later.
    fn day(&self, ms: i64) -> i64;

    /// The first millisecond of a day here.
    fn midnight_ms(&self, day: i64) -> i64;
}

impl Days for Zone {
    fn day(&self, ms: i64) -> i64 {
        let local = ms.saturating_add(offset_ms(self, ms));
        local.div_euclid(DAY_MS).min(LAST_DAY)
    }

    fn midnight_ms(&self, day: i64) -> i64 {
        if let Some(ms) = known_midnight(self, day) {
            return ms;
        }
        // Past the table of the library: the offset it ends with goes on.
        let local = day.saturating_mul(DAY_MS);
        local.saturating_sub(offset_ms(self, local))
    }
}

fn known_midnight(zone: &Zone, day: i64) -> Option<i64> {
    if *zone.rules() == TimeZone::UTC {
        return None;
    }
    let date = civil::date(day);
    let year = i16::try_from(date.year).ok()?;
    let month = i8::try_from(date.month).ok()?;
    let date = Date::new(year, month, i8::try_from(date.day).ok()?).ok()?;
    let midnight = date.to_zoned(zone.rules().clone()).ok()?;
    Some(midnight.timestamp().as_millisecond())
}

fn offset_ms(zone: &Zone, ms: i64) -> i64 {
    let first = Timestamp::MIN.as_millisecond();
    let last = Timestamp::MAX.as_millisecond();
    let stamp = Timestamp::from_millisecond(ms.clamp(first, last));
    let offset = |stamp| i64::from(zone.rules().to_offset(stamp).seconds()) * 1000;
    stamp.map(offset).unwrap_or(0)
}

//! The next moment an expression is due. A zone is a row of stretches in which the clock on the
//! wall runs evenly; each is searched in wall time, and between two of them the wall jumps.

use jiff::civil::Date;
use jiff::tz::{Offset, TimeZone};
use jiff::{SignedDuration, Timestamp};
use mneme_model::Zone;

use super::Cron;

const DAY_S: i64 = 86_400;
/// The longest a date can be waited for: 29 February on one weekday, across a century without
/// its leap day. What has not come by then never comes.
const HORIZON_S: i64 = 41 * 366 * DAY_S;
const ALL_HOURS: u64 = (1 << 24) - 1;

pub(super) fn next_after(cron: &Cron, ms: i64, zone: &Zone) -> Option<i64> {
    let rules = zone.rules();
    let named_hours = cron.hours != ALL_HOURS;
    let here = ms.div_euclid(1000);
    let end = here + HORIZON_S;
    let now = Timestamp::from_second(here).ok()?;
    let mut offset = seconds(rules.to_offset(now));
    let mut wall = here + offset + 1;
    if named_hours {
        wall = wall.max(already_shown(rules, now));
    }
    for change in rules.following(now) {
        let at = change.timestamp().as_second().min(end);
        if let Some(due) = next_wall(cron, wall, at + offset) {
            return millis(due - offset);
        }
        if at == end {
            return None;
        }
        let next = seconds(change.offset());
        if named_hours {
            // What the wall leaps over is made up for the moment it has leapt.
            if next_wall(cron, wall.max(at + offset), at + next).is_some() {
                return millis(at);
            }
            wall = wall.max(at + offset.max(next));
        } else {
            wall = at + next;
        }
        offset = next;
    }
    millis(next_wall(cron, wall, end + offset)? - offset)
}

/// The wall time up to which everything was shown before the clocks last went back.
fn already_shown(rules: &TimeZone, now: Timestamp) -> i64 {
    let second = SignedDuration::from_secs(1);
    // `preceding` leaves out the moment itself.
    let after = now.checked_add(second).unwrap_or(now);
    let Some(change) = rules.preceding(after).next() else {
        return i64::MIN;
    };
    let at = change.timestamp();
    let before = at.checked_sub(second).unwrap_or(at);
    at.as_second() + seconds(rules.to_offset(before))
}

/// The first matching wall time in `from..to`, both in seconds as if the wall hung in UTC.
fn next_wall(cron: &Cron, from: i64, to: i64) -> Option<i64> {
    let (mut day, mut time) = (from.div_euclid(DAY_S), from.rem_euclid(DAY_S));
    while day * DAY_S < to {
        let date = date_of(day)?;
        if !cron.in_month(date) {
            day += i64::from(date.days_in_month() - date.day()) + 1;
        } else if let Some(time) = cron.time_from(time).filter(|_| cron.on(date)) {
            let wall = day * DAY_S + time;
            return (wall < to).then_some(wall);
        } else {
            day += 1;
        }
        time = 0;
    }
    None
}

fn date_of(day: i64) -> Option<Date> {
    let midnight = Timestamp::from_second(day * DAY_S).ok()?;
    Some(Offset::UTC.to_datetime(midnight).date())
}

fn seconds(offset: Offset) -> i64 {
    i64::from(offset.seconds())
}

fn millis(seconds: i64) -> Option<i64> {
    seconds.checked_mul(1000)
}

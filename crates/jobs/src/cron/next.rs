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

/// Where a search stands.
struct Walk<'a> {
    cron: &'a Cron,
    /// Hours are named, so that every wall time counts once.
    once: bool,
    /// Of the stretch we are in: wall time less time, in seconds.
    offset: i64,
    /// The first wall time not yet looked at, in seconds as if the wall hung in UTC.
    wall: i64,
}

pub(super) fn next_after(cron: &Cron, ms: i64, zone: &Zone) -> Option<i64> {
    let here = ms.div_euclid(1000);
    let now = Timestamp::from_second(here).ok()?;
    let end = here + HORIZON_S;
    let mut walk = Walk::from(cron, zone.rules(), now);
    for change in zone.rules().following(now) {
        let at = change.timestamp().as_second();
        if at >= end {
            break;
        }
        let next = seconds(change.offset());
        if let Some(due) = walk.before(at).or_else(|| walk.cross(at, next)) {
            return due.checked_mul(1000);
        }
    }
    walk.before(end)?.checked_mul(1000)
}

// === impl Walk ===

impl<'a> Walk<'a> {
    fn from(cron: &'a Cron, rules: &TimeZone, now: Timestamp) -> Self {
        let offset = seconds(rules.to_offset(now));
        let once = cron.hours != ALL_HOURS;
        let next = now.as_second() + offset + 1;
        let shown = once.then(|| already_shown(rules, now));
        Self {
            cron,
            once,
            offset,
            wall: shown.map_or(next, |shown| next.max(shown)),
        }
    }

    /// What is due in this stretch, which ends at `end`.
    fn before(&self, end: i64) -> Option<i64> {
        let wall = next_wall(self.cron, self.wall, end + self.offset)?;
        Some(wall - self.offset)
    }

    /// Goes on to the next stretch. Wall times it leaps over are made up for at that moment.
    fn cross(&mut self, at: i64, next: i64) -> Option<i64> {
        let (old, new) = (at + self.offset, at + next);
        let from = self.wall.max(old);
        self.offset = next;
        self.wall = if self.once { from.max(new) } else { new };
        let leapt_over = self.once && next_wall(self.cron, from, new).is_some();
        leapt_over.then_some(at)
    }
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

/// The first matching wall time in `from..to`.
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

//! Schedules as people say them. What has no short name has none here either.

use super::{Cron, field};

const ALL_60: u64 = (1 << 60) - 1;
const ALL_24: u64 = (1 << 24) - 1;
const ALL_DAYS: u64 = ((1 << 31) - 1) << 1;
const ALL_MONTHS: u64 = ((1 << 12) - 1) << 1;
const ALL_WEEKDAYS: u64 = (1 << 7) - 1;
const WORKDAYS: u64 = 0b011_1110;
const NAMES: [&str; 7] = [
    "Sunday",
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
];

pub(super) fn words(cron: &Cron) -> Option<String> {
    let daily = cron.days == ALL_DAYS && cron.weekdays == ALL_WEEKDAYS;
    if cron.months == ALL_MONTHS && daily && cron.hours == ALL_24 {
        return within_the_hour(cron);
    }
    if cron.months != ALL_MONTHS || cron.seconds != 1 {
        return None;
    }
    let minute = only(cron.minutes)?;
    let Some(hour) = only(cron.hours) else {
        let hours = step(cron.hours, 24).filter(|_| daily && minute == 0)?;
        return Some(format!("every {hours} hours"));
    };
    Some(format!("{}{}", days(cron, daily)?, at(hour, minute)))
}

fn within_the_hour(cron: &Cron) -> Option<String> {
    if cron.minutes == ALL_60 && cron.seconds != 1 {
        return match step(cron.seconds, 60)? {
            1 => Some(String::from("every second")),
            seconds => Some(format!("every {seconds} sec")),
        };
    }
    if cron.seconds != 1 {
        return None;
    }
    match (only(cron.minutes), step(cron.minutes, 60)) {
        (Some(0), _) => Some(String::from("hourly")),
        (Some(minute), _) => Some(format!("hourly at :{minute:02}")),
        (None, Some(1)) => Some(String::from("every minute")),
        (None, Some(minutes)) => Some(format!("every {minutes} min")),
        (None, None) => None,
    }
}

fn days(cron: &Cron, daily: bool) -> Option<String> {
    if daily {
        return Some(String::from("daily"));
    }
    match (cron.days, cron.weekdays) {
        (ALL_DAYS, WORKDAYS) => Some(String::from("on workdays")),
        (ALL_DAYS, weekdays) => {
            let name = NAMES.get(usize::try_from(only(weekdays)?).ok()?)?;
            Some(format!("weekly on {name}"))
        }
        (days, ALL_WEEKDAYS) => match only(days)? {
            1 => Some(String::from("monthly")),
            day => Some(format!("monthly on day {day}")),
        },
        _ => None,
    }
}

/// Midnight goes without saying.
fn at(hour: i64, minute: i64) -> String {
    match (hour, minute) {
        (0, 0) => String::new(),
        _ => format!(" at {hour:02}:{minute:02}"),
    }
}

fn only(set: u64) -> Option<i64> {
    let first = field::first(set, 0)?;
    field::first(set, first + 1).is_none().then_some(first)
}

/// The even step from 0 through the whole, if the set is one: 15 for 0, 15, 30 and 45.
fn step(set: u64, whole: i64) -> Option<i64> {
    let step = field::first(set, 1)?;
    let even = (0..whole).all(|n| (n % step == 0) == (field::first(set, n) == Some(n)));
    (even && whole % step == 0).then_some(step)
}

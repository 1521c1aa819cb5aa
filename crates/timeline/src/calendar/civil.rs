//! Dates as day numbers, counted from 1970-01-01.
//!
//! Own arithmetic, because the last week of 9999 ends in the year 10000, where the calendar of
//! the library ends.

pub const DAY_MS: i64 = 86_400_000;
/// 9999-12-31: nothing is filed under a later day.
pub const LAST_DAY: i64 = 2_932_896;
/// The first Thursday: ISO weeks belong to the year of their Thursday.
const MONDAY_TO_THURSDAY: i64 = 3;

/// A date of the proleptic Gregorian calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Date {
    pub year: i64,
    pub month: i64,
    pub day: i64,
}

/// Day number of a date. The year begins in March here, so that leap days come last.
pub fn days(date: Date) -> i64 {
    let year = date.year - i64::from(date.month <= 2);
    let era = year.div_euclid(400);
    let of_era = year.rem_euclid(400);
    let of_year = (153 * ((date.month + 9) % 12) + 2) / 5 + date.day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

pub fn date(days: i64) -> Date {
    let shifted = days + 719_468;
    let era = shifted.div_euclid(146_097);
    let of_era = shifted.rem_euclid(146_097);
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = year + era * 400 + i64::from(month <= 2);
    Date { year, month, day }
}

/// The Monday of the week a day lies in.
pub fn monday(days: i64) -> i64 {
    days - (days + 3).rem_euclid(7)
}

/// ISO year and week of a day.
pub fn iso_week(days: i64) -> (i64, i64) {
    let thursday = monday(days) + MONDAY_TO_THURSDAY;
    let year = date(thursday).year;
    (year, (thursday - new_year(year)) / 7 + 1)
}

/// The Monday of an ISO week.
pub fn week_start(year: i64, week: i64) -> i64 {
    // The fourth of January is always in week 1.
    monday(new_year(year) + 3) + (week - 1) * 7
}

pub fn new_year(year: i64) -> i64 {
    let (month, day) = (1, 1);
    days(Date { year, month, day })
}

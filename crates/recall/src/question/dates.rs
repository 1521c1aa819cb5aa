//! The time a question means: `in March`, `last summer`, `two weeks before 8 May 2023`.
//! Relative words count from the asker's now, days from midnight to midnight in UTC.

mod absolute;
mod reader;
mod relative;

use jiff::civil::Date;
use jiff::{Timestamp, ToSpan, tz::TimeZone};
use mneme_model::Moment;

/// A stretch of days, or a month of any year.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum When {
    /// First and last day, both included.
    Days(Date, Date),
    /// A month without a year; a day of it, if one was said.
    EveryYear { month: i8, day: Option<i8> },
}

/// People tell what happened a little later.
const TOLD_LATER_DAYS: i32 = 14;

// === impl When ===

impl When {
    pub fn read(text: &str, now: Moment) -> Option<Self> {
        let words = reader::words(text);
        let today = day_of(now)?;
        relative::read(&words, today).or_else(|| absolute::read(&words))
    }

    /// How well a moment fits: 1 inside, 0 outside, one half where it may be told of.
    pub fn fits(&self, moment: Moment) -> f64 {
        let Some(day) = day_of(moment) else {
            return 0.0;
        };
        match self {
            When::Days(first, last) if (*first..=*last).contains(&day) => 1.0,
            When::Days(_, last) => told_later(*last, day),
            When::EveryYear { month, day: on } => {
                if day.month() == *month && on.is_none_or(|on| on == day.day()) {
                    return 1.0;
                }
                match on {
                    Some(on) => {
                        Date::new(day.year(), *month, *on).map_or(0.0, |said| told_later(said, day))
                    }
                    None => 0.0,
                }
            }
        }
    }

    /// As it is explained.
    pub fn describe(&self) -> String {
        match self {
            When::Days(first, last) if first == last => first.to_string(),
            When::Days(first, last) => format!("{first} to {last}"),
            When::EveryYear { month, day: None } => format!("month {month} of any year"),
            When::EveryYear {
                month,
                day: Some(day),
            } => format!("{month:02}-{day:02} of any year"),
        }
    }
}

fn told_later(last: Date, day: Date) -> f64 {
    let until = last.saturating_add(TOLD_LATER_DAYS.days());
    if day > last && day <= until { 0.5 } else { 0.0 }
}

fn day_of(moment: Moment) -> Option<Date> {
    let stamp = Timestamp::from_millisecond(moment.ms).ok()?;
    Some(stamp.to_zoned(TimeZone::UTC).date())
}

#[cfg(test)]
mod tests;

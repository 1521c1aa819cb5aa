//! Cron expressions: six fields (second, minute, hour, day of month, month, day of week), or five
//! with the second taken as 0.

mod field;
mod next;
#[cfg(test)]
mod tests;
mod words;

use std::fmt;
use std::str::FromStr;

use jiff::civil::Date;
use mneme_model::Zone;

use field::{Field, UNITS};

/// When something is due, as a set of numbers for each field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cron {
    text: String,
    seconds: u64,
    minutes: u64,
    hours: u64,
    days: u64,
    months: u64,
    /// Sunday is 0.
    weekdays: u64,
    /// Both kinds of day are restricted, so one of them is enough: the old rule of cron.
    either_day: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("invalid cron expression \"{expression}\": {reason}")]
pub struct CronError {
    pub expression: String,
    pub reason: String,
}

// === impl Cron ===

impl Cron {
    pub fn parse(text: &str) -> Result<Self, CronError> {
        let refuse = |reason| CronError {
            expression: text.to_owned(),
            reason,
        };
        let fields = fields(text).map_err(refuse)?;
        let [seconds, minutes, hours, days, months, weekdays] = fields;
        Ok(Self {
            text: text.to_owned(),
            seconds: seconds.set,
            minutes: minutes.set,
            hours: hours.set,
            days: days.set,
            months: months.set,
            weekdays: weekdays.set,
            either_day: !days.starred && !weekdays.starred,
        })
    }

    /// As it was written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The first moment after `ms` at which it is due, or nothing if that never comes.
    ///
    /// Where the hour is left open, every moment whose local time matches is one: an hourly job
    /// goes on every hour through a change of clocks. Where hours are named, a local time counts
    /// once a day: not again when the clocks go back, and at the end of the gap if it falls into
    /// one.
    pub fn next_after(&self, ms: i64, zone: &Zone) -> Option<i64> {
        next::next_after(self, ms, zone)
    }

    /// The same in words, for the schedules people usually choose.
    pub fn words(&self) -> Option<String> {
        words::words(self)
    }

    fn on(&self, date: Date) -> bool {
        let day = field::has(self.days, date.day());
        let weekday = field::has(self.weekdays, date.weekday().to_sunday_zero_offset());
        match self.either_day {
            true => day || weekday,
            false => day && weekday,
        }
    }

    fn in_month(&self, date: Date) -> bool {
        field::has(self.months, date.month())
    }

    /// The first second of the day, `from` or later, that the time fields allow.
    fn time_from(&self, from: i64) -> Option<i64> {
        let (hour, minute, second) = (from / 3600, from / 60 % 60, from % 60);
        let time = |hour, minute, second| hour * 3600 + minute * 60 + second;
        let (first_minute, first_second) = (
            field::first(self.minutes, 0)?,
            field::first(self.seconds, 0)?,
        );
        if field::first(self.hours, hour) == Some(hour) {
            if field::first(self.minutes, minute) == Some(minute)
                && let Some(second) = field::first(self.seconds, second)
            {
                return Some(time(hour, minute, second));
            }
            if let Some(minute) = field::first(self.minutes, minute + 1) {
                return Some(time(hour, minute, first_second));
            }
        }
        let hour = field::first(self.hours, hour + 1)?;
        Some(time(hour, first_minute, first_second))
    }
}

impl FromStr for Cron {
    type Err = CronError;

    fn from_str(text: &str) -> Result<Self, CronError> {
        Self::parse(text)
    }
}

impl fmt::Display for Cron {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.text)
    }
}

fn fields(text: &str) -> Result<[Field; 6], String> {
    let mut told: Vec<&str> = text.split_whitespace().collect();
    if told.len() == 5 {
        told.insert(0, "0");
    }
    let told: [&str; 6] = told.try_into().map_err(|told: Vec<&str>| {
        format!(
            "it has {} fields, and five or six are needed (second minute hour day month weekday)",
            told.len()
        )
    })?;
    let [second, minute, hour, day, month, weekday] = told;
    Ok([
        field::parse(second, &UNITS[0])?,
        field::parse(minute, &UNITS[1])?,
        field::parse(hour, &UNITS[2])?,
        field::parse(day, &UNITS[3])?,
        field::parse(month, &UNITS[4])?,
        field::parse(weekday, &UNITS[5])?,
    ])
}

//! A year, a month, an ISO week or a day.

use mneme_model::time::MONTHS;

use super::civil::{self, Date};
use super::zone::Days;
use super::{Level, Zone};

/// A stretch of the calendar. It never has the level [`Level::Segment`].
///
/// Periods of one level are ordered by time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Period {
    pub level: Level,
    year: i64,
    /// Month of the year, or ISO week; 0 for a year.
    part: i64,
    /// Day of the month; 0 for all others.
    day: i64,
}

const LAST_YEAR: i64 = 9999;

// === impl Period ===

impl Period {
    pub fn day_of(ms: i64, zone: &Zone) -> Self {
        Self::of_day_number(zone.day(ms))
    }

    pub(super) fn of_day_number(number: i64) -> Self {
        let Date { year, month, day } = civil::date(number);
        Self::new(Level::Day, year, month, day)
    }

    fn new(level: Level, year: i64, part: i64, day: i64) -> Self {
        Self {
            level,
            year,
            part,
            day,
        }
    }

    pub(super) fn year(year: i64) -> Option<Self> {
        let known = (0..=LAST_YEAR).contains(&year);
        known.then(|| Self::new(Level::Year, year, 0, 0))
    }

    pub(super) fn month(year: i64, month: i64) -> Option<Self> {
        let known = Self::year(year).is_some() && (1..=12).contains(&month);
        known.then(|| Self::new(Level::Month, year, month, 0))
    }

    pub(super) fn week(year: i64, week: i64) -> Option<Self> {
        let known = Self::year(year).is_some() && (1..=53).contains(&week);
        let real = known && civil::iso_week(civil::week_start(year, week)) == (year, week);
        real.then(|| Self::new(Level::Week, year, week, 0))
    }

    pub(super) fn day(year: i64, month: i64, day: i64) -> Option<Self> {
        Self::month(year, month)?;
        let given = Date { year, month, day };
        let real = (1..=31).contains(&day) && civil::date(civil::days(given)) == given;
        real.then(|| Self::new(Level::Day, year, month, day))
    }

    /// Day, ISO week, month of that week's Thursday, its year.
    pub fn parent(&self) -> Option<Self> {
        match self.level {
            Level::Day => {
                let (year, week) = civil::iso_week(self.first_day());
                Some(Self::new(Level::Week, year, week, 0))
            }
            Level::Week => {
                let thursday = civil::date(self.first_day() + 3);
                Some(Self::new(Level::Month, thursday.year, thursday.month, 0))
            }
            Level::Month => Some(Self::new(Level::Year, self.year, 0, 0)),
            Level::Year | Level::Segment => None,
        }
    }

    /// `2026`, `2026-01`, `2026-W05`, `2026-01-30`.
    pub fn name(&self) -> String {
        let (year, part, day) = (self.year, self.part, self.day);
        match self.level {
            Level::Year | Level::Segment => format!("{year:04}"),
            Level::Month => format!("{year:04}-{part:02}"),
            Level::Week => format!("{year:04}-W{part:02}"),
            Level::Day => format!("{year:04}-{part:02}-{day:02}"),
        }
    }

    /// `2026`, `January 2026`, `Week 5, 2026`, `January 30, 2026`.
    pub fn title(&self) -> String {
        let (year, part, day) = (self.year, self.part, self.day);
        match self.level {
            Level::Year | Level::Segment => format!("{year}"),
            Level::Month => format!("{} {year}", month_name(part)),
            Level::Week => format!("Week {part}, {year}"),
            Level::Day => format!("{} {day}, {year}", month_name(part)),
        }
    }

    /// First and last millisecond, both inside.
    pub fn range(&self, zone: &Zone) -> (i64, i64) {
        let (first, next) = (self.first_day(), self.next_day());
        (zone.midnight_ms(first), zone.midnight_ms(next) - 1)
    }

    fn first_day(&self) -> i64 {
        let (year, month) = (self.year, self.part);
        match self.level {
            Level::Year | Level::Segment => civil::new_year(year),
            Level::Month => civil::days(Date {
                year,
                month,
                day: 1,
            }),
            Level::Week => civil::week_start(year, month),
            Level::Day => civil::days(Date {
                year,
                month,
                day: self.day,
            }),
        }
    }

    fn next_day(&self) -> i64 {
        let first = self.first_day();
        match self.level {
            Level::Year | Level::Segment => civil::new_year(self.year + 1),
            // The 28th and four days are always in the next month, whose first day we want.
            Level::Month => {
                let Date { year, month, .. } = civil::date(first + 31);
                civil::days(Date {
                    year,
                    month,
                    day: 1,
                })
            }
            Level::Week => first + 7,
            Level::Day => first + 1,
        }
    }
}

fn month_name(month: i64) -> String {
    let index = usize::try_from(month - 1).unwrap_or(0);
    let lower = MONTHS.get(index).copied().unwrap_or_default();
    let (first, rest) = lower.split_at(lower.len().min(1));
    format!("{}{rest}", first.to_uppercase())
}

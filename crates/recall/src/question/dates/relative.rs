//! Dates that count from today.

use jiff::ToSpan;
use jiff::civil::{Date, Weekday};

use super::When;
use super::absolute::{season_start, whole_month, whole_season, whole_year};
use super::reader::{Unit, Word, month, number, unit, weekday};

/// The first time in a question that is told from today.
pub fn read(words: &[Word<'_>], today: Date) -> Option<When> {
    (0..words.len()).find_map(|at| {
        let get = |n: usize| words.get(at + n).map_or("", |word| word.lower.as_str());
        simple(get(0), today)
            .or_else(|| ago(words, at, today))
            .or_else(|| of_late(words, at, today))
    })
}

pub fn shift(day: Date, n: i32, unit: Unit) -> Date {
    let span = match unit {
        Unit::Day => n.days(),
        Unit::Week => n.weeks(),
        Unit::Month => n.months(),
        Unit::Year => n.years(),
    };
    day.saturating_add(span)
}

fn one(day: Date) -> When {
    When::Days(day, day)
}

fn simple(word: &str, today: Date) -> Option<When> {
    match word {
        "today" | "tonight" => Some(one(today)),
        "yesterday" => Some(one(shift(today, -1, Unit::Day))),
        _ => None,
    }
}

/// `three weeks ago`, `a couple of months ago`; as vague as its unit.
fn ago(words: &[Word<'_>], at: usize, today: Date) -> Option<When> {
    let get = |n: usize| words.get(at + n).map_or("", |word| word.lower.as_str());
    let n = number(get(0))?;
    let next = if matches!(get(1), "of" | "couple" | "few") {
        2
    } else {
        1
    };
    let (n, next) = match (get(0), number(get(1))) {
        // `a few weeks`, `a couple of weeks`.
        ("a", Some(more)) => (more, if get(2) == "of" { 3 } else { 2 }),
        _ => (n, next),
    };
    let unit = unit(get(next))?;
    if !matches!(get(next + 1), "ago" | "back" | "earlier") {
        return None;
    }
    let middle = shift(today, -n, unit);
    let slack = match unit {
        Unit::Day => 1,
        Unit::Week => 4,
        Unit::Month => 16,
        Unit::Year => 183,
    };
    Some(When::Days(
        shift(middle, -slack, Unit::Day),
        shift(middle, slack, Unit::Day),
    ))
}

/// `last week`, `this month`, `last March`, `last Friday`, `the past three months`.
fn of_late(words: &[Word<'_>], at: usize, today: Date) -> Option<When> {
    let get = |n: usize| words.get(at + n).map_or("", |word| word.lower.as_str());
    let last = match get(0) {
        "last" | "past" | "previous" => true,
        "this" => false,
        _ => return None,
    };
    if let (true, Some(n), Some(unit)) = (last, number(get(1)), unit(get(2))) {
        return Some(When::Days(shift(today, -n, unit), today));
    }
    if let Some(unit) = unit(get(1)) {
        return stretch(today, unit, last);
    }
    if let Some(month) = month(words, at + 1) {
        return latest_month(today, month, last);
    }
    if let Some(day) = weekday(get(1)) {
        return latest_weekday(today, day, last);
    }
    match (get(1), season_start(get(1))) {
        ("night", _) if last => Some(one(shift(today, -1, Unit::Day))),
        ("weekend", _) => weekend(today, last),
        (_, Some(first)) => latest_season(today, first),
        _ => None,
    }
}

fn monday(day: Date) -> Date {
    let behind = i32::from(day.weekday().to_monday_zero_offset());
    shift(day, -behind, Unit::Day)
}

fn stretch(today: Date, unit: Unit, last: bool) -> Option<When> {
    let back = if last { -1 } else { 0 };
    match unit {
        // `The last day of the fair` is not yesterday.
        Unit::Day => None,
        Unit::Week => {
            let first = shift(monday(today), back, Unit::Week);
            Some(When::Days(first, shift(first, 6, Unit::Day)))
        }
        Unit::Month => {
            let day = shift(today.first_of_month(), back, Unit::Month);
            whole_month(day.year(), day.month())
        }
        Unit::Year => Some(whole_year(today.year() + back as i16)),
    }
}

fn latest_month(today: Date, month: i8, last: bool) -> Option<When> {
    let over = month < today.month() || (!last && month == today.month());
    whole_month(today.year() - i16::from(!over), month)
}

fn latest_weekday(today: Date, day: i8, last: bool) -> Option<When> {
    let wanted = Weekday::from_monday_one_offset(day).ok()?;
    let behind = i32::from(today.weekday().since(wanted));
    let behind = if behind == 0 && last { 7 } else { behind };
    Some(one(shift(today, -behind, Unit::Day)))
}

fn weekend(today: Date, last: bool) -> Option<When> {
    let week = if last { -1 } else { 0 };
    let saturday = shift(shift(monday(today), week, Unit::Week), 5, Unit::Day);
    Some(When::Days(saturday, shift(saturday, 1, Unit::Day)))
}

/// The season that began last: the one we are in counts only when it is nearly over.
fn latest_season(today: Date, first: i8) -> Option<When> {
    let this_year = Date::new(today.year(), first, 1).ok()?;
    let began = if this_year < today {
        today.year()
    } else {
        today.year() - 1
    };
    whole_season(began, first)
}

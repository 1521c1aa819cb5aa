//! Dates that say themselves which they are.

use jiff::ToSpan;
use jiff::civil::{Date, date};

use super::When;
use super::reader::{Word, day, month, number, unit, year};
use super::relative::shift;

/// The first date in a question, moved by `two weeks before` where it says so.
pub fn read(words: &[Word<'_>]) -> Option<When> {
    (0..words.len()).find_map(|at| {
        let when = at_place(words, at)?;
        Some(moved(words, at, when))
    })
}

fn at_place(words: &[Word<'_>], at: usize) -> Option<When> {
    let word = words.get(at)?;
    iso(&word.lower)
        .or_else(|| named_month(words, at))
        .or_else(|| season(words, at))
        .or_else(|| year(&word.lower).map(whole_year))
}

/// `2023-05-08`, `2023-05`.
fn iso(word: &str) -> Option<When> {
    if let Ok(day) = word.parse::<Date>() {
        return Some(When::Days(day, day));
    }
    let (y, m) = word.split_once(['-', '/'])?;
    whole_month(year(y)?, m.parse().ok()?)
}

/// `8 May 2023`, `May 8th, 2023`, `May 2023`, `in May`.
fn named_month(words: &[Word<'_>], at: usize) -> Option<When> {
    let get = |n: usize| words.get(n).map(|word| word.lower.as_str());
    // The day may stand before the month (`8 May`, `8th of May`) or behind it.
    let (at, before) = match (day(get(at)?), get(at + 1)) {
        (Some(day), Some("of")) => (at + 2, Some(day)),
        (Some(day), Some(_)) => (at + 1, Some(day)),
        _ => (at, None),
    };
    let month = month(words, at)?;
    let after = get(at + 1).and_then(day).filter(|_| before.is_none());
    let at_year = at + 1 + usize::from(after.is_some());
    match (before.or(after), get(at_year).and_then(year)) {
        (Some(day), Some(year)) => {
            let day = Date::new(year, month, day).ok()?;
            Some(When::Days(day, day))
        }
        (None, Some(year)) => whole_month(year, month),
        (day, None) => Some(When::EveryYear { month, day }),
    }
}

/// `summer 2022`, `summer of 2022`.
fn season(words: &[Word<'_>], at: usize) -> Option<When> {
    let get = |n: usize| words.get(n).map(|word| word.lower.as_str());
    let first = season_start(get(at)?)?;
    let behind = if get(at + 1) == Some("of") { 2 } else { 1 };
    whole_season(get(at + behind).and_then(year)?, first)
}

/// The month a season starts in, as most people would say.
pub fn season_start(word: &str) -> Option<i8> {
    match word {
        "spring" => Some(3),
        "summer" => Some(6),
        "autumn" | "fall" => Some(9),
        "winter" => Some(12),
        _ => None,
    }
}

pub fn whole_season(year: i16, first: i8) -> Option<When> {
    let start = Date::new(year, first, 1).ok()?;
    let end = start.checked_add(3.months()).ok()?.yesterday().ok()?;
    Some(When::Days(start, end))
}

pub fn whole_month(year: i16, month: i8) -> Option<When> {
    let start = Date::new(year, month, 1).ok()?;
    Some(When::Days(start, start.last_of_month()))
}

pub fn whole_year(year: i16) -> When {
    When::Days(date(year, 1, 1), date(year, 12, 31))
}

/// `two weeks before …`: the stretch, moved.
fn moved(words: &[Word<'_>], at: usize, when: When) -> When {
    let get = |back: usize| {
        at.checked_sub(back)
            .and_then(|n| words.get(n))
            .map(|word| word.lower.as_str())
    };
    let sign = match get(1) {
        Some("before") => -1,
        Some("after") => 1,
        _ => return when,
    };
    let amount = get(3).and_then(number);
    match (amount, get(2).and_then(unit), &when) {
        (Some(n), Some(unit), When::Days(first, last)) => {
            When::Days(shift(*first, sign * n, unit), shift(*last, sign * n, unit))
        }
        _ => when,
    }
}

//! Small words of time.

use mneme_model::time::MONTHS;

/// A word as it was written and in lower case.
pub struct Word<'t> {
    pub lower: String,
    pub written: &'t str,
}

pub fn words(text: &str) -> Vec<Word<'_>> {
    let pieces = text.split(|c: char| !(c.is_alphanumeric() || c == '-' || c == '/'));
    pieces
        .map(|piece| piece.trim_matches(['-', '/']))
        .filter(|piece| !piece.is_empty())
        .map(|written| Word {
            lower: written.to_lowercase(),
            written,
        })
        .collect()
}

const SHORT_MONTHS: [&str; 12] = [
    "jan", "feb", "mar", "apr", "", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
];

/// Words that announce a month.
const BEFORE_A_MONTH: [&str; 22] = [
    "in", "of", "last", "this", "next", "past", "previous", "since", "until", "till", "during",
    "by", "from", "to", "around", "early", "mid", "late", "before", "after", "on", "between",
];

/// The month at a place, by its name. Some names are also other words: those must be written
/// as names and stand where a date would.
pub fn month(words: &[Word<'_>], at: usize) -> Option<i8> {
    let word = words.get(at)?;
    let by_name = |names: &[&str; 12]| names.iter().position(|name| *name == word.lower);
    let number = by_name(&MONTHS).or_else(|| by_name(&SHORT_MONTHS))? as i8 + 1;
    if !matches!(
        word.lower.as_str(),
        "may" | "march" | "mar" | "jan" | "dec" | "june" | "april"
    ) {
        return Some(number);
    }
    let as_name = word.written.starts_with(char::is_uppercase);
    let beside = |n: Option<usize>| {
        n.and_then(|n| words.get(n))
            .map_or("", |w| w.lower.as_str())
    };
    let (before, after) = (beside(at.checked_sub(1)), beside(Some(at + 1)));
    let announced = BEFORE_A_MONTH.contains(&before) || day(before).is_some();
    let dated = day(after).is_some() || year(after).is_some();
    (as_name && (announced || dated)).then_some(number)
}

pub fn weekday(word: &str) -> Option<i8> {
    const DAYS: [&str; 7] = [
        "monday",
        "tuesday",
        "wednesday",
        "thursday",
        "friday",
        "saturday",
        "sunday",
    ];
    let day = DAYS.iter().position(|day| *day == word)?;
    Some(day as i8 + 1)
}

/// A number in digits or small words.
pub fn number(word: &str) -> Option<i32> {
    const SMALL: [&str; 13] = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    match word {
        "a" | "an" => Some(1),
        "couple" => Some(2),
        "few" | "several" => Some(3),
        _ => SMALL
            .iter()
            .position(|small| *small == word)
            .map(|n| n as i32)
            .or_else(|| word.parse().ok().filter(|n| (0..1_000).contains(n))),
    }
}

/// A day of a month: `8`, `8th`.
pub fn day(word: &str) -> Option<i8> {
    let digits = word.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let ending = &word[digits.len()..];
    let known = matches!(ending, "" | "st" | "nd" | "rd" | "th");
    digits
        .parse()
        .ok()
        .filter(|day| known && (1..=31).contains(day))
}

pub fn year(word: &str) -> Option<i16> {
    let year = word.parse().ok()?;
    (word.len() == 4 && (1900..2100).contains(&year)).then_some(year)
}

/// A length of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    Day,
    Week,
    Month,
    Year,
}

pub fn unit(word: &str) -> Option<Unit> {
    match word.strip_suffix('s').unwrap_or(word) {
        "day" => Some(Unit::Day),
        "week" => Some(Unit::Week),
        "month" => Some(Unit::Month),
        "year" => Some(Unit::Year),
        _ => None,
    }
}

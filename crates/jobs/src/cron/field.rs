//! One field of an expression: a list of numbers, names, ranges and steps, as a set of bits.

/// What a field may say.
pub(super) struct Unit {
    name: &'static str,
    least: u8,
    /// The last one of `*`.
    last: u8,
    /// The greatest number that may be written; Sunday may be 7.
    greatest: u8,
    /// `?` may stand for `*`.
    open: bool,
    names: &'static [&'static str],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Field {
    pub(super) set: u64,
    /// It begins with a star (or is `?`): by the rule of cron it then restricts no day by itself.
    pub(super) starred: bool,
}

const MONTHS: [&str; 12] = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
];
const WEEKDAYS: [&str; 7] = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const SUNDAY: u8 = 7;

#[rustfmt::skip]
pub(super) const UNITS: [Unit; 6] = [
    Unit { name: "second", least: 0, last: 59, greatest: 59, open: false, names: &[] },
    Unit { name: "minute", least: 0, last: 59, greatest: 59, open: false, names: &[] },
    Unit { name: "hour", least: 0, last: 23, greatest: 23, open: false, names: &[] },
    Unit { name: "day of month", least: 1, last: 31, greatest: 31, open: true, names: &[] },
    Unit { name: "month", least: 1, last: 12, greatest: 12, open: false, names: &MONTHS },
    Unit { name: "day of week", least: 0, last: 6, greatest: SUNDAY, open: true, names: &WEEKDAYS },
];

pub(super) fn parse(text: &str, unit: &Unit) -> Result<Field, String> {
    let mut set = 0;
    for part in text.split(',') {
        set |=
            part_set(part, unit).map_err(|why| format!("\"{text}\" is no {}: {why}", unit.name))?;
    }
    if unit.greatest == SUNDAY && has(set, SUNDAY as i8) {
        set = (set | 1) & !(1 << SUNDAY);
    }
    Ok(Field {
        set,
        starred: text.starts_with(['*', '?']),
    })
}

pub(super) fn has(set: u64, number: i8) -> bool {
    u32::try_from(number).is_ok_and(|number| set.checked_shr(number).unwrap_or(0) & 1 == 1)
}

/// The smallest number of the set that is `from` or greater.
pub(super) fn first(set: u64, from: i64) -> Option<i64> {
    let from = u32::try_from(from).ok()?;
    let above = set.checked_shr(from).unwrap_or(0);
    (above != 0).then(|| i64::from(from + above.trailing_zeros()))
}

fn part_set(part: &str, unit: &Unit) -> Result<u64, String> {
    let (range, step) = match part.split_once('/') {
        Some((range, step)) => (range, Some(step_of(step, unit)?)),
        None => (part, None),
    };
    let (from, to) = bounds(range, step.is_some(), unit)?;
    let step = usize::from(step.unwrap_or(1));
    Ok((from..=to)
        .step_by(step)
        .fold(0, |set, number| set | 1 << number))
}

fn bounds(range: &str, stepped: bool, unit: &Unit) -> Result<(u8, u8), String> {
    if range == "*" || (range == "?" && unit.open) {
        return Ok((unit.least, unit.last));
    }
    let Some((from, to)) = range.split_once('-') else {
        let only = number(range, unit)?;
        // `5/15` means from 5 onwards.
        return Ok((only, if stepped { unit.last.max(only) } else { only }));
    };
    let (from, mut to) = (number(from, unit)?, number(to, unit)?);
    if unit.greatest == SUNDAY && to == 0 && from > 0 {
        to = SUNDAY;
    }
    if from > to {
        return Err(format!("the range {range} runs backwards"));
    }
    Ok((from, to))
}

fn step_of(step: &str, unit: &Unit) -> Result<u8, String> {
    let most = unit.last - unit.least + 1;
    match digits(step) {
        Some(step) if (1..=most).contains(&step) => Ok(step),
        _ => Err(format!("the step \"{step}\" is not one of 1 to {most}")),
    }
}

fn number(text: &str, unit: &Unit) -> Result<u8, String> {
    let named = unit
        .names
        .iter()
        .zip(unit.least..)
        .find(|(name, _)| name.eq_ignore_ascii_case(text));
    match named.map(|(_, number)| number).or_else(|| digits(text)) {
        Some(number) if (unit.least..=unit.greatest).contains(&number) => Ok(number),
        _ => Err(format!(
            "\"{text}\" is not one of {} to {}",
            unit.least, unit.greatest
        )),
    }
}

/// Digits only: the standard parser would take a sign as well.
fn digits(text: &str) -> Option<u8> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| text.parse().ok()).flatten()
}

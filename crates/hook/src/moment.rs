//! RFC 3339 to milliseconds and back.

#[cfg(test)]
mod tests;

/// 9999-12-30T22:00:00.999Z, the last the product takes.
const LATEST_MS: i64 = 253_402_207_200_999;
/// How near a stamp has to be to count as "just now".
const JUST_NOW_MS: i64 = 2_000;
const DAY_MS: i64 = 86_400_000;

/// Milliseconds since 1970 of `2023-05-08T13:56:00.25+02:00`; `None` for what is no moment.
pub fn parse(text: &str) -> Option<i64> {
    let text = text.trim();
    let (date, rest) = (text.get(..10)?, text.get(10..)?);
    let rest = rest.strip_prefix(['T', 't', ' '])?;
    let (clock, rest) = (rest.get(..8)?, rest.get(8..)?);
    let (fraction_ms, zone) = fraction(rest)?;
    let ms = day(date)? * DAY_MS + clock_ms(clock)? + fraction_ms - zone_ms(zone)?;
    (0..=LATEST_MS).contains(&ms).then_some(ms)
}

/// Callers stamp whole seconds and then ask from the millisecond before: a whole second of just
/// now is told as the millisecond it is.
pub fn refine(ms: i64, now_ms: i64) -> i64 {
    match ms % 1000 == 0 && (now_ms - ms).abs() <= JUST_NOW_MS {
        true => now_ms,
        false => ms,
    }
}

pub fn rfc3339(ms: i64) -> String {
    let (year, month, day) = date(ms.div_euclid(DAY_MS));
    let ms = ms.rem_euclid(DAY_MS);
    let (hour, minute, second) = (ms / 3_600_000, ms / 60_000 % 60, ms / 1000 % 60);
    let ms = ms % 1000;
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{ms:03}Z")
}

/// Exactly so many digits.
fn digits(text: &str, count: usize) -> Option<i64> {
    let plain = text.len() == count && text.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| text.parse().ok()).flatten()
}

fn day(date: &str) -> Option<i64> {
    let mut parts = date.split('-');
    let (year, month) = (digits(parts.next()?, 4)?, digits(parts.next()?, 2)?);
    let day = digits(parts.next()?, 2)?;
    let valid = (1..=12).contains(&month) && (1..=month_days(year, month)).contains(&day);
    valid.then(|| day_number(year, month, day))
}

fn clock_ms(clock: &str) -> Option<i64> {
    let mut parts = clock.split(':');
    let (hour, minute) = (digits(parts.next()?, 2)?, digits(parts.next()?, 2)?);
    let second = digits(parts.next()?, 2)?;
    // A leap second is told as the last one before it.
    let valid = parts.next().is_none() && hour < 24 && minute < 60 && second <= 60;
    valid.then(|| (hour * 3600 + minute * 60 + second.min(59)) * 1000)
}

/// The fraction of a second in milliseconds, and what follows it.
fn fraction(rest: &str) -> Option<(i64, &str)> {
    let Some(rest) = rest.strip_prefix('.') else {
        return Some((0, rest));
    };
    let end = rest.find(|c: char| !c.is_ascii_digit())?;
    let (fraction, zone) = rest.split_at(end);
    let three: String = fraction.chars().chain("00".chars()).take(3).collect();
    Some((digits(&three, 3)?, zone))
}

fn zone_ms(zone: &str) -> Option<i64> {
    if matches!(zone, "Z" | "z") {
        return Some(0);
    }
    let sign = match zone.get(..1)? {
        "+" => 1,
        "-" => -1,
        _ => return None,
    };
    let (hours, minutes) = zone.get(1..)?.split_once(':')?;
    let (hours, minutes) = (digits(hours, 2)?, digits(minutes, 2)?);
    (hours < 24 && minutes < 60).then_some(sign * (hours * 60 + minutes) * 60_000)
}

fn month_days(year: i64, month: i64) -> i64 {
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    match month {
        2 => 28 + i64::from(leap),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Days since 1970-01-01, counting years from March so that a leap day comes last.
fn day_number(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468
}

/// The way back.
fn date(day_number: i64) -> (i64, i64, i64) {
    let days = day_number + 719_468;
    let (era, of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let from_march = (5 * of_year + 2) / 153;
    let month = (from_march + 2) % 12 + 1;
    let year = year + era * 400 + i64::from(month <= 2);
    (year, month, of_year - (153 * from_march + 2) / 5 + 1)
}

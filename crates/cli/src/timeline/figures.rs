//! Numbers, sizes and times as the timeline's commands print them. Times are in UTC.

use mneme_model::Moment;

/// `15,234`
pub fn count(n: u64) -> String {
    let digits = n.to_string();
    let mut shown = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            shown.push(',');
        }
        shown.push(digit);
    }
    shown
}

/// `45.2 MB`; what is less than a tenth of one, `38.1 KB`.
pub fn megabytes(bytes: u64) -> String {
    match bytes {
        1..50_000 => format!("{:.1} KB", bytes as f64 / 1_000.0),
        _ => format!("{:.1} MB", bytes as f64 / 1_000_000.0),
    }
}

/// `2h 15m 30s`; parts before the first that counts are left out.
pub fn uptime(ms: i64) -> String {
    let all = ms.max(0) / 1_000;
    let (hours, minutes, seconds) = (all / 3_600, all / 60 % 60, all % 60);
    match (hours, minutes) {
        (0, 0) => format!("{seconds}s"),
        (0, _) => format!("{minutes}m {seconds}s"),
        _ => format!("{hours}h {minutes}m {seconds}s"),
    }
}

/// `1.25s`, `3.5s`, `0.15s`
pub fn duration(ms: i64) -> String {
    let shown = format!("{:.3}", ms.max(0) as f64 / 1_000.0);
    let shown = shown.trim_end_matches('0').trim_end_matches('.');
    format!("{shown}s")
}

/// `2026-01-30 10:00:00`
pub fn second(ms: i64) -> String {
    let text = Moment::from_ms(ms).rfc3339();
    text.chars().take(19).collect::<String>().replace('T', " ")
}

/// `2026-01-30`
pub fn day(ms: i64) -> String {
    Moment::from_ms(ms).date()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_have_the_forms_of_the_reference() {
        let counts = [0, 12, 999, 1_000, 15_234, 1_234_567].map(count);
        assert_eq!(counts, ["0", "12", "999", "1,000", "15,234", "1,234,567"]);
        assert_eq!(megabytes(45_212_345), "45.2 MB");
        assert_eq!(megabytes(0), "0.0 MB");
        assert_eq!([49_000, 50_000].map(megabytes), ["49.0 KB", "0.1 MB"]);
        let uptimes = [0, 59_999, 61_000, 8_130_000, 360_000_000].map(uptime);
        assert_eq!(uptimes, ["0s", "59s", "1m 1s", "2h 15m 30s", "100h 0m 0s"]);
        let durations = [1_250, 3_500, 150, 2_000, 0].map(duration);
        assert_eq!(durations, ["1.25s", "3.5s", "0.15s", "2s", "0s"]);
        assert_eq!(second(1_769_767_215_999), "2026-01-30 10:00:15");
        assert_eq!(day(1_769_767_215_999), "2026-01-30");
    }
}

//! Times as the file writes them: `1:56 pm on 8 May, 2023`. No zone is given; they count as UTC.

use mneme_model::Moment;
use mneme_model::time::MONTHS;

pub fn read(text: &str) -> Option<Moment> {
    let text = text.to_lowercase();
    let (clock, day) = text.split_once(" on ")?;
    let (hour, minute) = read_clock(clock.trim())?;
    let (year, month, day) = read_day(day)?;
    Moment::parse(&format!(
        "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:00Z"
    ))
}

/// `1:56 pm`: twelve is the first hour of each half.
fn read_clock(text: &str) -> Option<(u32, u32)> {
    let (digits, half) = text.split_at_checked(text.len().checked_sub(2)?)?;
    let (hour, minute) = digits.trim().split_once(':')?;
    let hour: u32 = hour.parse().ok().filter(|hour| (1..=12).contains(hour))?;
    let afternoon = match half {
        "am" => 0,
        "pm" => 12,
        _ => return None,
    };
    Some((hour % 12 + afternoon, minute.parse().ok()?))
}

/// `8 may, 2023`
fn read_day(text: &str) -> Option<(u32, usize, u32)> {
    let mut parts = text.split([' ', ',']).filter(|part| !part.is_empty());
    let day = parts.next()?.parse().ok()?;
    let name = parts.next()?;
    let month = MONTHS.iter().position(|month| *month == name)? + 1;
    let year = parts.next()?.parse().ok()?;
    parts.next().is_none().then_some((year, month, day))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_as(text: &str) -> Option<String> {
        read(text).map(Moment::rfc3339)
    }

    #[test]
    fn the_times_of_the_file_are_read() {
        let cases = [
            ("1:56 pm on 8 May, 2023", "2023-05-08T13:56:00Z"),
            ("12:09 am on 13 September, 2023", "2023-09-13T00:09:00Z"),
            ("12:24 pm on 1 February, 2024", "2024-02-01T12:24:00Z"),
            ("9:05 AM on 29 february 2024", "2024-02-29T09:05:00Z"),
        ];
        for (text, time) in cases {
            assert_eq!(read_as(text).as_deref(), Some(time), "{text}");
        }
    }

    #[test]
    fn what_is_no_time_is_not_guessed_at() {
        for text in [
            "",
            "8 May, 2023",
            "13:56 pm on 8 May, 2023",
            "1:56 on 8 May, 2023",
            "1:56 pm on 8 Mai, 2023",
            "1:56 pm on 31 June, 2023",
            "1:56 pm on 8 May",
            "1:71 pm on 8 May, 2023",
            "ü on 8 May, 2023",
        ] {
            assert_eq!(read_as(text), None, "{text}");
        }
    }
}

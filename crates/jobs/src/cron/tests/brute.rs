//! Against a scan that looks at every second and understands nothing of expressions: it is told
//! the numbers, and it watches the clock on the wall.

use std::collections::BTreeSet;

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::Offset;
use mneme_model::Zone;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};

use super::super::Cron;
use super::ms;

/// Where and when the clocks change, a leap day begins or a year ends.
const MOMENTS: [(&str, &str); 11] = [
    ("Europe/Vienna", "2026-03-29T01:00:00Z"),
    ("Europe/Vienna", "2026-10-25T01:00:00Z"),
    ("America/New_York", "2026-03-08T07:00:00Z"),
    ("America/New_York", "2026-11-01T06:00:00Z"),
    ("Australia/Lord_Howe", "2026-04-04T15:00:00Z"),
    ("Australia/Lord_Howe", "2026-10-03T15:30:00Z"),
    ("America/Sao_Paulo", "2018-11-04T03:00:00Z"),
    ("America/Sao_Paulo", "2018-02-18T02:00:00Z"),
    ("Pacific/Apia", "2011-12-30T10:00:00Z"),
    ("UTC", "2028-02-29T00:00:00Z"),
    ("Asia/Kathmandu", "2026-12-31T18:15:00Z"),
];
const HOUR_MS: i64 = 3_600_000;
/// How far the scan looks. What is due later is not compared.
const REACH_S: i64 = 14 * 3600;
/// How long before the moment it begins to watch, to know what was already shown.
const RUN_UP_S: i64 = 2 * 3600;

/// A field as the numbers it means and one of the ways to write them.
type Numbers = (String, BTreeSet<i8>);

#[derive(Debug, Clone)]
struct Wanted {
    second: Numbers,
    minute: Numbers,
    hour: Numbers,
    day: Numbers,
    month: Numbers,
    weekday: Numbers,
}

impl Wanted {
    fn text(&self) -> String {
        let fields = [
            &self.second,
            &self.minute,
            &self.hour,
            &self.day,
            &self.month,
            &self.weekday,
        ];
        fields.map(|field| field.0.as_str()).join(" ")
    }

    /// Wall time is told in seconds as if the wall hung in UTC.
    fn matches(&self, wall: i64) -> bool {
        // Most are told apart here already, which is what makes looking at every second bearable.
        let second = i8::try_from(wall.rem_euclid(60)).unwrap();
        self.second.1.contains(&second) && self.matches_minute(civil(wall))
    }

    fn matches_minute(&self, wall: DateTime) -> bool {
        let day = self.day.1.contains(&wall.day());
        let weekday = wall.weekday().to_sunday_zero_offset();
        let weekday = self.weekday.1.contains(&weekday);
        let restricted = |field: &Numbers| !field.0.starts_with(['*', '?']);
        let either = restricted(&self.day) && restricted(&self.weekday);
        self.minute.1.contains(&wall.minute())
            && self.hour.1.contains(&wall.hour())
            && self.month.1.contains(&wall.month())
            && if either {
                day || weekday
            } else {
                day && weekday
            }
    }
}

fn civil(wall: i64) -> DateTime {
    Offset::UTC.to_datetime(Timestamp::from_second(wall).unwrap())
}

fn scan(wanted: &Wanted, after_ms: i64, zone: &Zone) -> Option<i64> {
    let once_a_day = wanted.hour.1.len() < 24;
    let after = after_ms.div_euclid(1000);
    let mut shown: Option<i64> = None;
    for second in after - RUN_UP_S..=after + REACH_S {
        let stamp = Timestamp::from_second(second).unwrap();
        let wall = second + i64::from(zone.rules().to_offset(stamp).seconds());
        // Usually one second; more where the wall leaps, none where it shows a time again.
        let new = shown.map_or(wall, |shown| shown + 1)..=wall;
        let due = match once_a_day {
            true => new.into_iter().any(|wall| wanted.matches(wall)),
            false => wanted.matches(wall),
        };
        if due && second > after {
            return Some(second * 1000);
        }
        shown = shown.max(Some(wall));
    }
    None
}

/// All (as often as the weight says), a list, a range or a step.
fn field(open: u32, from: i8, to: i8) -> impl Strategy<Value = Numbers> {
    let whole: Vec<i8> = (from..=to).collect();
    let listed = subsequence(whole, 1..=4).prop_map(list);
    let range = (from..=to, from..=to, 1..=4usize).prop_map(|(a, b, step)| {
        let (a, b) = (a.min(b), a.max(b));
        (format!("{a}-{b}/{step}"), (a..=b).step_by(step).collect())
    });
    let step = (1..=to - from).prop_map(move |step| {
        let numbers = (from..=to).step_by(usize::try_from(step).unwrap());
        (format!("*/{step}"), numbers.collect())
    });
    let all = Just((String::from("*"), (from..=to).collect()));
    prop_oneof![open => all, 2 => listed, 1 => range, 1 => step]
}

/// Mostly the hours in which clocks change.
fn hour() -> impl Strategy<Value = Numbers> {
    let night = subsequence(vec![0, 1, 2, 3, 23], 1..=2).prop_map(list);
    prop_oneof![1 => field(2, 0, 23), 2 => night]
}

fn list(some: Vec<i8>) -> Numbers {
    let text: Vec<String> = some.iter().map(i8::to_string).collect();
    (text.join(","), some.into_iter().collect())
}

prop_compose! {
    fn wanted()(
        second in field(2, 0, 59), minute in field(2, 0, 59), hour in hour(),
        day in field(12, 1, 31), month in field(20, 1, 12), weekday in field(12, 0, 6),
    ) -> Wanted {
        Wanted { second, minute, hour, day, month, weekday }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn the_next_moment_is_the_one_a_scan_of_every_second_finds(
        wanted in wanted(),
        (zone, moment) in select(&MOMENTS[..]),
        shift_ms in -2 * HOUR_MS..2 * HOUR_MS,
    ) {
        let zone = Zone::named(zone).unwrap();
        let after = ms(moment) + shift_ms;
        let due = Cron::parse(&wanted.text()).unwrap().next_after(after, &zone);
        let reach = (after.div_euclid(1000) + REACH_S) * 1000;
        prop_assert_eq!(due.filter(|due| *due <= reach), scan(&wanted, after, &zone));
    }
}

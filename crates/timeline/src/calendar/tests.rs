use super::*;

const LAST_MS: i64 = 253_402_300_799_999;
const JAN_30_2026: i64 = 1_769_731_200_000;
const JAN_1_2027: i64 = 1_798_761_600_000;

fn chain(ms: i64, zone: &Zone) -> Vec<Period> {
    let day = Some(Period::day_of(ms, zone));
    std::iter::successors(day, Period::parent).collect()
}

fn names(ms: i64) -> Vec<String> {
    chain(ms, &Zone::utc()).iter().map(Period::name).collect()
}

fn parsed(name: &str) -> String {
    NodeName::parse(name).unwrap().to_string()
}

#[test]
fn a_day_leads_to_its_year() {
    assert_eq!(
        names(JAN_30_2026),
        ["2026-01-30", "2026-W05", "2026-01", "2026"]
    );
    let titles: Vec<_> = chain(JAN_30_2026, &Zone::utc())
        .iter()
        .map(Period::title)
        .collect();
    assert_eq!(
        titles,
        ["January 30, 2026", "Week 5, 2026", "January 2026", "2026"]
    );
}

#[test]
fn a_week_across_new_year_belongs_to_its_thursday() {
    let chain = chain(JAN_1_2027, &Zone::utc());
    assert_eq!(
        names(JAN_1_2027),
        ["2027-01-01", "2026-W53", "2026-12", "2026"]
    );
    assert_eq!(chain[2].title(), "December 2026");
    assert_eq!(chain[2].range(&Zone::utc()).1, JAN_1_2027 - 1);
}

#[test]
fn ranges_touch_without_a_gap() {
    let utc = Zone::utc();
    let day = Period::day_of(JAN_30_2026 + 5, &utc);
    assert_eq!(day.range(&utc), (JAN_30_2026, JAN_30_2026 + 86_399_999));
    let next = Period::day_of(day.range(&utc).1 + 1, &utc);
    assert_eq!(next.name(), "2026-01-31");
    let month = NodeName::parse("toc:month:2024-02").unwrap();
    let NodeName::Period(month) = month else {
        panic!("a month")
    };
    let (first, last) = month.range(&utc);
    assert_eq!(last + 1 - first, 29 * 86_400_000);
}

#[test]
fn both_ends_of_time_are_filed() {
    let utc = Zone::utc();
    assert_eq!(names(0), ["1970-01-01", "1970-W01", "1970-01", "1970"]);
    let week = chain(0, &utc)[1];
    assert_eq!(week.range(&utc).0, -3 * 86_400_000);
    assert_eq!(
        names(LAST_MS),
        ["9999-12-31", "9999-W52", "9999-12", "9999"]
    );
    let week = chain(LAST_MS, &utc)[1];
    assert_eq!(week.range(&utc).1, LAST_MS + 2 * 86_400_000);
    for ms in [i64::MIN, i64::MAX] {
        Period::day_of(ms, &utc);
    }
}

#[test]
fn zones_at_the_ends_of_time_do_not_fall_off() {
    for name in ["Pacific/Kiritimati", "America/Los_Angeles", "Asia/Kolkata"] {
        let zone = Zone::named(name).unwrap();
        for ms in [0, LAST_MS] {
            for period in chain(ms, &zone) {
                let (first, last) = period.range(&zone);
                assert!(first < last, "{name} {}", period.name());
                assert_eq!(
                    period
                        .name()
                        .chars()
                        .take_while(char::is_ascii_digit)
                        .count(),
                    4
                );
            }
        }
        let day = Period::day_of(0, &zone);
        let (first, last) = day.range(&zone);
        assert!(first <= 0 && 0 <= last);
    }
}

#[test]
fn a_day_with_a_changed_clock_is_shorter_or_longer() {
    let berlin = Zone::named("Europe/Berlin").unwrap();
    let hours = |name: &str| {
        let Some(NodeName::Period(day)) = NodeName::parse(name) else {
            panic!("a day")
        };
        let (first, last) = day.range(&berlin);
        (last + 1 - first) / 3_600_000
    };
    assert_eq!(hours("toc:day:2026-03-29"), 23);
    assert_eq!(hours("toc:day:2026-10-25"), 25);
    assert_eq!(hours("toc:day:2026-10-26"), 24);
}

#[test]
fn a_zone_moves_midnight() {
    let tokyo = Zone::named("Asia/Tokyo").unwrap();
    let eve = JAN_30_2026 - 3_600_000;
    assert_eq!(Period::day_of(eve, &tokyo).name(), "2026-01-30");
    assert_eq!(Period::day_of(eve, &Zone::utc()).name(), "2026-01-29");
    assert_eq!(tokyo.name(), "Asia/Tokyo");
    assert!(Zone::named("Mars/Olympus").is_none());
}

#[test]
fn every_day_of_two_centuries_agrees_with_the_library() {
    let first = jiff::civil::date(1969, 12, 20);
    for number in 0..80_000 {
        let date = first.saturating_add(jiff::Span::new().days(number));
        let iso = date.iso_week_date();
        let day = Period::of_day_number(number - 12);
        assert_eq!(day.name(), date.to_string());
        let week = day.parent().unwrap();
        assert_eq!(week.name(), format!("{:04}-W{:02}", iso.year(), iso.week()));
    }
}

#[test]
fn names_are_read_in_both_spellings_and_written_in_one() {
    let id = "01KG5XTZ00ABCDEFGHJKMNPQRS";
    for (given, written) in [
        ("toc:year:2026", "toc:year:2026"),
        ("toc:month:2026:01", "toc:month:2026-01"),
        ("toc:month:2026-01", "toc:month:2026-01"),
        ("toc:week:2026:W05", "toc:week:2026-W05"),
        ("toc:week:2026-W53", "toc:week:2026-W53"),
        ("toc:day:2024-02-29", "toc:day:2024-02-29"),
    ] {
        assert_eq!(parsed(given), written);
    }
    let long = format!("toc:segment:2026-01-30:{id}");
    assert_eq!(parsed(&long), format!("toc:segment:{id}"));
    assert_eq!(parsed(&parsed(&long)), format!("toc:segment:{id}"));
}

#[test]
fn what_is_no_name_is_refused() {
    for name in [
        "",
        "toc:",
        "toc:year:26",
        "toc:year:+026",
        "toc:year:20260",
        "toc:month:2026-13",
        "toc:month:2026-1",
        "toc:week:2026-W54",
        "toc:week:2025-W53",
        "toc:week:2026-05",
        "toc:day:2026-02-29",
        "toc:day:2026-01-30-01",
        "toc:decade:2020",
        "toc:segment:short",
        "toc:segment:2026-02-31:01KG5XTZ00ABCDEFGHJKMNPQRS",
        "toc:month:２０２６-01",
    ] {
        assert_eq!(NodeName::parse(name), None, "{name}");
    }
}

#[test]
fn a_grip_has_two_spellings() {
    let id = "01KG5XTZ00ABCDEFGHJKMNPQRS";
    assert_eq!(grip_name(&format!("grip:{id}")), Some(id));
    assert_eq!(grip_name(&format!("grip:1769731200000:{id}")), Some(id));
    for bad in ["grip:", "grip:x", "grip:17:01KG5XTZ00ABCDEFGHJKMNPQRS", id] {
        assert_eq!(grip_name(bad), None, "{bad}");
    }
}

#[test]
fn levels_keep_their_codes() {
    for level in Level::ALL {
        assert_eq!(Level::from_code(level.code()), Some(level));
    }
    assert_eq!((Level::Year.code(), Level::Segment.code()), (1, 5));
    assert_eq!(Level::Week.name(), "Week");
    assert_eq!(Level::from_code(0), None);
}

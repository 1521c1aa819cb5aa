mod brute;
mod changes;

use jiff::Timestamp;
use mneme_model::Zone;

use super::Cron;

fn ms(text: &str) -> i64 {
    text.parse::<Timestamp>().unwrap().as_millisecond()
}

fn next(cron: &str, zone: &str, after: &str) -> Option<String> {
    let zone = Zone::named(zone).unwrap();
    let due = Cron::parse(cron).unwrap().next_after(ms(after), &zone)?;
    Some(Timestamp::from_millisecond(due).unwrap().to_string())
}

#[track_caller]
fn is_due(cron: &str, zone: &str, after: &str, due: &str) {
    assert_eq!(next(cron, zone, after).as_deref(), Some(due), "{cron}");
}

#[test]
fn the_next_moment_is_strictly_later() {
    let now = "2026-01-30T10:00:00Z";
    is_due("0 * * * * *", "UTC", now, "2026-01-30T10:01:00Z");
    is_due("0 */15 * * * *", "UTC", now, "2026-01-30T10:15:00Z");
    is_due("0 0 * * * *", "UTC", now, "2026-01-30T11:00:00Z");
    is_due("0 0 * * * *", "UTC", "2026-01-30T09:59:59.999Z", now);
    is_due(
        "* * * * * *",
        "UTC",
        "2026-01-30T10:00:00.001Z",
        "2026-01-30T10:00:01Z",
    );
}

#[test]
fn five_fields_begin_with_the_minute() {
    is_due(
        "0 3 * * *",
        "UTC",
        "2026-01-30T10:00:00Z",
        "2026-01-31T03:00:00Z",
    );
    is_due(
        "30 4 1 * *",
        "UTC",
        "2026-01-30T10:00:00Z",
        "2026-02-01T04:30:00Z",
    );
}

#[test]
fn names_lists_ranges_and_steps_are_understood() {
    let friday = "2026-01-30T10:00:00Z";
    is_due("0 0 2 * * SUN", "UTC", friday, "2026-02-01T02:00:00Z");
    is_due("0 0 2 * * 7", "UTC", friday, "2026-02-01T02:00:00Z");
    is_due("0 0 2 ? * 0", "UTC", friday, "2026-02-01T02:00:00Z");
    is_due("0 0 2 * * mon-Fri", "UTC", friday, "2026-02-02T02:00:00Z");
    is_due("0 0 2 * * SAT-SUN", "UTC", friday, "2026-01-31T02:00:00Z");
    is_due("0 0 2 * * 5-7", "UTC", friday, "2026-01-31T02:00:00Z");
    is_due("0 0 0 1 APR,oct *", "UTC", friday, "2026-04-01T00:00:00Z");
    is_due(
        "10/20 5,50-59/3 10 * * *",
        "UTC",
        friday,
        "2026-01-30T10:05:10Z",
    );
    is_due(
        "10/20 50-59/3 10 * * *",
        "UTC",
        friday,
        "2026-01-30T10:50:10Z",
    );
    is_due("0 0 0 * * 1/3", "UTC", friday, "2026-02-02T00:00:00Z");
}

#[test]
fn either_day_is_enough_if_both_are_restricted() {
    let friday = "2026-01-30T10:00:00Z";
    is_due("0 0 0 15 * MON", "UTC", friday, "2026-02-02T00:00:00Z");
    is_due(
        "0 0 0 15 * MON",
        "UTC",
        "2026-02-10T00:00:00Z",
        "2026-02-15T00:00:00Z",
    );
    // A field that begins with a star restricts by itself, but does not open the other one.
    is_due("0 0 0 */2 * MON", "UTC", friday, "2026-02-09T00:00:00Z");
}

#[test]
fn rare_dates_are_waited_for_and_impossible_ones_are_not() {
    is_due(
        "0 0 0 29 2 *",
        "UTC",
        "2026-01-30T10:00:00Z",
        "2028-02-29T00:00:00Z",
    );
    is_due(
        "0 0 0 29 2 *",
        "UTC",
        "2096-03-01T00:00:00Z",
        "2104-02-29T00:00:00Z",
    );
    is_due(
        "0 0 0 31 * *",
        "UTC",
        "2026-04-01T00:00:00Z",
        "2026-05-31T00:00:00Z",
    );
    is_due(
        "0 0 0 */28 2 MON",
        "UTC",
        "2027-02-02T00:00:00Z",
        "2038-02-01T00:00:00Z",
    );
    for never in ["0 0 0 30 2 *", "0 0 0 31 2,4,6,9,11 *"] {
        assert_eq!(next(never, "UTC", "2026-01-30T10:00:00Z"), None);
        assert_eq!(next(never, "Europe/Vienna", "2026-01-30T10:00:00Z"), None);
    }
}

#[test]
fn times_before_the_epoch_and_out_of_range_are_no_trouble() {
    is_due(
        "0 0 * * * *",
        "UTC",
        "1969-12-31T22:59:59.500Z",
        "1969-12-31T23:00:00Z",
    );
    let cron = Cron::parse("0 0 * * * *").unwrap();
    for far in [i64::MIN, i64::MAX] {
        assert_eq!(cron.next_after(far, &Zone::utc()), None);
    }
}

#[test]
fn an_expression_that_is_none_is_refused_by_name() {
    for text in [
        "",
        "* * *",
        "* * * * * * *",
        "60 * * * * *",
        "* 60 * * * *",
        "* * 24 * * *",
        "0 0 0 0 * *",
        "0 0 0 32 * *",
        "0 0 0 1 13 *",
        "0 0 0 1 0 *",
        "0 0 0 * * 8",
        "*/0 * * * * *",
        "0 */90 * * * *",
        "0 5-1 * * * *",
        "0 1- * * * *",
        "0 , * * * *",
        "0 +5 * * * *",
        "? * * * * *",
        "0 0 0 L * *",
        "0 0 0 * * MON#2",
        "@hourly",
        "0 0 0 * JANU *",
        "0 0 0 * * FRI-MON",
        "0 */a * * * *",
        "0 999 * * * *",
        "ä * * * * *",
    ] {
        let error = Cron::parse(text).unwrap_err();
        assert_eq!(error.expression, text);
        assert!(
            error.to_string().contains(&format!("\"{text}\"")),
            "{error}"
        );
    }
    let error = Cron::parse("0 */90 * * * *").unwrap_err().to_string();
    let told = "invalid cron expression \"0 */90 * * * *\": \"*/90\" is no minute: \
                the step \"90\" is not one of 1 to 60";
    assert_eq!(error, told);
}

#[test]
fn the_text_is_kept_as_it_was_written() {
    for text in ["0 */15 * * * *", "0  3 * *  SUN"] {
        assert_eq!(Cron::parse(text).unwrap().text(), text);
        assert_eq!(text.parse::<Cron>().unwrap().to_string(), text);
    }
}

#[test]
fn usual_schedules_have_words() {
    for (cron, words) in [
        ("0 0 * * * *", "hourly"),
        ("0 * * * *", "hourly"),
        ("0 */15 * * * *", "every 15 min"),
        ("0 0,15,30,45 * ? * ?", "every 15 min"),
        ("0 * * * * *", "every minute"),
        ("*/10 * * * * *", "every 10 sec"),
        ("* * * * * *", "every second"),
        ("0 5 * * * *", "hourly at :05"),
        ("0 0 */6 * * *", "every 6 hours"),
        ("0 0 0 * * *", "daily"),
        ("0 3 * * *", "daily at 03:00"),
        ("0 0 2 * * 0", "weekly on Sunday at 02:00"),
        ("0 0 0 * * MON", "weekly on Monday"),
        ("0 30 8 * * MON-FRI", "on workdays at 08:30"),
        ("0 0 3 1 * *", "monthly at 03:00"),
        ("0 0 0 15 * *", "monthly on day 15"),
    ] {
        assert_eq!(Cron::parse(cron).unwrap().words().as_deref(), Some(words));
    }
}

#[test]
fn unusual_schedules_have_none() {
    for cron in [
        "0 */7 * * * *",
        "0 */40 * * * *",
        "5 * * * * *",
        "0 0 0 1 1 *",
        "0 0 */5 * * *",
        "0 0 0 15 * MON",
        "0 0 0 * * MON,THU",
        "0 1,2 * * * *",
        "*/7 * * * * *",
        "1 0 0 * * *",
    ] {
        assert_eq!(Cron::parse(cron).unwrap().words(), None, "{cron}");
    }
}

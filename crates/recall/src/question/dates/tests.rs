use jiff::civil::date;
use mneme_model::Moment;

use super::*;

/// A Wednesday.
const NOW: &str = "2023-10-18T15:00:00Z";

fn read(text: &str) -> Option<When> {
    When::read(text, Moment::parse(NOW).unwrap())
}

fn days(text: &str) -> (String, String) {
    match read(text) {
        Some(When::Days(first, last)) => (first.to_string(), last.to_string()),
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn dates_that_say_themselves_which_they_are() {
    for text in [
        "on 8 May 2023",
        "May 8th, 2023",
        "the 8th of May 2023",
        "since 2023-05-08",
    ] {
        assert_eq!(
            days(text),
            ("2023-05-08".into(), "2023-05-08".into()),
            "{text}"
        );
    }
    assert_eq!(
        days("in May 2023"),
        ("2023-05-01".into(), "2023-05-31".into())
    );
    assert_eq!(days("in 2022?"), ("2022-01-01".into(), "2022-12-31".into()));
    assert_eq!(
        days("the summer of 2022"),
        ("2022-06-01".into(), "2022-08-31".into())
    );
    assert_eq!(days("2023-02"), ("2023-02-01".into(), "2023-02-28".into()));
    assert_eq!(
        read("in March"),
        Some(When::EveryYear {
            month: 3,
            day: None
        })
    );
    assert_eq!(
        read("on May 8?"),
        Some(When::EveryYear {
            month: 5,
            day: Some(8)
        })
    );
}

#[test]
fn dates_that_count_from_today() {
    assert_eq!(
        days("yesterday"),
        ("2023-10-17".into(), "2023-10-17".into())
    );
    assert_eq!(
        days("last week"),
        ("2023-10-09".into(), "2023-10-15".into())
    );
    assert_eq!(
        days("this month"),
        ("2023-10-01".into(), "2023-10-31".into())
    );
    assert_eq!(
        days("last March"),
        ("2023-03-01".into(), "2023-03-31".into())
    );
    assert_eq!(
        days("last November"),
        ("2022-11-01".into(), "2022-11-30".into())
    );
    assert_eq!(
        days("last Friday"),
        ("2023-10-13".into(), "2023-10-13".into())
    );
    assert_eq!(
        days("last Wednesday"),
        ("2023-10-11".into(), "2023-10-11".into())
    );
    assert_eq!(
        days("last weekend"),
        ("2023-10-14".into(), "2023-10-15".into())
    );
    assert_eq!(
        days("last summer"),
        ("2023-06-01".into(), "2023-08-31".into())
    );
    assert_eq!(
        days("the past three months"),
        ("2023-07-18".into(), "2023-10-18".into())
    );
    assert_eq!(
        days("two weeks ago"),
        ("2023-09-30".into(), "2023-10-08".into())
    );
    assert_eq!(
        days("a couple of days ago"),
        ("2023-10-15".into(), "2023-10-17".into())
    );
    assert_eq!(
        days("two weeks before 8 May 2023"),
        ("2023-04-24".into(), "2023-04-24".into())
    );
}

#[test]
fn words_that_are_no_dates() {
    for text in [
        "may I ask",
        "May marketing mention it?",
        "April told us",
        "the last day of the fair",
        "they march on",
        "how long ago",
        "12345",
        "the last straw",
        "",
        "what is 7 times 6",
        "a second thought",
        "99 bottles",
        "2023-99-99",
    ] {
        assert_eq!(read(text), None, "{text}");
    }
}

#[test]
fn a_moment_fits_inside_and_a_little_later() {
    let when = When::Days(date(2023, 5, 1), date(2023, 5, 31));
    let fits = |day: &str| when.fits(Moment::parse(day).unwrap());
    assert_eq!(
        (fits("2023-05-01"), fits("2023-06-05"), fits("2023-08-01")),
        (1.0, 0.5, 0.0)
    );
    assert_eq!(fits("2023-04-30"), 0.0);
}

#[test]
fn no_question_breaks_the_reader() {
    for text in [
        "last",
        "a",
        "the 31st of February 2023",
        "0 years ago",
        "999 years ago",
        "last 999 years",
        "31 April",
    ] {
        let _ = read(text);
    }
}

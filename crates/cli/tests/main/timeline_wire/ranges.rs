//! Events of a stretch of time.

use std::collections::BTreeSet;

use mneme_wire::proto::{Event, GetEventsRequest};
use tonic::Code;

use super::line;
use super::said::{MORNING, SECOND, Said};
use super::wire::{ALWAYS, Wire};

fn ids(events: &[Event]) -> Vec<&str> {
    events.iter().map(|event| event.event_id.as_str()).collect()
}

/// So many events, a second apart.
fn row(line: &mut Wire, count: usize) {
    let one = |n: usize| {
        let at = MORNING + SECOND * i64::try_from(n).unwrap();
        Said::new(&format!("e{n:04}"), "s", at, "x")
    };
    line.tell_all((0..count).map(one));
}

#[test]
fn t_011_the_time_at_the_source_is_the_order() {
    let mut line = line();
    for (id, at) in [("zz", 3_000), ("mm", 1_000), ("01J0", 2_000)] {
        line.tell(Said::new(id, "s", at, "x"));
    }
    assert_eq!(ids(&line.range(0, ALWAYS, 0).events), ["mm", "01J0", "zz"]);
}

#[test]
fn t_012_both_ends_belong_to_a_range() {
    let mut line = line();
    for at in [999, 1_000, 1_500, 2_000, 2_001] {
        line.tell(Said::new(&at.to_string(), "s", at, "x"));
    }
    assert_eq!(
        ids(&line.range(1_000, 2_000, 0).events),
        ["1000", "1500", "2000"]
    );
    assert_eq!(ids(&line.range(1_500, 1_500, 0).events), ["1500"]);
}

#[test]
fn t_013_limits_are_kept_and_what_is_left_is_told() {
    let mut line = line();
    row(&mut line, 60);
    for (limit, given, more) in [
        (0, 50, true),
        (-3, 50, true),
        (60, 60, false),
        (59, 59, true),
        (20_000, 60, false),
    ] {
        let page = line.range(0, ALWAYS, limit);
        assert_eq!((page.events.len(), page.has_more), (given, more), "{limit}");
    }
    let page = line.range(MORNING, MORNING + 9 * SECOND, 10);
    assert_eq!(
        (page.events.len(), page.has_more),
        (10, false),
        "of the range"
    );
}

#[test]
fn t_014_a_reversed_range_is_empty() {
    let mut line = line();
    row(&mut line, 3);
    let page = line.range(ALWAYS, 0, 10);
    assert_eq!((page.events.len(), page.has_more), (0, false));
    let page = line.range(i64::MAX, i64::MIN, 10);
    assert_eq!((page.events.len(), page.has_more), (0, false));
    assert_eq!(line.range(i64::MIN, i64::MAX, 10).events.len(), 3);
}

#[test]
fn t_015_paging_by_time_sees_everything_once() {
    let mut line = line();
    row(&mut line, 500);
    let (mut from, mut seen, mut pages) = (0, BTreeSet::new(), 0);
    loop {
        let page = line.range(from, ALWAYS, 50);
        let last = page.events.last().unwrap();
        from = last.timestamp_ms;
        let new = page
            .events
            .iter()
            .filter(|e| seen.insert(e.event_id.clone()));
        let new = new.count();
        assert_eq!(
            new,
            page.events.len() - usize::from(pages > 0),
            "only the last again"
        );
        pages += 1;
        if !page.has_more {
            break;
        }
    }
    assert_eq!((seen.len(), pages), (500, 11));
}

#[test]
fn a_cursor_goes_on_where_time_alone_cannot() {
    let mut line = line();
    let same = |n: usize| Said::new(&format!("{:03}", n * 7 % 130), "s", MORNING, "x");
    line.tell_all((0..130).map(same));
    let (mut token, mut seen) = (None, Vec::new());
    loop {
        let page = line.get_events(GetEventsRequest {
            from_timestamp_ms: MORNING,
            to_timestamp_ms: MORNING,
            limit: 50,
            page_token: token,
        });
        let page = page.unwrap();
        assert_eq!(page.has_more, page.page_token.is_some());
        seen.extend(page.events.into_iter().map(|event| event.event_id));
        token = page.page_token;
        if token.is_none() {
            break;
        }
    }
    let all: Vec<String> = (0..130).map(|n| format!("{n:03}")).collect();
    assert_eq!(seen, all, "by id where times are equal");
}

#[test]
fn a_cursor_nobody_gave_out_is_refused() {
    let mut line = line();
    row(&mut line, 1);
    for token in ["", "x", "-1.a", "99999999999999999999.a"] {
        let asked = GetEventsRequest {
            to_timestamp_ms: ALWAYS,
            page_token: Some(token.into()),
            ..GetEventsRequest::default()
        };
        let refused = line.get_events(asked).unwrap_err();
        assert_eq!(refused.code(), Code::InvalidArgument, "{token:?}");
        assert!(refused.message().contains("page_token"), "{refused}");
    }
}

#[test]
fn a_cursor_of_another_stretch_is_refused() {
    let mut line = line();
    row(&mut line, 5);
    let asked = |to_timestamp_ms, page_token| GetEventsRequest {
        to_timestamp_ms,
        page_token,
        limit: 2,
        ..GetEventsRequest::default()
    };
    let first = line.get_events(asked(ALWAYS, None)).unwrap();
    let refused = line.get_events(asked(ALWAYS - 1, first.page_token.clone()));
    assert_eq!(refused.unwrap_err().code(), Code::InvalidArgument);
    let second = line.get_events(asked(ALWAYS, first.page_token)).unwrap();
    assert_eq!(second.events.len(), 2);
}

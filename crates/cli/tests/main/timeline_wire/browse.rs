//! Children, page by page.

use mneme_wire::proto::GetNodeRequest;
use tonic::Code;

use super::line;
use super::said::{MINUTE, MORNING, Said};
use super::wire::Wire;

const DAY: &str = "toc:day:2026-01-30";

/// So many segments on one day: each its own session, of one event.
fn segments(line: &mut Wire, count: usize) {
    let one = |n: usize| {
        let at = MORNING + MINUTE * i64::try_from(n).unwrap();
        let text = format!("Session number {n} was about something of its own.");
        Said::new(&format!("e{n}"), &format!("s{n}"), at, &text)
    };
    // Told backwards: the order is that of time.
    line.tell_all((0..count).rev().map(one));
    line.settle();
}

/// How many children, the token of the next page, and whether there is one.
type Page = (usize, Option<String>, bool);

/// All pages, and the ids in their order.
fn pages(line: &mut Wire, limit: i32) -> (Vec<Page>, Vec<String>) {
    let (mut pages, mut ids, mut token) = (Vec::new(), Vec::new(), None);
    loop {
        let page = line.page(DAY, limit, token.as_deref()).unwrap();
        token = page.continuation_token.clone();
        pages.push((page.children.len(), page.continuation_token, page.has_more));
        ids.extend(page.children.into_iter().map(|child| child.node_id));
        if token.is_none() {
            return (pages, ids);
        }
    }
}

fn token(at: &str) -> Option<String> {
    Some(at.to_owned())
}

#[test]
fn t_027_pages_of_children_the_oldest_first() {
    let mut line = line();
    segments(&mut line, 7);
    let (pages, ids) = pages(&mut line, 3);
    assert_eq!(
        pages,
        [
            (3, token("3"), true),
            (3, token("6"), true),
            (1, None, false)
        ]
    );
    let day = line.node(DAY).unwrap();
    assert_eq!(ids, day.child_node_ids, "the same order");
    let times: Vec<i64> = line
        .below(DAY)
        .iter()
        .map(|child| child.start_time_ms)
        .collect();
    let minutes = (0..7).map(|n| MORNING + n * MINUTE);
    assert_eq!(times, minutes.collect::<Vec<_>>(), "distinct, and in order");
}

#[test]
fn t_028_what_one_can_get_wrong_when_browsing() {
    let mut line = line();
    segments(&mut line, 105);
    let refused = line.page("", 10, None).unwrap_err();
    assert_eq!(refused.code(), Code::InvalidArgument);
    assert!(refused.message().contains("parent_id"), "{refused}");
    for unknown in [
        "toc:year:1999",
        "toc:day:2026-13-99",
        "nonsense",
        "toc:segment:01HXYZ",
    ] {
        let page = line.page(unknown, 10, None).unwrap();
        assert!(page.children.is_empty() && !page.has_more, "{unknown}");
        assert_eq!(page.continuation_token, None);
    }
    let page = line.page(DAY, 1_000, None).unwrap();
    assert_eq!(
        (page.children.len(), page.continuation_token),
        (100, token("100"))
    );
    for wrong in ["x", "", "-1", "1.5", " 3", "99999999999999999999"] {
        let refused = line.page(DAY, 10, Some(wrong)).unwrap_err();
        assert_eq!(refused.code(), Code::InvalidArgument, "{wrong:?}");
        assert!(
            refused.message().contains("continuation_token"),
            "{refused}"
        );
    }
    let behind = line.page(DAY, 10, Some("5000")).unwrap();
    assert!(behind.children.is_empty() && !behind.has_more);
}

#[test]
fn t_029_a_node_nobody_has_is_no_error() {
    let mut line = line();
    let node_id = String::new();
    let refused = line.get_node(GetNodeRequest { node_id }).unwrap_err();
    assert_eq!(refused.code(), Code::InvalidArgument);
    assert!(refused.message().contains("node_id"), "{refused}");
    line.tell(Said::new(
        "i",
        "s",
        MORNING,
        "So that there is a namespace.",
    ));
    line.settle();
    assert!(line.node("toc:year:2026").is_some());
    for id in [
        "toc:year:1999",
        "toc:year:99999",
        "toc:month:2026-13",
        "x",
        "toc:segment:",
        "grip:1",
    ] {
        assert_eq!(line.node(id), None, "{id}");
    }
}

#[test]
fn t_095_a_page_has_twenty_unless_one_says_otherwise() {
    let mut line = line();
    segments(&mut line, 20);
    for limit in [0, -1] {
        assert_eq!(pages(&mut line, limit).0, [(20, None, false)]);
    }
    let late = |n: i64| {
        let at = MORNING + (100 + n) * MINUTE;
        Said::new(
            &format!("late{n}"),
            &format!("late{n}"),
            at,
            "Another session of that day, a late one.",
        )
    };
    line.tell_all((0..5).map(late));
    line.settle();
    assert_eq!(
        pages(&mut line, 0).0,
        [(20, token("20"), true), (5, None, false)]
    );
}

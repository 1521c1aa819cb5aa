//! Periods: which one belongs to which, and what each covers.

use mneme_wire::proto::{EventRole, EventType, TocLevel, TocNode};

use super::line;
use super::said::{DAY, HOUR, MORNING, Said, noon, talk};
use super::wire::Wire;

/// The ids above a day on which something ended.
fn above(line: &mut Wire, at: i64) -> Vec<(String, String)> {
    let session = at.to_string();
    line.tell_all(talk(&session, at, 2));
    let end = Said::new(&format!("{session}-end"), &session, at + HOUR / 2, "");
    line.tell(end.by(EventType::SessionEnd, EventRole::System));
    line.settle();
    let mut nodes = line.years();
    let mut chain = Vec::new();
    while let Some(node) = nodes.into_iter().find(|node| holds(line, node, at)) {
        nodes = line.below(&node.node_id);
        chain.push((node.node_id, node.title));
    }
    chain.truncate(4);
    chain
}

/// Whether a segment that begins at a moment is below a node.
fn holds(line: &mut Wire, node: &TocNode, at: i64) -> bool {
    match node.level() {
        TocLevel::Segment => node.start_time_ms == at,
        _ => line
            .below(&node.node_id)
            .iter()
            .any(|child| holds(line, child, at)),
    }
}

#[test]
fn t_024_a_week_belongs_to_the_year_of_its_thursday() {
    let mut line = line();
    let cases = [
        (
            noon(2027, 1, 1),
            [
                "toc:year:2026",
                "toc:month:2026-12",
                "toc:week:2026-W53",
                "toc:day:2027-01-01",
            ],
            "December 2026",
        ),
        (
            noon(2021, 1, 3),
            [
                "toc:year:2020",
                "toc:month:2020-12",
                "toc:week:2020-W53",
                "toc:day:2021-01-03",
            ],
            "December 2020",
        ),
        (
            noon(2025, 12, 29),
            [
                "toc:year:2026",
                "toc:month:2026-01",
                "toc:week:2026-W01",
                "toc:day:2025-12-29",
            ],
            "January 2026",
        ),
        (
            noon(2024, 12, 29),
            [
                "toc:year:2024",
                "toc:month:2024-12",
                "toc:week:2024-W52",
                "toc:day:2024-12-29",
            ],
            "December 2024",
        ),
    ];
    for (at, ids, month) in cases {
        let chain = above(&mut line, at);
        let found: Vec<&str> = chain.iter().map(|(id, _)| id.as_str()).collect();
        assert_eq!(found, ids);
        assert_eq!(chain[1].1, month, "the title is of its own id");
        assert_eq!(chain[0].1, ids[0]["toc:year:".len()..]);
    }
}

#[test]
fn t_025_each_period_covers_exactly_itself() {
    let mut line = line();
    line.tell_all(talk("s", MORNING, 4));
    line.settle();
    let midnight = noon(2026, 1, 30) - DAY / 2;
    let ranges = [
        ("toc:day:2026-01-30", midnight, midnight + DAY - 1),
        (
            "toc:week:2026-W05",
            midnight - 4 * DAY,
            midnight + 3 * DAY - 1,
        ),
        (
            "toc:month:2026-01",
            midnight - 29 * DAY,
            midnight + 2 * DAY - 1,
        ),
        (
            "toc:year:2026",
            midnight - 29 * DAY,
            midnight + 336 * DAY - 1,
        ),
    ];
    for (id, start, end) in ranges {
        let node = line.node(id).unwrap();
        assert_eq!((node.start_time_ms, node.end_time_ms), (start, end), "{id}");
    }
    let segment = line.below("toc:day:2026-01-30").remove(0);
    let ends = (segment.start_time_ms, segment.end_time_ms);
    assert_eq!(
        ends,
        (MORNING, MORNING + 3 * 60_000),
        "the first and the last event"
    );
}

#[test]
fn t_026_the_newest_year_comes_first() {
    let mut line = line();
    for year in [2024, 2026, 2019, 2025] {
        line.tell_all(talk(&format!("y{year}"), noon(year, 6, 15), 2));
    }
    line.settle();
    let titles: Vec<String> = line.years().into_iter().map(|year| year.title).collect();
    assert_eq!(titles, ["2026", "2025", "2024", "2019"]);
}

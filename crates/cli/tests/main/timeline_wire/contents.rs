//! The table of contents: which nodes there are, and what they are called.

use mneme_wire::proto::{EventRole, EventType, GetTocRootRequest, TocLevel, TocNode};

use super::said::{DAY, HOUR, MORNING, Said, noon, now, talk};
use super::wire::Wire;
use super::{home, line, serve};
use crate::support::eventually;

const EVERY_SECOND: &str = "[scheduler.jobs]\nsegment-summarizer = \"* * * * * *\"\n";

#[test]
fn t_019_a_session_of_an_hour_ago_is_in_the_contents_after_a_run() {
    let server = serve(&home(EVERY_SECOND));
    let mut line = Wire::to(&server);
    assert!(line.pause("segment-summarizer").success);
    let start = now() - HOUR - 12 * 60_000;
    line.tell_all(talk("an-hour-ago", start, 12));
    let root = line.get_toc_root(GetTocRootRequest {}).unwrap();
    assert!(root.nodes.is_empty(), "nobody has run yet");
    assert!(line.resume("segment-summarizer").success);
    let year = eventually("the year", || line.years().pop());
    assert!((year.start_time_ms..=year.end_time_ms).contains(&start));
    eventually("the run to be counted", || {
        (line.job("segment-summarizer").run_count > 0).then_some(())
    });
}

/// The first node of each level, from the year down.
fn chain(line: &mut Wire) -> Vec<TocNode> {
    let mut chain = vec![line.years().remove(0)];
    while let Some(child) = line.below(&chain[chain.len() - 1].node_id.clone()).into_iter().next() {
        chain.push(child);
    }
    chain
}

#[test]
fn t_020_from_the_year_down_to_the_segment() {
    let mut line = line();
    line.tell_all(talk("s", MORNING, 12));
    line.settle();
    let chain = chain(&mut line);
    let levels: Vec<i32> = chain.iter().map(|node| node.level).collect();
    assert_eq!(levels, [1, 2, 3, 4, 5]);
    for pair in chain.windows(2) {
        assert_eq!(pair[0].child_node_ids, [pair[1].node_id.clone()], "once, and only this");
        assert_eq!(line.node(&pair[1].node_id).as_ref(), Some(&pair[1]), "as it is alone");
    }
    assert!(chain[4].child_node_ids.is_empty());
}

/// `d` is a digit, `X` a digit or a capital, anything else itself.
fn has_form(id: &str, form: &str) -> bool {
    let fits = |(is, wanted): (char, char)| match wanted {
        'd' => is.is_ascii_digit(),
        'X' => is.is_ascii_digit() || is.is_ascii_uppercase(),
        _ => is == wanted,
    };
    id.len() == form.len() && id.chars().zip(form.chars()).all(fits)
}

#[test]
fn t_021_ids_have_their_forms() {
    let mut line = line();
    line.tell_all(talk("s", MORNING, 4));
    line.settle();
    let segment = format!("toc:segment:{}", "X".repeat(26));
    // A `d` of a word is not meant as a digit: the words are looked at first.
    let forms = [("year:", "dddd"), ("month:", "dddd-dd"), ("week:", "dddd-Wdd"), ("day:", "dddd-dd-dd")];
    let chain = chain(&mut line);
    for (node, (word, form)) in chain.iter().zip(forms) {
        let rest = node.node_id.strip_prefix("toc:").and_then(|id| id.strip_prefix(word));
        assert!(rest.is_some_and(|rest| has_form(rest, form)), "{}", node.node_id);
    }
    let rest = chain[4].node_id.strip_prefix("toc:segment:").unwrap();
    assert!(has_form(rest, &segment["toc:segment:".len()..]), "{rest}");
}

#[test]
fn t_022_the_other_spelling_of_an_id_leads_to_the_same_node() {
    let mut line = line();
    line.tell_all(talk("s", MORNING, 4));
    line.settle();
    let segment = line.below("toc:day:2026-01-30").remove(0).node_id;
    let dated = segment.replace("segment:", "segment:2026-01-30:");
    for (other, own) in [
        ("toc:month:2026:01", "toc:month:2026-01"),
        ("toc:week:2026:W05", "toc:week:2026-W05"),
        (&dated, &segment),
    ] {
        let node = line.node(own).unwrap();
        assert_eq!(node.node_id, own);
        assert_eq!(line.node(other), Some(node), "{other}");
        assert_eq!(line.below(other), line.below(own), "{other}");
    }
}

#[test]
fn t_023_titles_are_the_calendars() {
    let mut line = line();
    line.tell_all(talk("s", MORNING, 4));
    line.settle();
    let titles: Vec<String> = chain(&mut line).into_iter().map(|node| node.title).collect();
    assert_eq!(titles[..4], ["2026", "January 2026", "Week 5, 2026", "January 30, 2026"]);
    assert!(!titles[4].is_empty());
}

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
        _ => line.below(&node.node_id).iter().any(|child| holds(line, child, at)),
    }
}

#[test]
fn t_024_a_week_belongs_to_the_year_of_its_thursday() {
    let mut line = line();
    let cases = [
        (noon(2027, 1, 1), ["toc:year:2026", "toc:month:2026-12", "toc:week:2026-W53", "toc:day:2027-01-01"], "December 2026"),
        (noon(2021, 1, 3), ["toc:year:2020", "toc:month:2020-12", "toc:week:2020-W53", "toc:day:2021-01-03"], "December 2020"),
        (noon(2025, 12, 29), ["toc:year:2026", "toc:month:2026-01", "toc:week:2026-W01", "toc:day:2025-12-29"], "January 2026"),
        (noon(2024, 12, 29), ["toc:year:2024", "toc:month:2024-12", "toc:week:2024-W52", "toc:day:2024-12-29"], "December 2024"),
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
        ("toc:week:2026-W05", midnight - 4 * DAY, midnight + 3 * DAY - 1),
        ("toc:month:2026-01", midnight - 29 * DAY, midnight + 2 * DAY - 1),
        ("toc:year:2026", midnight - 29 * DAY, midnight + 336 * DAY - 1),
    ];
    for (id, start, end) in ranges {
        let node = line.node(id).unwrap();
        assert_eq!((node.start_time_ms, node.end_time_ms), (start, end), "{id}");
    }
    let segment = line.below("toc:day:2026-01-30").remove(0);
    let ends = (segment.start_time_ms, segment.end_time_ms);
    assert_eq!(ends, (MORNING, MORNING + 3 * 60_000), "the first and the last event");
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

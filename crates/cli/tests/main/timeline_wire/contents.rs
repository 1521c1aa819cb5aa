//! The table of contents: which nodes there are, and what they are called.

use mneme_wire::proto::{GetTocRootRequest, TocNode};

use super::said::{HOUR, MORNING, now, talk};
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
    while let Some(child) = line
        .below(&chain[chain.len() - 1].node_id.clone())
        .into_iter()
        .next()
    {
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
        assert_eq!(
            pair[0].child_node_ids,
            [pair[1].node_id.clone()],
            "once, and only this"
        );
        assert_eq!(
            line.node(&pair[1].node_id).as_ref(),
            Some(&pair[1]),
            "as it is alone"
        );
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
    let ulid = "X".repeat(26);
    let forms = [
        ("toc:year:", "dddd"),
        ("toc:month:", "dddd-dd"),
        ("toc:week:", "dddd-Wdd"),
        ("toc:day:", "dddd-dd-dd"),
        ("toc:segment:", &ulid),
    ];
    let chain = chain(&mut line);
    assert_eq!(chain.len(), forms.len());
    for (node, (start, form)) in chain.iter().zip(forms) {
        let rest = node.node_id.strip_prefix(start);
        assert!(
            rest.is_some_and(|rest| has_form(rest, form)),
            "{}",
            node.node_id
        );
    }
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
    let titles: Vec<String> = chain(&mut line)
        .into_iter()
        .map(|node| node.title)
        .collect();
    assert_eq!(
        titles[..4],
        ["2026", "January 2026", "Week 5, 2026", "January 30, 2026"]
    );
    assert!(!titles[4].is_empty());
}

//! Where one segment ends and the next begins.

use std::collections::BTreeSet;

use mneme_wire::proto::{EventRole, EventType, TocNode};

use super::line;
use super::said::{HOUR, MINUTE, MORNING, SECOND, Said, now, talk};
use super::wire::Wire;

const DAY: &str = "toc:day:2026-01-30";

/// When each segment of the day begins and ends, in minutes of the morning.
fn cut(line: &mut Wire) -> Vec<(i64, i64)> {
    let minute = |at: i64| (at - MORNING) / MINUTE;
    let ends = |node: &TocNode| (minute(node.start_time_ms), minute(node.end_time_ms));
    line.below(DAY).iter().map(ends).collect()
}

#[test]
fn t_030_half_an_hour_of_silence_ends_a_segment() {
    for (pause, expected) in [
        (31, vec![(0, 2), (33, 35)]),
        (29, vec![(0, 33)]),
        (30, vec![(0, 34)]),
    ] {
        let mut line = line();
        line.tell_all(talk("first", MORNING, 3).into_iter().map(|said| Said {
            session: "s".into(),
            ..said
        }));
        let again = talk("second", MORNING + (2 + pause) * MINUTE, 3);
        line.tell_all(again.into_iter().map(|said| Said {
            session: "s".into(),
            ..said
        }));
        line.settle();
        assert_eq!(cut(&mut line), expected, "{pause} minutes");
    }
}

#[test]
fn t_031_a_long_talk_is_cut_by_its_size() {
    const TOKENS: usize = 500;
    let mut line = line();
    let words = "All of this was said at once. ".repeat(67);
    let text: String = words.chars().take(4 * TOKENS).collect();
    let one = |n: i64| Said::new(&n.to_string(), "s", MORNING + n * SECOND, &text);
    line.tell_all((0..20).map(one));
    line.settle();
    let segments = line.below(DAY);
    assert!(segments.len() > 1);
    let mut counted = 0;
    for segment in &segments {
        let events = line
            .range(segment.start_time_ms, segment.end_time_ms, 100)
            .events
            .len();
        assert!(events * TOKENS <= 4_000, "{events} events in one segment");
        counted += events;
    }
    assert_eq!(counted, 20, "each event in one of them");
}

#[test]
fn t_032_a_large_result_of_a_tool_ends_nothing() {
    let mut line = line();
    let mut said = talk("s", MORNING, 4);
    said[2].text = "line of output é\n".repeat(60_000);
    assert!(said[2].text.len() > 1_000_000);
    let tool = said[2].clone().by(EventType::ToolResult, EventRole::Tool);
    said[2] = tool;
    line.tell_all(said);
    line.settle();
    assert_eq!(cut(&mut line), [(0, 3)]);
}

/// The sessions a segment's grips lead to, with everything around them.
fn sessions(line: &mut Wire, segment: &TocNode) -> BTreeSet<String> {
    let grips = segment.bullets.iter().flat_map(|bullet| &bullet.grip_ids);
    let mut sessions = BTreeSet::new();
    for grip in grips {
        let found = line.expand(grip);
        let lists = [
            found.events_before,
            found.excerpt_events,
            found.events_after,
        ];
        sessions.extend(lists.into_iter().flatten().map(|event| event.session_id));
    }
    sessions
}

#[test]
fn t_033_a_segment_never_mixes_sessions() {
    let mut line = line();
    let (one, two) = (
        talk("one", MORNING, 8),
        talk("two", MORNING + 30 * SECOND, 8),
    );
    for (first, second) in one.into_iter().zip(two) {
        line.tell_all([first, second]);
    }
    line.settle();
    let segments = line.below(DAY);
    assert_eq!(segments.len(), 2);
    let mut seen = BTreeSet::new();
    for segment in &segments {
        let sessions = sessions(&mut line, segment);
        assert_eq!(sessions.len(), 1, "{sessions:?}");
        seen.extend(sessions);
    }
    assert_eq!(seen.len(), 2);
}

#[test]
fn t_034_a_session_nobody_goes_on_with_is_told() {
    let mut line = line();
    let (old, young) = (now() - HOUR, now());
    line.tell_all(talk("left-alone", old, 4));
    line.tell_all(talk("going-on", young - 2 * MINUTE, 3));
    line.settle();
    let mut starts = BTreeSet::new();
    let mut nodes = line.years();
    while let Some(node) = nodes.pop() {
        if node.level == 5 {
            starts.insert(node.start_time_ms);
            assert!(!node.bullets.is_empty(), "{node:?}");
        }
        nodes.extend(line.below(&node.node_id));
    }
    assert_eq!(starts, [old].into(), "the one that goes on is not told yet");
}

#[test]
fn the_end_of_a_session_closes_its_segment_at_once() {
    let mut line = line();
    line.tell_all(talk("ended", MORNING, 3));
    let end = Said::new("end", "ended", MORNING + 3 * MINUTE, "");
    line.tell(end.by(EventType::SessionEnd, EventRole::System));
    let again = talk("again", MORNING + 4 * MINUTE, 3);
    line.tell_all(again.into_iter().map(|said| Said {
        session: "ended".into(),
        ..said
    }));
    line.settle();
    assert_eq!(cut(&mut line), [(0, 3), (4, 6)]);
}

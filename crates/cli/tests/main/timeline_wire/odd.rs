//! What is rare and still happens.

use mneme_wire::proto::{EventRole, EventType};

use super::line;
use super::said::{DAY, HOUR, MINUTE, MORNING, Said, noon, now, talk};
use super::wire::{ALWAYS, Wire};

fn segments(line: &mut Wire, day: &str) -> Vec<(i64, i64)> {
    let nodes = line.below(day);
    nodes
        .iter()
        .map(|node| (node.start_time_ms, node.end_time_ms))
        .collect()
}

#[test]
fn events_out_of_order_give_the_same_contents() {
    let said: Vec<Said> = [talk("s", MORNING, 9), talk("t", MORNING + 3 * HOUR, 9)].concat();
    let mut orders = [said.clone(), said.clone(), said.clone()];
    orders[1].reverse();
    orders[2].sort_by_key(|one| one.id.bytes().rev().collect::<Vec<_>>());
    let contents = orders.map(|said| {
        let mut line = line();
        line.tell_all(said);
        line.settle();
        let mut nodes = super::rollup::nodes(&mut line);
        nodes.values_mut().for_each(|node| node.version = 0);
        nodes
    });
    assert_eq!(contents[0].len(), 6);
    assert_eq!(contents[1], contents[0]);
    assert_eq!(contents[2], contents[0]);
}

#[test]
fn a_clock_that_jumps_makes_no_harm() {
    let mut line = line();
    let mut said = talk("s", MORNING, 6);
    said[2].at = MORNING - DAY;
    said[3].at = MORNING + DAY;
    said[4].at = 0;
    line.tell_all(said);
    line.settle();
    for (day, count) in [
        ("2026-01-30", 1),
        ("2026-01-29", 1),
        ("2026-01-31", 1),
        ("1970-01-01", 1),
    ] {
        assert_eq!(
            segments(&mut line, &format!("toc:day:{day}")).len(),
            count,
            "{day}"
        );
    }
    assert_eq!(
        segments(&mut line, "toc:day:2026-01-30"),
        [(MORNING, MORNING + 5 * MINUTE)]
    );
}

#[test]
fn an_event_of_the_future_is_told_and_may_be_gone_on_with() {
    let mut line = line();
    let later = now() + 400 * DAY;
    line.tell_all(talk("s", later, 3));
    line.tell_all(talk("last", ALWAYS - 5 * MINUTE, 3));
    line.settle();
    let years: Vec<String> = line.years().into_iter().map(|y| y.node_id).collect();
    assert_eq!(years.len(), 2, "{years:?}");
    assert_eq!(years[0], "toc:year:9999");
    assert_eq!(segments(&mut line, "toc:day:9999-12-31").len(), 1);
    let end = Said::new("end", "s", later + HOUR / 4, "And that was all of it.");
    line.tell(end.by(EventType::SessionEnd, EventRole::System));
    line.settle();
    let year = &line.below(&years[1])[0].node_id.clone();
    let week = &line.below(year)[0].node_id.clone();
    let day = &line.below(week)[0].node_id.clone();
    assert_eq!(segments(&mut line, day), [(later, later + HOUR / 4)]);
}

#[test]
fn a_session_in_which_nothing_was_said_does_no_harm() {
    let mut line = line();
    let mark = |id: &str, at: i64, kind| Said::new(id, "empty", at, "").by(kind, EventRole::System);
    line.tell(mark("start", MORNING, EventType::SessionStart));
    line.tell(mark("end", MORNING + MINUTE, EventType::SessionEnd));
    line.tell_all(talk("spoken", MORNING + HOUR, 4));
    line.settle();
    let day = line.node("toc:day:2026-01-30").unwrap();
    assert!(day.summary.is_some() && !day.bullets.is_empty(), "{day:?}");
    for child in line.below("toc:day:2026-01-30") {
        assert!(
            child.bullets.iter().all(|bullet| !bullet.text.is_empty()),
            "{child:?}"
        );
    }
}

#[test]
fn who_only_came_or_went_makes_no_segment() {
    let mut line = line();
    let mark = |id: &str, session: &str, at: i64, text: &str, kind| {
        Said::new(id, session, at, text).by(kind, EventRole::System)
    };
    line.tell_all(talk("spoken", MORNING, 4));
    for (id, session, after, text, kind) in [
        ("came", "silent", HOUR, "startup", EventType::SessionStart),
        ("gone", "silent", HOUR + MINUTE, "", EventType::SessionEnd),
        ("left", "spoken", 3 * HOUR, "logout", EventType::SessionEnd),
    ] {
        line.tell(mark(id, session, MORNING + after, text, kind));
    }
    line.settle();
    let told = line.below("toc:day:2026-01-30");
    assert_eq!(told.len(), 1, "{told:?}");
    let day = line.node("toc:day:2026-01-30").unwrap();
    let said = format!("{told:?} {day:?}");
    for word in ["Session start", "Session end", "startup", "logout"] {
        assert!(!said.contains(word), "{word}: {said}");
    }
    // They are kept, and told where events are listed.
    assert_eq!(
        line.range(MORNING + HOUR, MORNING + 3 * HOUR, 10)
            .events
            .len(),
        3
    );
}

#[test]
fn an_event_of_a_megabyte_is_told_in_few_words() {
    let mut line = line();
    let text = "A very long message goes on and on without an end in sight. ".repeat(17_500);
    assert!(text.len() > 1_000_000);
    line.tell(Said::new("long", "s", MORNING, &text));
    line.tell_all(
        talk("after", MORNING + MINUTE, 3)
            .into_iter()
            .map(|said| Said {
                session: "s".into(),
                ..said
            }),
    );
    line.settle();
    let nodes = line.below("toc:day:2026-01-30");
    assert_eq!(nodes.len(), 2, "it stands alone");
    assert_eq!(line.range(MORNING, MORNING, 1).events[0].text, text);
    for bullet in &nodes[0].bullets {
        for grip in &bullet.grip_ids {
            assert!(line.expand(grip).grip.unwrap().excerpt.chars().count() <= 203);
        }
    }
}

#[test]
fn a_year_may_have_one_event() {
    let mut line = line();
    line.tell(Said::new(
        "only",
        "s",
        noon(2004, 2, 29),
        "On the leap day the old server was switched off.",
    ));
    line.settle();
    let year = line.years().remove(0);
    assert_eq!(
        (year.title.as_str(), year.child_node_ids.len()),
        ("2004", 1)
    );
    assert!(year.summary.is_some(), "{year:?}");
    let grip = year.bullets[0].grip_ids[0].clone();
    let found = line.expand(&grip);
    assert_eq!(found.excerpt_events[0].event_id, "only");
    assert!(found.events_before.is_empty() && found.events_after.is_empty());
    assert_eq!(segments(&mut line, "toc:day:2004-02-29").len(), 1);
}

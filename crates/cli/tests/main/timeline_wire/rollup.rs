//! What nodes say, and when they say something else.

use std::collections::BTreeMap;

use mneme_wire::proto::{EventRole, EventType, TocNode};

use super::said::{DAY, HOUR, MINUTE, MORNING, Said, noon, now, talk};
use super::wire::Wire;
use super::{home, line, serve};
use crate::support::eventually;

const TODAY: &str = "toc:day:2026-01-30";
const PERIODS: [&str; 4] = [
    TODAY,
    "toc:week:2026-W05",
    "toc:month:2026-01",
    "toc:year:2026",
];

/// Every node of the table of contents.
pub fn nodes(line: &mut Wire) -> BTreeMap<String, TocNode> {
    let (mut found, mut waiting) = (BTreeMap::new(), line.years());
    while let Some(node) = waiting.pop() {
        waiting.extend(line.below(&node.node_id));
        found.insert(node.node_id.clone(), node);
    }
    found
}

/// What a node says, whichever version of it that is.
fn content(node: &TocNode) -> TocNode {
    TocNode {
        version: 0,
        ..node.clone()
    }
}

#[test]
fn t_035_a_segment_says_what_it_was_about() {
    let mut line = line();
    line.tell_all(talk("s", MORNING, 12));
    line.settle();
    let segment = line.below(TODAY).remove(0);
    assert!(!segment.title.trim().is_empty());
    assert!((1..=5).contains(&segment.bullets.len()), "{segment:?}");
    assert!((1..=7).contains(&segment.keywords.len()), "{segment:?}");
    assert!(
        segment
            .bullets
            .iter()
            .all(|bullet| !bullet.text.trim().is_empty())
    );
    let all = format!("{segment:?}").to_lowercase();
    for placeholder in [
        "pending",
        "summary of",
        "first message",
        "placeholder",
        "todo",
    ] {
        assert!(!all.contains(placeholder), "{all}");
    }
    assert!(
        all.contains("billing") || all.contains("migration"),
        "of this talk: {all}"
    );
}

#[test]
fn t_042_every_period_is_told_with_its_grips() {
    let mut line = line();
    line.tell_all(talk("one", MORNING, 6));
    line.tell_all(talk("two", MORNING + 3 * HOUR, 6));
    line.settle();
    for id in PERIODS {
        let node = line.node(id).unwrap();
        assert!(
            node.summary
                .as_ref()
                .is_some_and(|text| !text.trim().is_empty()),
            "{node:?}"
        );
        assert!((1..=5).contains(&node.bullets.len()), "{node:?}");
        assert!((1..=10).contains(&node.keywords.len()), "{node:?}");
        for bullet in &node.bullets {
            assert!(!bullet.grip_ids.is_empty(), "{id}: {bullet:?}");
            for grip in &bullet.grip_ids {
                assert!(line.expand(grip).grip.is_some(), "{grip}");
            }
        }
    }
}

#[test]
fn t_043_what_is_still_going_on_is_told_too() {
    let mut line = line();
    let start = now() - 4 * MINUTE;
    line.tell_all(talk("today", start, 4));
    let end = Said::new("end", "today", start + 4 * MINUTE, "");
    line.tell(end.by(EventType::SessionEnd, EventRole::System));
    line.settle();
    let around = nodes(&mut line).into_values().filter(|node| node.level < 5);
    let around: Vec<TocNode> = around.collect();
    assert_eq!(around.len(), 4, "a year, a month, a week and a day");
    for node in around {
        assert!(
            node.summary.is_some() && !node.bullets.is_empty(),
            "{node:?}"
        );
    }
}

#[test]
fn t_044_a_version_is_another_content() {
    let server = serve(&home("[scheduler.jobs]\nhourly-rollup = \"* * * * * *\"\n"));
    let mut line = Wire::to(&server);
    line.tell_all(talk("s", MORNING, 6));
    line.settle();
    let before = nodes(&mut line);
    assert!(before.values().all(|node| node.version >= 1));
    let runs = line.job("hourly-rollup").run_count;
    eventually("two idle rollups", || {
        (line.job("hourly-rollup").run_count >= runs + 2).then_some(())
    });
    assert_eq!(nodes(&mut line), before, "nothing happened");
    // One event, far enough from the others to be a segment: one change for everybody.
    let later = "The new runbook was tried and the deployment went through at last.";
    line.tell(Said::new("later", "s", MORNING + 3 * HOUR, later));
    line.settle();
    let after = nodes(&mut line);
    for (id, old) in &before {
        let new = &after[id];
        let changed = i32::from(content(new) != content(old));
        assert_eq!(new.version, old.version + changed, "{id}: {old:?} {new:?}");
    }
    assert_eq!(
        after[TODAY].version,
        before[TODAY].version + 1,
        "it has a new child"
    );
    assert_eq!(after.len(), before.len() + 1);
}

#[test]
fn t_045_a_late_event_changes_its_own_branch_only() {
    let mut line = line();
    let last_week = MORNING - 7 * DAY;
    for (session, at) in [
        ("now", MORNING),
        ("then", last_week),
        ("autumn", noon(2025, 10, 2)),
    ] {
        line.tell_all(talk(session, at, 6));
    }
    line.settle();
    let before = nodes(&mut line);
    let late = "By the way, the database was upgraded on that very evening.";
    line.tell(Said::new("late", "then", last_week + 5 * HOUR, late));
    line.settle();
    let after = nodes(&mut line);
    let own = [
        "toc:day:2026-01-23",
        "toc:week:2026-W04",
        "toc:month:2026-01",
        "toc:year:2026",
    ];
    for (id, old) in &before {
        if !own.contains(&id.as_str()) {
            assert_eq!(after.get(id), Some(old), "{id}");
        }
    }
    assert_eq!(after[own[0]].version, before[own[0]].version + 1);
    let new: Vec<&TocNode> = after
        .values()
        .filter(|node| !before.contains_key(&node.node_id))
        .collect();
    assert_eq!(new.len(), 1, "{new:?}");
    assert_eq!(
        (new[0].level, new[0].start_time_ms),
        (5, last_week + 5 * HOUR)
    );
}

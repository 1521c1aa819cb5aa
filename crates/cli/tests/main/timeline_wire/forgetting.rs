//! A forgotten event leaves no word in the table of contents.

use mneme_wire::proto::TocNode;
use serde_json::json;

use super::rollup::nodes;
use super::said::{HOUR, MORNING, Said, talk};
use super::wire::Wire;
use super::{home, serve};
use crate::support::{Home, Server, eventually};

const DAY: &str = "toc:day:2026-01-30";
const SECRET: &str = "xylobrandt";

fn has_it(node: &TocNode) -> bool {
    format!("{node:?}").to_lowercase().contains(SECRET)
}

/// Two sessions of one day. The first begins with what will be forgotten.
fn told(line: &mut Wire) {
    let mut said = talk("one", MORNING, 4);
    said[0].text =
        format!("Xylobrandt keeps the {SECRET} of the vault, says the {SECRET} of the bank.");
    line.tell_all(said);
    line.tell_all(talk("two", MORNING + 3 * HOUR, 4));
    line.settle();
}

/// The grips that lead to the secret.
fn grips(line: &mut Wire) -> Vec<String> {
    let nodes = nodes(line).into_values();
    let bullets = nodes.flat_map(|node| node.bullets);
    let ours = bullets.filter(|bullet| bullet.text.to_lowercase().contains(SECRET));
    ours.flat_map(|bullet| bullet.grip_ids).collect()
}

fn begin() -> (Home, Server, Wire) {
    let home = home("[storage]\npurge_ms = 20\n");
    let server = serve(&home);
    let mut line = Wire::to(&server);
    told(&mut line);
    (home, server, line)
}

#[test]
fn a_forgotten_event_is_in_no_bullet_title_keyword_or_excerpt() {
    let (home, server, mut line) = begin();
    let before = nodes(&mut line);
    assert!(
        before.values().filter(|node| has_it(node)).count() >= 2,
        "{before:?}"
    );
    let grips = grips(&mut line);
    assert!(!grips.is_empty());
    assert_eq!(server.owner().forget(&json!({ "ids": ["one-0"] })), 1);
    // At once, before anything is told again.
    for node in nodes(&mut line).values() {
        assert!(!has_it(node), "{node:?}");
    }
    for grip in &grips {
        let found = line.expand(grip);
        assert_eq!(
            found.grip.unwrap().excerpt,
            "",
            "the grip stays, its words do not"
        );
        let lists = [
            found.events_before,
            found.excerpt_events,
            found.events_after,
        ];
        let mut texts = lists
            .iter()
            .flatten()
            .map(|event| event.text.to_lowercase());
        assert!(texts.all(|text| !text.contains(SECRET)));
    }
    let day = eventually("the rest of the day to be told again", || {
        line.node(DAY).filter(|day| day.summary.is_some())
    });
    assert!(
        !day.bullets.is_empty() && day.child_node_ids.len() == 2,
        "{day:?}"
    );
    line.settle();
    let after = nodes(&mut line);
    assert!(!after.values().any(has_it));
    assert!(after[DAY].version > before[DAY].version);
    eventually("nothing of it in the store", || {
        let dump = home.run(&["debug", "dump", "--plain"]).ok().to_lowercase();
        (!dump.contains(SECRET)).then_some(())
    });
}

#[test]
fn a_forgotten_day_is_gone_from_the_contents() {
    let (home, server, mut line) = begin();
    line.tell(Said::new(
        "next",
        "three",
        MORNING + 24 * HOUR,
        "The day after is about something else entirely.",
    ));
    line.settle();
    let ids: Vec<String> = ["one", "two"]
        .iter()
        .flat_map(|s| (0..4).map(move |n| format!("{s}-{n}")))
        .collect();
    assert_eq!(server.owner().forget(&json!({ "ids": ids })), 8);
    eventually("the day to go", || line.node(DAY).is_none().then_some(()));
    line.settle();
    let left = nodes(&mut line);
    assert!(left.contains_key("toc:day:2026-01-31"));
    let kept = |id: &str| {
        left.values()
            .any(|node| node.child_node_ids.iter().any(|child| child == id))
    };
    assert!(!kept(DAY), "nobody names it any more");
    assert!(
        !home
            .run(&["debug", "dump", "--plain"])
            .ok()
            .to_lowercase()
            .contains(SECRET)
    );
}

#[test]
fn making_the_contents_again_brings_nothing_back() {
    let (home, server, mut line) = begin();
    let grips = grips(&mut line);
    assert_eq!(server.owner().forget(&json!({ "ids": ["one-0"] })), 1);
    line.settle();
    let before = nodes(&mut line);
    server.stop();
    let server = serve(&home);
    let mut line = Wire::to(&server);
    assert_eq!(nodes(&mut line), before);
    assert!(!before.values().any(has_it));
    assert_eq!(line.expand(&grips[0]).grip.unwrap().excerpt, "");
    assert!(
        !line.tell(Said::new("one-0", "one", MORNING, "Told again?")),
        "the id is used up"
    );
}

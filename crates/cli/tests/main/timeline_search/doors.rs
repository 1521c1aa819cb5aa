//! One turn that two doors tell of.

use serde_json::json;

use super::*;
use crate::support::ids;

#[test]
fn a_turn_told_through_two_doors_is_kept_twice_and_found_once() {
    let mut timeline = Timeline::start();
    let said = "The pangolin has to be fed at noon, whatever the ibex says.";
    timeline.tell("zoo", None, FRIDAY_MS, &[said]);
    let mut owner = timeline.server.owner();
    let turn = |id: &str, role: &str| {
        json!({ "id": id, "session": "zoo", "text": said, "role": role,
            "occurred_at": "2026-01-30T10:00:30Z" })
    };
    owner.ingest(&json!([turn("echo", "user"), turn("answer", "assistant")]));
    let found = ids(&owner.recall(&json!({ "query": "pangolin at noon" })));
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(!found.contains(&String::from("echo")), "{found:?}");
    let kept = owner.get("/v1/events").ok();
    assert_eq!(kept["events"].as_array().unwrap().len(), 3);
    // Another door's echo is no echo of its own.
    timeline.tell("zoo", None, FRIDAY_MS, &[said]);
    let found = ids(&owner.recall(&json!({ "query": "pangolin at noon" })));
    assert_eq!(found.len(), 3, "said again, not told twice: {found:?}");
    let home = timeline.server.home().clone();
    home.run(&["verify"]).ok();
    home.run(&["forget", "event-0001", "event-0002", "answer", "--yes"])
        .ok();
    let kept = owner.get("/v1/events").ok();
    assert_eq!(
        kept["events"],
        json!([]),
        "what is told twice goes together"
    );
    let dump = home.run(&["debug", "dump", "--plain"]).ok();
    assert!(!dump.contains("pangolin"));
    home.run(&["verify"]).ok();
}

//! Taking events in.

use serde_json::{Value, json};

use super::{Case, assert_refused, case, in_batches, table, with};
use crate::support::shared;

const SHORT: &str = r#"
400 bad_id {"session": "s", "text": "x", "id": ""}
400 bad_id {"session": "s", "text": "x", "id": "a\u0007b"}
400 bad_id {"session": "s", "text": "x", "id": "a\nb"}
422 bad_request {"session": "s", "text": "x", "id": 3}
400 bad_kind {"session": "s", "text": "x", "role": "robot"}
400 bad_kind {"session": "s", "text": "x", "role": "User"}
400 bad_kind {"session": "s", "text": "x", "role": ""}
400 bad_kind {"session": "s", "text": "x", "kind": "Bad Kind!"}
400 bad_kind {"session": "s", "text": "x", "kind": "memory"}
400 bad_kind {"session": "s", "text": "x", "kind": "evidence_added"}
422 bad_request {"text": "x"}
422 bad_request {"session": "s"}
422 bad_request {"session": null, "text": "x"}
422 bad_request "text"
400 bad_name {"session": "", "text": "x"}
400 bad_name {"session": "s", "text": "x", "speaker": ""}
400 bad_name {"session": "s", "text": "x", "agent": "a\u001b[31m"}
400 bad_time {"session": "s", "text": "x", "occurred_at": "noon"}
400 bad_time {"session": "s", "text": "x", "occurred_at": "10000-01-01T00:00:00Z"}
422 bad_request {"session": "s", "text": "x", "metadata": 1}
"#;

fn long() -> Vec<Case> {
    let good = json!({ "session": "s", "text": "Good words." });
    let large = with(&good, "text", "t".repeat(16 * 1024 * 1024 + 1));
    vec![
        case(400, "bad_id", with(&good, "id", "x".repeat(257))),
        case(400, "bad_name", with(&good, "session", "s".repeat(1_025))),
        case(400, "content_too_large", large),
    ]
}

#[test]
fn a_bad_event_is_refused_with_its_whole_batch() {
    let good = json!({ "session": "s", "text": "Good neighbour." });
    let cases = table(SHORT).into_iter().chain(long()).collect();
    let cases = in_batches(cases, "events", &good);
    assert_refused("bad-event", "POST", "/v1/events", &cases);
}

#[test]
fn events_come_one_to_five_thousand_at_a_time() {
    let event = |n: usize| json!({ "session": "s", "text": format!("Event {n}.") });
    let many: Vec<Value> = (0..5_001).map(event).collect();
    let foreign = json!({ "events": [event(0)], "namespace": "somebody-elses" });
    let cases = [
        case(400, "bad_batch", json!({ "events": [] })),
        case(400, "bad_batch", json!({ "events": many })),
        case(422, "bad_request", json!({})),
        case(422, "bad_request", json!({ "events": "x" })),
        case(403, "foreign_namespace", foreign),
    ];
    assert_refused("bad-event-size", "POST", "/v1/events", &cases);
}

#[test]
fn the_longest_names_are_accepted() {
    let mut client = shared().room("longest-id");
    let (id, session) = ("ü".repeat(128), "s".repeat(1_024));
    client.ingest(&json!([{ "id": id, "session": session, "text": "Long names." }]));
    assert_eq!(client.inspect(&id)["content"], "Long names.");
    assert_eq!(client.inspect(&id)["session"], session);
}

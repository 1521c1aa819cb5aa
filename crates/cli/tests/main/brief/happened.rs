//! What somebody said, noted or did is told where nothing is known.

use serde_json::{Value, json};

use super::{block, explain, tagged};
use crate::support::{Client, Home, Server, shared};

const SAID: &str = "The ferry to Oslo leaves from pier seven since the storm.";
const QUESTION: &str = "from which pier does our ferry to Oslo leave?";

fn said(room: &mut Client, id: &str, more: &Value) {
    let mut event = json!({ "id": id, "session": "harbour", "text": SAID, "kind": "user_message" });
    let fields = event.as_object_mut().unwrap();
    fields.extend(more.as_object().unwrap().clone());
    room.ingest(&json!([event]));
}

#[test]
fn what_somebody_said_is_told_where_nothing_is_known() {
    let mut room = shared().admin("brief-said");
    said(&mut room, "said", &json!({ "role": "user" }));
    let told = explain(&mut room, QUESTION);
    assert!(
        block(&told).is_some_and(|block| block.contains("pier seven")),
        "{told}"
    );
    assert_eq!(told["injection"]["memory_ids"], json!(["said"]));
    let id = room.remember("The ferry to Oslo leaves from pier nine.");
    let told = explain(&mut room, QUESTION);
    assert_eq!(told["injection"]["memory_ids"], json!([id]), "{told}");
    assert!(!block(&told).unwrap().contains("seven"), "{told}");
}

#[test]
fn what_a_machine_said_what_was_wanted_and_the_request_itself_are_not_told() {
    let mut room = shared().admin("brief-unsaid");
    said(
        &mut room,
        "answered",
        &json!({ "role": "assistant", "kind": "assistant_message" }),
    );
    said(
        &mut room,
        "printed",
        &json!({ "role": "tool", "kind": "tool_result" }),
    );
    said(
        &mut room,
        "spoken",
        &json!({ "role": "assistant", "kind": "message" }),
    );
    said(
        &mut room,
        "asked",
        &json!({ "text": "Does the ferry to Oslo leave from pier seven?" }),
    );
    said(
        &mut room,
        "asks",
        &json!({ "text": QUESTION.trim_end_matches('?') }),
    );
    said(
        &mut room,
        "ordered",
        &json!({ "text": "Move the ferry to Oslo to pier seven before it leaves." }),
    );
    let told = explain(&mut room, QUESTION);
    assert_eq!(block(&told), None, "{told}");
}

#[test]
fn what_waits_for_a_word_is_not_told_by_way_of_what_was_said() {
    let mut room = shared().admin("brief-doubted");
    said(&mut room, "said", &json!({ "role": "user" }));
    let id = room.remember(SAID);
    let body = json!({ "id": id, "action": "reject" });
    room.post("/v1/feedback", &body).ok();
    let told = explain(&mut room, QUESTION);
    assert_eq!(block(&told), None, "{told}");
}

#[test]
fn what_was_only_said_rules_nobody() {
    let mut room = shared().admin("brief-no-rule");
    let said = json!([{ "session": "s", "text": "Never delete the audit logs from production, policy says." }]);
    room.ingest(&said);
    let risky = "Delete the audit logs from production right now.";
    let told = explain(&mut room, risky);
    assert_eq!(told["policy_firewall"]["decision"], "allow", "{told}");
    tagged(
        &mut room,
        "Never delete the audit logs from production.",
        &["policy"],
    );
    let told = explain(&mut room, risky);
    assert_eq!(told["policy_firewall"]["decision"], "block", "{told}");
}

#[test]
fn where_recall_shows_memories_alone_so_does_this() {
    let home = Home::with_settings("compat = \"memoryoss\"\n[tls]\nenabled = false\n");
    let server = Server::start(&home);
    let mut owner = server.owner();
    said(&mut owner, "said", &json!({ "role": "user" }));
    assert_eq!(block(&explain(&mut owner, QUESTION)), None);
}

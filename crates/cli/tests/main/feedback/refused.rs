//! Feedback nobody can use.

use serde_json::json;

use super::{reputations, say, supersede};
use crate::support::{Client, shared};

#[test]
fn a_verdict_that_is_none_is_refused() {
    let mut client = shared().admin("feedback-wrong");
    let id = client.remember("Nothing is wrong with it.");
    for action in ["", "maybe", "Confirm", "delete"] {
        let refusal = say(&mut client, &id, action).refused(400, "bad_feedback");
        assert!(
            refusal["hint"].as_str().unwrap().contains("reject"),
            "{refusal}"
        );
    }
    let mut ask = |body| client.post("/v1/feedback", &body);
    ask(json!({ "id": id })).refused(400, "bad_feedback");
    ask(json!({ "id": id, "action": "supersede" })).refused(400, "bad_feedback");
    ask(json!({ "id": id, "action": "supersede", "superseded_by": id }))
        .refused(400, "bad_feedback");
    ask(json!({ "id": id, "action": "reject", "superseded_by": "x" })).refused(400, "bad_feedback");
    ask(json!({ "action": "confirm" })).refused(422, "bad_request");
    ask(json!({ "id": 7, "action": "confirm" })).refused(422, "bad_request");
    client
        .send("POST", "/v1/feedback", b"{")
        .refused(400, "bad_json");
    client.get("/v1/feedback").refused(405, "wrong_method");
    let memory = client.inspect(&id);
    assert_eq!(
        (&memory["status"], &memory["evidence_count"]),
        (&json!("active"), &json!(1))
    );
    assert_eq!(
        reputations(&mut client),
        json!([]),
        "a refusal leaves nothing"
    );
}

#[test]
fn what_is_not_there_cannot_be_judged() {
    let mut client = shared().admin("feedback-unknown");
    say(&mut client, "nobody", "confirm").refused(404, "no_such_memory");
    let id = client.remember("Here.");
    supersede(&mut client, &id, "nobody").refused(404, "no_such_memory");
    supersede(&mut client, "nobody", &id).refused(404, "no_such_memory");
    client.ingest(&json!([{ "id": "an-event", "session": "s", "text": "Said." }]));
    say(&mut client, "an-event", "reject").refused(404, "no_such_memory");
    client.forget(&json!({ "id": id }));
    say(&mut client, &id, "confirm").refused(404, "no_such_memory");
    assert_eq!(reputations(&mut client), json!([]));
}

#[test]
fn what_was_superseded_already_says_so() {
    let mut client = shared().room("feedback-twice");
    let [old, new, third] = ["One.", "Two.", "Three."].map(|text| client.remember(text));
    supersede(&mut client, &old, &new).ok();
    let refusal = supersede(&mut client, &old, &third).refused(409, "already_superseded");
    assert!(
        refusal["error"].as_str().unwrap().contains(&new),
        "{refusal}"
    );
    assert_eq!(client.inspect(&third)["confirm_count"], 0);
}

#[test]
fn others_have_no_say() {
    let server = shared();
    let mut client = server.room("feedback-ours");
    let id = client.remember("Ours alone.");
    let reader = server.key("feedback-ours", "reader");
    let mut reader = Client::new(server.http(), Some(&reader));
    say(&mut reader, &id, "reject").refused(403, "role_too_low");
    reader
        .get("/v1/admin/trust-stats")
        .refused(403, "role_too_low");
    client
        .get("/v1/admin/trust-stats")
        .refused(403, "role_too_low");
    server
        .stranger()
        .post("/v1/feedback", &json!({}))
        .refused(401, "no_credential");
    let mut neighbour = server.admin("feedback-theirs");
    say(&mut neighbour, &id, "reject").refused(404, "no_such_memory");
    neighbour.remember("Theirs.");
    say(&mut neighbour, &id, "reject").refused(404, "no_such_memory");
    let named = json!({ "id": id, "action": "reject", "namespace": "feedback-ours" });
    neighbour
        .post("/v1/feedback", &named)
        .refused(403, "foreign_namespace");
    neighbour
        .get("/v1/admin/trust-stats?namespace=feedback-ours")
        .refused(403, "foreign_namespace");
    say(&mut client, &id, "reject").ok();
    assert_eq!(
        reputations(&mut neighbour),
        json!([]),
        "a reputation stays in its namespace"
    );
}

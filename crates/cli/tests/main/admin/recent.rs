//! What happened lately, and what came of a memory, as they are told over HTTP.

use mneme_peers::upstream::Fact;
use serde_json::{Value, json};

use crate::gateway::{FERRY, Form, QUESTION, Stage};
use crate::support::{Client, eventually, shared};

const FULL: &str = "default_memory_mode = \"full\"";
const LEARNT: &str = "The shop-api service deploys from branch release-train in crates/deploy.";

fn listed(client: &mut Client, content: &str) -> Option<Value> {
    let mut listed = client.get("/v1/memories").ok();
    let all = listed["memories"].as_array_mut().unwrap();
    let at = all.iter().position(|memory| memory["content"] == content)?;
    Some(all[at].take())
}

#[test]
fn g_113_a_server_tells_all_four_groups() {
    let stage = Stage::with_ferry(FULL, "");
    let mut admin = stage.server.admin("one");
    let reply = stage.call(Form::Chat, QUESTION, &[]);
    assert_eq!(reply.header("x-memory-injected-count"), Some("1"));
    stage.provider.teach(&[Fact::new(LEARNT, &["deploy"])]);
    stage.call(
        Form::Chat,
        "we deploy shop-api from release-train, always",
        &[],
    );
    let fact = eventually("the fact to be kept", || listed(&mut admin, LEARNT));
    let ferry = listed(&mut admin, FERRY).unwrap()["id"].take();
    let word = json!({ "id": ferry, "action": "confirm" });
    admin.post("/v1/feedback", &word).ok();
    admin.remember("Deploys need an approval from Maria before noon.");
    admin.remember("deploys need an approval from Maria, before noon");
    let merged = admin.post("/v1/consolidate", &json!({})).ok();
    assert_eq!(merged["derived_created"], 1, "{merged}");
    let told = eventually("the injection to be written down", || {
        let told = admin.get("/v1/admin/recent").ok();
        (told["recent"]["counts"]["injections"] == 1).then_some(told)
    });
    let recent = &told["recent"];
    for group in ["injections", "extractions", "feedbacks", "consolidations"] {
        assert_eq!(recent["counts"][group], 1, "{group}: {told}");
        assert_eq!(
            recent[group].as_array().unwrap().len(),
            1,
            "{group}: {told}"
        );
    }
    assert_eq!(recent["injections"][0]["memory_id"], ferry, "{told}");
    assert_eq!(recent["extractions"][0]["memory_id"], fact["id"], "{told}");
}

#[test]
fn what_was_said_of_a_memory_is_told_where_it_is_listed_and_recalled() {
    let mut room = shared().room("admin-said");
    let told = room.remember("The mole is long.");
    room.remember("The crane is red.");
    let word = json!({ "id": told, "action": "confirm" });
    room.post("/v1/feedback", &word).ok();
    let listed = listed(&mut room, "The mole is long.").unwrap();
    let mut found = room.recall(&json!({ "query": "how long is the mole?" }));
    for shown in [listed, found["memories"][0]["memory"].take()] {
        let said = shown["review_events"].as_array().unwrap();
        assert_eq!(said.len(), 1, "{shown}");
        let said = (&said[0]["action"], &said[0]["via"]);
        assert_eq!(said, (&json!("confirm"), &json!("feedback_api")));
    }
    let other = room.recall(&json!({ "query": "which colour has the crane?" }));
    let other = &other["memories"][0]["memory"];
    assert!(
        other.get("review_events").is_none(),
        "absent where empty: {other}"
    );
}

//! `POST /v1/store` and `GET /v1/inspect/{id}`.

use mneme_model::Moment;
use serde_json::json;

use crate::support::{ids, shared};

#[test]
fn g_084_store_answers_id_and_version_and_is_retrievable() {
    let mut client = shared().room("g084");
    let content = "The zeppelin museum opens at nine.";
    let stored = client
        .post("/v1/store", &json!({ "content": content }))
        .ok();
    let id = stored["id"].as_str().unwrap();
    assert_eq!(stored, json!({ "id": id, "version": 1 }), "nothing else");
    assert_eq!((id.len(), &id[14..15]), (36, "7"), "a version 7 UUID");
    let memory = client.inspect(id);
    assert_eq!(
        (&memory["content"], &memory["version"]),
        (&json!(content), &json!(1))
    );
    let recalled = client.recall(&json!({ "query": "when does the zeppelin museum open?" }));
    assert_eq!(ids(&recalled), [id]);
    assert_eq!(client.get("/v1/memories").ok()["memories"][0]["id"], id);
}

#[test]
fn everything_told_about_a_memory_comes_back() {
    let mut client = shared().room("whole-memory");
    let told = json!({
        "content": "Deploys need the approval of staging.",
        "tags": ["deploy", "policy"],
        "agent": "planner",
        "session": "s-1",
        "speaker": "Ann",
        "memory_type": "procedural",
        "kind": "rule",
        "occurred_at": "2025-03-04T05:06:07.250Z",
        "metadata": { "ticket": 42, "nested": { "deep": [true, null, "x"] } },
    });
    let id = client.store(&told);
    let memory = client.inspect(&id);
    for (field, value) in told.as_object().unwrap() {
        assert_eq!(&memory[field], value, "{field}");
    }
    assert_eq!(memory["id"], id);
    assert_eq!(memory["namespace"], "whole-memory");
    assert_eq!(memory["status"], "active");
    assert_eq!(
        (&memory["version"], &memory["evidence_count"]),
        (&json!(1), &json!(1))
    );
    assert_eq!(memory["archived"], false);
    assert_eq!(memory["created_at"], memory["updated_at"]);
    assert_eq!(
        memory["source_key"].as_str().map(str::len),
        Some(16),
        "the key's id"
    );
    let recalled = client.recall(&json!({ "query": "deploys" }));
    let found = recalled["memories"][0]["memory"].as_object().unwrap();
    for (field, value) in found {
        assert_eq!(value, &memory[field], "recall shows the same: {field}");
    }
    let listed = client.get("/v1/memories").ok();
    assert_eq!(listed["memories"][0].as_object(), Some(found));
}

#[test]
fn what_is_not_told_has_its_default() {
    let mut client = shared().room("defaults");
    let id = client.remember("Plain words.");
    let memory = client.inspect(&id);
    assert_eq!(
        (&memory["kind"], &memory["memory_type"]),
        (&json!("memory"), &json!("semantic"))
    );
    assert_eq!(memory["tags"], json!([]));
    let moment = |field: &str| Moment::parse(memory[field].as_str().unwrap()).unwrap();
    assert!(moment("occurred_at") <= moment("created_at"));
    assert!(moment("created_at").ms - moment("occurred_at").ms < 60_000);
    for absent in ["agent", "session", "speaker", "role", "metadata"] {
        assert!(memory.get(absent).is_none(), "{absent}");
    }
}

#[test]
fn the_same_words_again_are_evidence_not_a_second_memory() {
    let mut client = shared().room("twice");
    let id = client.remember("The kettle whistles in G.");
    let again = json!({ "content": "The kettle whistles in G.", "tags": ["music"] });
    let stored = client.post("/v1/store", &again).ok();
    assert_eq!(stored, json!({ "id": id, "version": 1, "duplicate": true }));
    assert_eq!(client.inspect(&id)["evidence_count"], 2);
    assert_eq!(client.get("/v1/memories").ok()["count"], 1);
    assert_eq!(client.ask("kettle").len(), 1);
    for handed in [
        "The kettle whistles in G.\n",
        "\r\n  The kettle whistles in G. \r\n",
    ] {
        let stored = client.post("/v1/store", &json!({ "content": handed })).ok();
        assert_eq!(stored["id"], json!(id), "{handed:?}");
    }
    assert_eq!(client.inspect(&id)["content"], "The kettle whistles in G.");
    let other = client
        .post(
            "/v1/store",
            &json!({ "content": "The kettle whistles in F." }),
        )
        .ok();
    assert!(
        other.get("duplicate").is_none(),
        "other words are another memory"
    );
}

#[test]
fn words_come_back_byte_for_byte() {
    let mut client = shared().room("verbatim");
    let long = "long words ".repeat(90_000);
    for content in [
        "  space before and behind \n",
        "tabs\tlines\nand \"quotes\" \\ back",
        "zero \u{0} byte and bell \u{7}",
        "emoji 👩‍🚀🏳️‍🌈 flags 🇨🇭",
        "日本語の文章、中文，한국어, עברית, العربية, ไทย, हिन्दी",
        "e\u{301} is not é, and ﬁ is not fi",
        "1234567890",
        "?!…",
        long.as_str(),
    ] {
        let id = client.remember(content);
        assert!(client.inspect(&id)["content"] == content, "{content:.40}");
    }
}

#[test]
fn fields_of_tomorrow_are_ignored() {
    let mut client = shared().room("tomorrow");
    let id = client.store(&json!({ "content": "Old friend.", "colour": "red", "mood": [1] }));
    assert_eq!(client.inspect(&id)["content"], "Old friend.");
    let question = json!({ "query": "friend", "consistency": "strong", "weights": {} });
    assert_eq!(ids(&client.recall(&question)), [id]);
    let listed = client.get("/v1/memories?colour=red").ok();
    assert_eq!(listed["count"], 1);
}

#[test]
fn an_event_can_be_inspected_by_its_id() {
    let mut client = shared().room("inspect-event");
    let event = json!({
        "id": "turn/1 of 2?", "session": "s", "text": "Good morning.", "speaker": "Ann",
        "role": "user", "agent": "scribe", "occurred_at": "2025-01-02T03:04:05Z",
        "metadata": { "k": "v" },
    });
    client.ingest(&json!([event]));
    let shown = client.inspect("turn/1 of 2?");
    for field in [
        "id",
        "session",
        "speaker",
        "role",
        "agent",
        "occurred_at",
        "metadata",
    ] {
        assert_eq!(shown[field], event[field], "{field}");
    }
    assert_eq!(shown["content"], "Good morning.");
    assert_eq!(
        (&shown["kind"], &shown["memory_type"]),
        (&json!("user_message"), &json!("episodic"))
    );
}

#[test]
fn either_consistency_finds_what_was_just_told() {
    let mut client = shared().room("consistency");
    let id = client.remember("The tide turns at noon.");
    for word in ["strong", "eventual"] {
        let question = json!({ "query": "tide", "consistency": word });
        assert_eq!(ids(&client.recall(&question)), [id.as_str()], "{word}");
    }
    let slip = json!({ "query": "tide", "consistency": "evenutal" });
    for path in ["/v1/recall", "/v1/admin/query-explain"] {
        let refused = client.post(path, &slip).refused(400, "bad_consistency");
        let told = refused["error"].as_str().unwrap();
        assert!(told.contains("strong or eventual"), "{told}");
    }
}

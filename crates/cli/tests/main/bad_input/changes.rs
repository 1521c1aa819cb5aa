//! Changing, and the largest there may be.

use serde_json::{Value, json};

use crate::support::shared;

#[test]
fn a_bad_update_is_refused_and_changes_nothing() {
    let mut client = shared().room("bad-update");
    let id = client.store(&json!({ "content": "As it was.", "tags": ["old"] }));
    client.ingest(&json!([{ "id": "an-event", "session": "s", "text": "Happened." }]));
    let change = |field: &str, value: Value| json!({ "id": id, field: value });
    let cases = [
        (
            json!({ "id": "nobody", "content": "x" }),
            404,
            "no_such_memory",
        ),
        (json!({ "id": "", "content": "x" }), 404, "no_such_memory"),
        (
            json!({ "id": "an-event", "content": "x" }),
            404,
            "no_such_memory",
        ),
        (json!({ "id": id }), 400, "nothing_to_update"),
        (json!({ "content": "x" }), 422, "bad_request"),
        (change("content", json!("")), 400, "content_empty"),
        (
            change("content", json!("x".repeat(1024 * 1024 + 1))),
            400,
            "content_too_large",
        ),
        (change("content", json!(7)), 422, "bad_request"),
        (change("tags", json!([""])), 400, "bad_tags"),
        (change("memory_type", json!("dream")), 422, "bad_request"),
    ];
    for (body, status, code) in cases {
        client.patch("/v1/update", &body).refused(status, code);
    }
    let memory = client.inspect(&id);
    assert_eq!(
        (&memory["version"], &memory["content"]),
        (&json!(1), &json!("As it was."))
    );
    assert_eq!(memory["tags"], json!(["old"]));
    assert_eq!(client.inspect("an-event")["content"], "Happened.");
}

#[test]
fn the_largest_content_is_accepted_to_the_byte() {
    let mut client = shared().room("largest");
    let content = "ä".repeat(512 * 1024);
    let id = client.remember(&content);
    assert!(client.inspect(&id)["content"] == content.as_str());
    let refusal = client.post("/v1/store", &json!({ "content": format!("{content}.") }));
    let refusal = refusal.refused(400, "content_too_large");
    let sentence = refusal["error"].as_str().unwrap();
    assert!(sentence.contains("1048577 > 1048576"), "{sentence}");
    assert!(
        refusal["hint"]
            .as_str()
            .is_some_and(|hint| hint.contains("max_content_bytes"))
    );
}

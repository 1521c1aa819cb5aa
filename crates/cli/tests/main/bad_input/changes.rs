//! Changing, and the largest there may be.

use serde_json::{Value, json};

use crate::support::{shared, unique};

/// A namespace is made by what is kept in it, and by nothing else.
#[test]
fn what_changes_nothing_makes_no_namespace() {
    let server = shared();
    let name = unique("never-made");
    let mut admin = server.admin(&name);
    let unknown = json!({ "id": "nobody", "tags": ["x"] });
    admin
        .patch("/v1/update", &unknown)
        .refused(404, "no_such_memory");
    let word = json!({ "id": "nobody", "action": "confirm" });
    admin
        .post("/v1/feedback", &word)
        .refused(404, "no_such_memory");
    let pin = json!({ "id": "nobody" });
    admin.post("/v1/pin", &pin).refused(404, "no_such_memory");
    let certified = json!({ "id": "nobody" });
    let path = "/v1/forget/certified";
    admin
        .delete(path, &certified)
        .refused(404, "no_such_memory");
    admin
        .delete("/v1/forget", &json!({}))
        .refused(400, "nothing_to_forget");
    assert_eq!(admin.forget(&json!({ "all": true })), 0);
    let told = server.home().json(&["status", "--json"]);
    let names = told["namespaces"].as_array().unwrap();
    assert!(
        names.iter().all(|one| one["name"] != name.as_str()),
        "{told}"
    );
    admin.remember("Now it is there.");
    let told = server.home().json(&["status", "--json"]);
    let names = told["namespaces"].as_array().unwrap();
    assert!(
        names.iter().any(|one| one["name"] == name.as_str()),
        "{told}"
    );
}

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
        (change("content", json!("\0\u{7}")), 400, "content_empty"),
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

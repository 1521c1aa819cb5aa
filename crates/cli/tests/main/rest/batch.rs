//! `POST /v1/store/batch`.

use serde_json::{Value, json};

use crate::support::shared;

fn batch(contents: &[&str]) -> Value {
    let memories: Vec<Value> = contents.iter().map(|c| json!({ "content": c })).collect();
    json!({ "memories": memories })
}

#[test]
fn g_085_a_batch_stores_all_or_none() {
    let mut client = shared().room("g085");
    let bad = ["First of all.", "Second to none.", "", "Fourth and last."];
    client
        .post("/v1/store/batch", &batch(&bad))
        .refused(400, "content_empty");
    assert_eq!(client.count(), (0, 0), "one bad item keeps all out");
    assert_eq!(client.ask("first second fourth"), Vec::<String>::new());
    let good = ["First of all.", "Second to none.", "Fourth and last."];
    let stored = client.post("/v1/store/batch", &batch(&good)).ok();
    let stored = stored["stored"].as_array().unwrap();
    assert_eq!(stored.len(), 3);
    for (stored, content) in stored.iter().zip(good) {
        assert_eq!(stored["version"], 1);
        assert_eq!(
            client.inspect(stored["id"].as_str().unwrap())["content"],
            content
        );
    }
    assert_eq!(client.count(), (3, 0));
}

#[test]
fn a_batch_takes_every_field_a_single_store_takes() {
    let mut client = shared().room("batch-fields");
    let memory = json!({
        "content": "Ship on Fridays.", "tags": ["ship"], "agent": "a", "session": "s",
        "speaker": "Bo", "memory_type": "working", "occurred_at": "2025-05-05T00:00:00Z",
    });
    let stored = client
        .post("/v1/store/batch", &json!({ "memories": [memory] }))
        .ok();
    let shown = client.inspect(stored["stored"][0]["id"].as_str().unwrap());
    for (field, value) in memory.as_object().unwrap() {
        assert_eq!(&shown[field], value, "{field}");
    }
}

#[test]
fn equal_words_inside_one_batch_are_one_memory() {
    let mut client = shared().room("batch-twice");
    let stored = client
        .post("/v1/store/batch", &batch(&["One.", "Two.", "One."]))
        .ok();
    let stored = &stored["stored"];
    assert_eq!(stored[2]["duplicate"], true);
    assert_eq!(stored[2]["id"], stored[0]["id"]);
    assert_eq!(client.count(), (2, 0));
    assert_eq!(
        client.inspect(stored[0]["id"].as_str().unwrap())["evidence_count"],
        2
    );
}

#[test]
fn a_thousand_memories_fit_into_one_batch() {
    let mut client = shared().room("batch-thousand");
    let memories: Vec<Value> = (0..1_000)
        .map(|n| json!({ "content": format!("Fact number {n} about q{n}.") }))
        .collect();
    let stored = client
        .post("/v1/store/batch", &json!({ "memories": memories }))
        .ok();
    assert_eq!(stored["stored"].as_array().unwrap().len(), 1_000);
    assert_eq!(client.get("/v1/memories").ok()["count"], 1_000);
    assert_eq!(client.ask("q777"), ["Fact number 777 about q777."]);
}

#[test]
fn a_batch_may_name_its_own_namespace_and_no_other() {
    let mut client = shared().room("batch-own");
    let own = json!({ "content": "Mine.", "namespace": "batch-own" });
    let foreign = json!({ "content": "Theirs.", "namespace": "batch-other" });
    let both = json!({ "memories": [own, foreign] });
    client
        .post("/v1/store/batch", &both)
        .refused(400, "bad_batch");
    let theirs = json!({ "memories": [foreign] });
    client
        .post("/v1/store/batch", &theirs)
        .refused(403, "foreign_namespace");
    assert_eq!(client.count(), (0, 0));
    client
        .post("/v1/store/batch", &json!({ "memories": [own] }))
        .ok();
    assert_eq!(client.count(), (1, 0));
}

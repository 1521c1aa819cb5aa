//! Storing.

use serde_json::{Value, json};

use super::{Case, assert_refused, case, in_batches, table, with};

const SHORT: &str = r#"
400 content_empty {"content": ""}
400 content_empty {"content": " \u200b\n"}
400 content_empty {"content": " \n\t\u3000"}
400 content_empty {"content": "\u0000"}
400 content_empty {"content": "\u0000 \u0007\u007f\u200b"}
422 bad_request {}
422 bad_request []
422 bad_request null
422 bad_request "content"
422 bad_request {"content": 5}
422 bad_request {"content": null}
422 bad_request {"content": ["x"]}
422 bad_request {"content": "x", "tags": "x"}
422 bad_request {"content": "x", "tags": [1]}
400 bad_tags {"content": "x", "tags": ["ok", ""]}
400 bad_tags {"content": "x", "tags": ["  "]}
422 bad_request {"content": "x", "memory_type": "dream"}
400 bad_time {"content": "x", "occurred_at": ""}
400 bad_time {"content": "x", "occurred_at": "yesterday"}
400 bad_time {"content": "x", "occurred_at": "2025-02-30T00:00:00Z"}
400 bad_time {"content": "x", "occurred_at": "1969-12-31T23:59:59Z"}
422 bad_request {"content": "x", "occurred_at": 17}
400 bad_kind {"content": "x", "kind": ""}
400 bad_kind {"content": "x", "kind": "Bad Kind!"}
400 bad_kind {"content": "x", "kind": "memory_updated"}
400 bad_name {"content": "x", "agent": ""}
400 bad_name {"content": "x", "session": "a\u0000b"}
400 bad_name {"content": "x", "speaker": " "}
422 bad_request {"content": "x", "agent": {}}
422 bad_request {"content": "x", "metadata": []}
403 foreign_namespace {"content": "x", "namespace": "somebody-elses"}
403 foreign_namespace {"content": "x", "namespace": ""}
"#;

fn long() -> Vec<Case> {
    let good = json!({ "content": "Good words." });
    let many: Vec<String> = (0..51).map(|n| format!("tag{n}")).collect();
    let content = with(&good, "content", "a".repeat(1024 * 1024 + 1));
    let tag = with(&good, "tags", json!(["x".repeat(257)]));
    let metadata = with(&good, "metadata", json!({ "k": "v".repeat(64 * 1024) }));
    let name = |field: &str| with(&good, field, "n".repeat(257));
    vec![
        case(400, "content_too_large", content),
        case(400, "bad_tags", with(&good, "tags", many)),
        case(400, "bad_tags", tag),
        case(400, "bad_kind", with(&good, "kind", "k".repeat(65))),
        case(400, "bad_name", name("agent")),
        case(400, "bad_name", name("session")),
        case(400, "bad_name", name("speaker")),
        case(400, "bad_metadata", metadata),
    ]
}

fn cases() -> Vec<Case> {
    table(SHORT).into_iter().chain(long()).collect()
}

#[test]
fn a_bad_memory_is_refused_and_not_stored() {
    assert_refused("bad-memory", "POST", "/v1/store", &cases());
}

#[test]
fn one_bad_memory_refuses_its_batch() {
    let good = json!({ "content": "Good neighbour." });
    let cases = in_batches(cases(), "memories", &good);
    assert_refused("bad-batch", "POST", "/v1/store/batch", &cases);
}

#[test]
fn batches_have_a_smallest_and_a_largest_size() {
    let memory = |n: usize| json!({ "content": format!("Memory {n}.") });
    let many: Vec<Value> = (0..1_001).map(memory).collect();
    let cases = [
        case(400, "bad_batch", json!({ "memories": [] })),
        case(400, "bad_batch", json!({ "memories": many })),
        case(422, "bad_request", json!({})),
        case(422, "bad_request", json!({ "memories": {} })),
    ];
    assert_refused("bad-batch-size", "POST", "/v1/store/batch", &cases);
}

#[test]
fn json_of_the_wrong_type_is_not_called_bad_json() {
    let cases = table(
        r#"
422 bad_request {"content": "x", "memory_type": 1}
422 bad_request {"content": "x", "memory_type": []}
422 bad_request {"content": "x", "memory_type": {}}
"#,
    );
    assert_refused("bad-type", "POST", "/v1/store", &cases);
}

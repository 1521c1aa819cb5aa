//! Where to look.

use serde_json::{Value, json};

use super::everywhere;
use crate::support::{Client, chatter, texts};

fn fill(client: &mut Client) {
    let memories = json!({ "memories": [
        { "content": "Lighthouse one.", "agent": "planner", "tags": ["sea", "tower"], "session": "s1" },
        { "content": "Lighthouse two.", "agent": "coder", "tags": ["sea"], "memory_type": "procedural" },
        { "content": "Lighthouse three.", "agent": "coder", "tags": ["Sea"], "kind": "rumour" },
        { "content": "Lighthouse four.", "session": "s1", "memory_type": "working" },
    ]});
    client.post("/v1/store/batch", &memories).ok();
    client.ingest(&json!([
        { "session": "s1", "text": "Lighthouse five.", "role": "user", "agent": "planner" },
        { "session": "s2", "text": "Lighthouse six.", "kind": "sighting" },
    ]));
    let noise: Vec<Value> = (0..30)
        .map(|n| json!({ "session": "s3", "text": chatter(n) }))
        .collect();
    client.ingest(&json!(noise));
}

/// The numbers of the lighthouses found, sorted, under a filter.
fn found(client: &mut Client, filter: &Value) -> Vec<String> {
    let mut question = json!({ "query": "lighthouse", "limit": 100 });
    question
        .as_object_mut()
        .unwrap()
        .extend(filter.as_object().unwrap().clone());
    let number = |text: &String| {
        text.trim_end_matches('.')
            .split(' ')
            .nth(1)
            .unwrap()
            .to_owned()
    };
    let mut numbers: Vec<String> = texts(&client.recall(&question))
        .iter()
        .map(number)
        .collect();
    numbers.sort();
    numbers
}

fn check(cases: &[(Value, &[&str])]) -> impl Fn(&mut Client, &()) {
    move |client, ()| {
        for (filter, expected) in cases {
            assert_eq!(&found(client, filter), expected, "{filter}");
        }
    }
}

#[test]
fn g_200_tag_agent_and_type_filters_are_exact() {
    let cases: [(Value, &[&str]); 13] = [
        (json!({}), &["five", "four", "one", "six", "three", "two"]),
        (json!({ "tags": ["sea"] }), &["one", "two"]),
        (json!({ "tags": ["tower", "Sea"] }), &["one", "three"]),
        (json!({ "tags": ["se"] }), &[]),
        (
            json!({ "tags": [] }),
            &["five", "four", "one", "six", "three", "two"],
        ),
        (json!({ "agent": "coder" }), &["three", "two"]),
        (json!({ "agent": "planner" }), &["five", "one"]),
        (json!({ "agent": "plan" }), &[]),
        (json!({ "memory_type": "procedural" }), &["two"]),
        (json!({ "memory_type": "episodic" }), &["five", "six"]),
        (json!({ "memory_type": "semantic" }), &["one", "three"]),
        (json!({ "agent": "coder", "tags": ["sea"] }), &["two"]),
        (
            json!({ "agent": "coder", "tags": ["sea"], "memory_type": "semantic" }),
            &[],
        ),
    ];
    assert_eq!(cases.len(), 13);
    everywhere("g200", fill, check(&cases));
}

#[test]
fn session_filters_are_exact() {
    let cases: [(Value, &[&str]); 4] = [
        (json!({ "session": "s1" }), &["five", "four", "one"]),
        (json!({ "session": "s2" }), &["six"]),
        (
            json!({ "session": "s1", "agent": "planner" }),
            &["five", "one"],
        ),
        (json!({ "session": "s" }), &[]),
    ];
    everywhere("filter-session", fill, check(&cases));
}

#[test]
fn kinds_are_groups_names_or_own_words() {
    let cases: [(Value, &[&str]); 7] = [
        (
            json!({ "kinds": ["memory"] }),
            &["four", "one", "three", "two"],
        ),
        (json!({ "kinds": ["event"] }), &["five", "six"]),
        (json!({ "kinds": ["user_message"] }), &["five"]),
        (json!({ "kinds": ["sighting"] }), &["six"]),
        (
            json!({ "kinds": ["rumour", "sighting"] }),
            &["six", "three"],
        ),
        (json!({ "kinds": ["nothing"] }), &[]),
        (
            json!({ "kinds": ["memory"], "session": "s1" }),
            &["four", "one"],
        ),
    ];
    everywhere("filter-kinds", fill, check(&cases));
}

#[test]
fn a_filter_alone_is_no_answer() {
    let silent = |client: &mut Client, (): &()| {
        let question = json!({ "query": "submarine", "tags": ["sea"] });
        assert_eq!(texts(&client.recall(&question)), Vec::<String>::new());
    };
    everywhere("filter-alone", fill, silent);
}

#[test]
fn a_caller_cannot_name_its_memory_a_group() {
    let mut client = crate::support::shared().room("filter-forged");
    for kind in ["event", "bookkeeping", "memory_updated", "evidence_added"] {
        let forged = json!({ "content": format!("Forged {kind}."), "kind": kind });
        client.post("/v1/store", &forged).refused(400, "bad_kind");
    }
    assert_eq!(client.count(), (0, 0));
}

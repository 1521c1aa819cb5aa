//! Filters hold for what meaning finds as they do for what words find.

use serde_json::{Value, json};

use super::{QUESTION, everywhere};
use crate::support::{Client, chatter, hashed, hashed_segmented, texts};

/// Asks by a word all of them say, and by a word none of them says.
const ASKED: [&str; 2] = ["disestablishmentarians", QUESTION];

fn fill(client: &mut Client) {
    let near = |n: &str| format!("Disestablishmentarians {n}.");
    let memories = json!({ "memories": [
        { "content": near("one"), "agent": "planner", "tags": ["sea", "tower"], "session": "s1", "occurred_at": "2025-04-01" },
        { "content": near("two"), "agent": "coder", "tags": ["sea"], "memory_type": "procedural", "occurred_at": "2025-04-02" },
        { "content": near("three"), "agent": "coder", "kind": "rumour", "occurred_at": "2025-04-03" },
        { "content": near("four"), "session": "s1", "memory_type": "working", "occurred_at": "2025-04-04" },
    ]});
    client.post("/v1/store/batch", &memories).ok();
    client.ingest(&json!([
        { "session": "s1", "text": near("five"), "role": "user", "agent": "planner", "occurred_at": "2025-04-05" },
        { "session": "s2", "text": near("six"), "kind": "sighting", "occurred_at": "2025-04-06" },
    ]));
    let noise: Vec<Value> = (0..60)
        .map(|n| json!({ "session": "s3", "text": chatter(n), "agent": "planner" }))
        .collect();
    client.ingest(&json!(noise));
}

/// The numbers found under a filter, sorted.
fn found(client: &mut Client, query: &str, filter: &Value) -> Vec<String> {
    let mut question = json!({ "query": query, "limit": 100 });
    let fields = filter.as_object().unwrap().clone();
    question.as_object_mut().unwrap().extend(fields);
    let number = |text: &String| {
        let last = text.trim_end_matches('.').split(' ').next_back();
        last.unwrap().to_owned()
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
            for query in ASKED {
                assert_eq!(&found(client, query, filter), expected, "{query} {filter}");
            }
        }
    }
}

#[test]
fn tags_agents_sessions_and_types_bound_what_meaning_finds() {
    let all: &[&str] = &["five", "four", "one", "six", "three", "two"];
    let cases = [
        (json!({}), all),
        (json!({ "tags": ["sea"] }), &["one", "two"]),
        (json!({ "tags": ["se"] }), &[]),
        (json!({ "agent": "coder" }), &["three", "two"]),
        (json!({ "agent": "planner" }), &["five", "one"]),
        (json!({ "agent": "nobody" }), &[]),
        (json!({ "session": "s1" }), &["five", "four", "one"]),
        (json!({ "session": "s3" }), &[]),
        (json!({ "memory_type": "procedural" }), &["two"]),
        (json!({ "agent": "coder", "tags": ["sea"] }), &["two"]),
    ];
    everywhere("near-filters", fill, check(&cases));
}

#[test]
fn kinds_and_times_bound_what_meaning_finds() {
    let cases: [(Value, &[&str]); 9] = [
        (
            json!({ "kinds": ["memory"] }),
            &["four", "one", "three", "two"],
        ),
        (json!({ "kinds": ["event"] }), &["five", "six"]),
        (
            json!({ "kinds": ["rumour", "sighting"] }),
            &["six", "three"],
        ),
        (json!({ "kinds": ["nothing"] }), &[]),
        (json!({ "from": "2025-04-05" }), &["five", "six"]),
        (json!({ "to": "2025-04-02" }), &["one", "two"]),
        (
            json!({ "from": "2025-04-03", "to": "2025-04-04" }),
            &["four", "three"],
        ),
        (json!({ "after": "2099-01-01" }), &[]),
        (json!({ "before": "2001-01-01" }), &[]),
    ];
    everywhere("near-kinds", fill, check(&cases));
}

#[test]
fn a_filter_finds_the_few_among_many_that_are_nearer() {
    let crowded = |client: &mut Client| {
        let near = |n: usize| {
            let (session, met) = match n {
                250 => ("quiet", "gathered "),
                _ => ("loud", ""),
            };
            json!({ "session": session, "text": format!("Disestablishmentarians {met}{n}.") })
        };
        let events: Vec<Value> = (0..500).map(near).collect();
        client.ingest(&json!(events));
    };
    everywhere("near-crowd", crowded, |client, ()| {
        let filter = json!({ "session": "quiet" });
        assert_eq!(found(client, QUESTION, &filter), ["250"]);
    });
}

#[test]
fn a_namespace_never_sees_the_meaning_of_another() {
    for server in [hashed(), hashed_segmented()] {
        let (mut ours, mut theirs) = (server.room("near-ours"), server.room("near-theirs"));
        ours.remember("Disestablishmentarians ours.");
        super::read(server.home());
        assert_eq!(theirs.ask(QUESTION), Vec::<String>::new());
        theirs.remember("Disestablishmentarians theirs.");
        super::read(server.home());
        assert_eq!(ours.ask(QUESTION), ["Disestablishmentarians ours."]);
        assert_eq!(theirs.ask(QUESTION), ["Disestablishmentarians theirs."]);
        let foreign = json!({ "query": QUESTION, "namespace": "near-ours" });
        theirs
            .post("/v1/recall", &foreign)
            .refused(403, "foreign_namespace");
    }
}

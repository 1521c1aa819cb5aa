//! A time the question means, counted from the asker's now.

use serde_json::{Value, json};

use super::{assert_shares, everywhere};
use crate::support::{Client, HASHED, Home, ids};

/// A Wednesday.
const NOW: &str = "2025-06-18T10:00:00Z";
const DAYS: [&str; 6] = [
    "2024-03-05",
    "2025-03-05",
    "2025-05-20",
    "2025-06-11",
    "2025-06-17",
    "2025-06-18",
];

const WITH: [&str; 6] = ["Alder", "Birch", "Cedar", "Elder", "Hazel", "Rowan"];

/// Much the same words on different days, each in a talk of its own.
fn fill(client: &mut Client) {
    let walk = |(day, with): (&&str, &&str)| {
        let text = format!("We walked along the river with {with}.");
        json!({ "id": day, "session": day, "text": text, "occurred_at": format!("{day}T09:00:00Z") })
    };
    let walks: Vec<Value> = DAYS.iter().zip(&WITH).map(walk).collect();
    client.ingest(&json!(walks));
}

#[test]
fn a_time_in_the_question_prefers_what_happened_then() {
    everywhere("time-hints", fill, |client, ()| {
        for (hint, time, days) in [
            ("last week", "2025-06-09 to 2025-06-15", &["2025-06-11"][..]),
            (
                "this week",
                "2025-06-16 to 2025-06-22",
                &["2025-06-17", "2025-06-18"],
            ),
            ("yesterday", "2025-06-17", &["2025-06-17"]),
            ("today", "2025-06-18", &["2025-06-18"]),
            ("last month", "2025-05-01 to 2025-05-31", &["2025-05-20"]),
            ("in May", "month 5 of any year", &["2025-05-20"]),
            ("in March 2024", "2024-03-01 to 2024-03-31", &["2024-03-05"]),
            ("last March", "2025-03-01 to 2025-03-31", &["2025-03-05"]),
            (
                "in March",
                "month 3 of any year",
                &["2024-03-05", "2025-03-05"],
            ),
            ("on 20 May 2025", "2025-05-20", &["2025-05-20"]),
            ("last year", "2024-01-01 to 2024-12-31", &["2024-03-05"]),
        ] {
            let query = format!("Where did we walk {hint}?");
            let answer = client.recall(&json!({ "query": query, "now": NOW, "explain": true }));
            assert_shares(&answer);
            assert_eq!(answer["question"]["time"], time, "{hint}");
            let found = ids(&answer);
            let mut first = found[..days.len()].to_vec();
            first.sort();
            assert_eq!(first, days, "{hint}: {found:?}");
        }
    });
}

#[test]
fn a_hint_prefers_and_never_hides() {
    everywhere("time-all", fill, |client, ()| {
        let question = json!({ "query": "where did we walk yesterday?", "now": NOW });
        assert_eq!(ids(&client.recall(&question)).len(), DAYS.len());
    });
}

#[test]
fn a_question_without_a_time_means_none() {
    everywhere("time-none", fill, |client, ()| {
        for query in [
            "where did we walk?",
            "may we walk?",
            "the second walk",
            "march along the river",
        ] {
            let answer = client.recall(&json!({ "query": query, "now": NOW, "explain": true }));
            assert!(
                answer["question"].get("time").is_none(),
                "{query}: {answer}"
            );
        }
    });
}

#[test]
fn now_is_the_clock_unless_the_asker_says_otherwise() {
    let home = Home::with_settings(HASHED);
    for (text, day) in [
        ("We walked west.", "2025-06-04"),
        ("We walked east.", "2025-06-11"),
    ] {
        home.run(&["remember", text, "--at", day]).ok();
    }
    let first = |now: &str| {
        let args = [
            "recall",
            "where did we walk last week?",
            "--now",
            now,
            "--json",
        ];
        home.json(&args)["memories"][0]["memory"]["content"].take()
    };
    assert_eq!(first("2025-06-18"), "We walked east.");
    assert_eq!(first("2025-06-11"), "We walked west.");
    let explain = ["recall", "what happened today?", "--explain", "--json"];
    let today = home.json(&explain)["question"]["time"].take();
    assert!(today.as_str().unwrap() > "2025-06-18", "{today}");
}

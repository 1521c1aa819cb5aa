//! What was said counts in answers.

use serde_json::{Value, json};

use super::say;
use crate::support::{Client, shared, texts};

fn ask(client: &mut Client, ranking: &str) -> Value {
    client.recall(&json!({ "query": "When does the museum open?", "ranking": ranking }))
}

/// The score of what says nine, as a share of the other's.
fn share(answer: &Value) -> f64 {
    let of = |hour: &str| {
        let hits = answer["memories"].as_array().unwrap().iter();
        let mut said = hits.filter(|hit| hit["memory"]["content"].as_str().unwrap().contains(hour));
        said.next().unwrap()["score"].as_f64().unwrap()
    };
    of("nine") / of("ten")
}

#[test]
fn g_203_what_a_rejected_source_says_ranks_lower() {
    let server = shared();
    for ranking in ["mneme", "memoryoss"] {
        let room = format!("feedback-ranked-{ranking}");
        let (mut doubted, mut trusted) = (server.room(&room), server.room(&room));
        let wrong: Vec<String> = (0..4)
            .map(|n| doubted.remember(&format!("Hearsay number {n}.")))
            .collect();
        let told = |text: &str| json!({ "content": text, "occurred_at": "2026-01-01" });
        doubted.store(&told("The museum does open at nine in the morning."));
        trusted.store(&told("The museum does open at ten in the morning."));
        let before = share(&ask(&mut trusted, ranking));
        for id in &wrong {
            say(&mut trusted, id, "reject").ok();
        }
        let after = ask(&mut trusted, ranking);
        assert!(share(&after) < before * 0.98, "{before} before: {after}");
        assert_eq!(
            texts(&after)[0],
            "The museum does open at ten in the morning."
        );
        let trust =
            |answer: &Value, n: usize| answer["memories"][n]["trust_score"].as_f64().unwrap();
        assert!(trust(&after, 0) > trust(&after, 1));
        assert_eq!(after["memories"][0]["low_trust"], false);
    }
}

#[test]
fn what_is_contested_ranks_below_what_is_not() {
    let mut client = shared().room("feedback-contested-rank");
    let id = client.remember("The museum does open at nine in the morning.");
    client.remember("The museum does open at ten in the morning.");
    for ranking in ["mneme", "memoryoss"] {
        say(&mut client, &id, "confirm").ok();
        assert_eq!(ask(&mut client, ranking)["memories"][0]["memory"]["id"], id);
        say(&mut client, &id, "reject").ok();
        let answer = ask(&mut client, ranking);
        assert_eq!(
            answer["memories"][1]["memory"]["id"], id,
            "{ranking}: {answer}"
        );
    }
}

#[test]
fn g_086_an_answer_has_raw_memories_and_summaries_with_evidence() {
    let mut client = shared().room("g086");
    let long = "Deploys of src/main.rs v1.2.3 wait for the harbour master. She reads every one twice. Then they go.";
    let id = client.store(&json!({ "content": long, "tags": ["deploy"] }));
    let answer = client.recall(&json!({ "query": "who reads deploys?" }));
    let (raw, told) = (&answer["memories"][0], &answer["summaries"][0]);
    assert_eq!(raw["memory"]["content"], long);
    assert_eq!(told["memory_id"], id);
    assert_eq!(
        told["summary"],
        "Deploys of src/main.rs v1.2.3 wait for the harbour master."
    );
    let evidence = told["evidence"].as_array().unwrap();
    assert_eq!(evidence.len(), 1, "{told}");
    assert_eq!(evidence[0]["preview"], "She reads every one twice.");
    assert_eq!(evidence[0]["provenance"], raw["provenance"]);
    for field in ["score", "trust_score", "low_trust", "provenance"] {
        assert_eq!(told[field], raw[field], "{field}");
    }
    assert_eq!(
        (&told["status"], &told["tags"]),
        (&json!("active"), &json!(["deploy"]))
    );
    let score = told["trust_score"].as_f64().unwrap();
    assert!(0.3 < score && score < 0.7, "{score}");
    let nothing = client.recall(&json!({ "query": "zzyzx" }));
    assert_eq!(
        (&nothing["memories"], nothing.get("summaries")),
        (&json!([]), None)
    );
}

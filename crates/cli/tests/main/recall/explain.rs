//! Why an answer ranked where it did.

use serde_json::{Value, json};

use super::{at_rest, everywhere};
use crate::support::{Client, texts};

fn fill(client: &mut Client) {
    client.ingest(&json!([
        { "session": "s", "speaker": "Ann", "text": "The build broke with E0382 in crates/store/src/lib.rs." },
        { "session": "s", "speaker": "Bela", "text": "Is the build still red?" },
        { "session": "s", "speaker": "Ann", "text": "No, the borrow was moved." },
        { "session": "t", "speaker": "Ann", "text": "Lunch was good." },
    ]));
}

/// The shares of a hit add up to its score; printed numbers have six digits.
fn assert_shares(hit: &Value) {
    let features = hit["why"]["features"].as_array().unwrap();
    let sum: f64 = features.iter().map(|f| f["share"].as_f64().unwrap()).sum();
    let score = hit["score"].as_f64().unwrap();
    assert!(
        (sum.clamp(0.0, 1.0) - score).abs() < 1e-5,
        "{sum} is not {score}: {hit}"
    );
}

#[test]
fn shares_add_up_to_the_score() {
    everywhere("explain-shares", fill, |client, ()| {
        for query in [
            "what did Ann say about the build?",
            "E0382",
            "crates/store/src/lib.rs borrow",
        ] {
            let answer = client.recall(&json!({ "query": query, "explain": true }));
            let hits = answer["memories"].as_array().unwrap();
            assert!(!hits.is_empty(), "{query}");
            hits.iter().for_each(assert_shares);
        }
    });
}

#[test]
fn shares_add_up_on_late_pages_too() {
    let many = |client: &mut Client| {
        let memory =
            |n: usize| json!({ "content": format!("Grain {n} of {}", "sand ".repeat(1 + n % 5)) });
        let memories: Vec<Value> = (0..260).map(memory).collect();
        client
            .post("/v1/store/batch", &json!({ "memories": memories }))
            .ok();
    };
    at_rest("explain-late", many, |client, ()| {
        let mut question = json!({ "query": "grain of sand", "explain": true, "limit": 100 });
        for hits in [100, 100, 60] {
            let page = client.recall(&question);
            assert_eq!(texts(&page).len(), hits);
            page["memories"]
                .as_array()
                .unwrap()
                .iter()
                .for_each(assert_shares);
            question["cursor"] = page["next_cursor"].clone();
        }
    });
}

#[test]
fn an_explanation_names_what_matched_and_how() {
    everywhere("explain-names", fill, |client, ()| {
        let answer = client.recall(&json!({ "query": "the E0382 build", "explain": true }));
        assert!(
            answer["question"]["words"]
                .as_array()
                .unwrap()
                .contains(&json!("build"))
        );
        assert_eq!(answer["question"]["identifiers"], json!(["e0382"]));
        let best = &answer["memories"][0];
        assert!(
            best["memory"]["content"]
                .as_str()
                .unwrap()
                .contains("E0382")
        );
        assert_eq!(best["provenance"], json!(["fts", "exact"]));
        assert!(
            best["why"]["matched"]
                .as_array()
                .unwrap()
                .contains(&json!("build"))
        );
        let named = |feature: &str| {
            let features = best["why"]["features"].as_array().unwrap();
            features.iter().any(|known| known["feature"] == feature)
        };
        assert!(named("window") && named("identifiers") && !named("speaker"));
        let trust = best["trust_score"].as_f64().unwrap();
        assert!(0.3 < trust && trust < 1.0, "{trust}");
        assert_eq!(best["low_trust"], false);
    });
}

#[test]
fn nothing_is_explained_unasked() {
    everywhere("explain-unasked", fill, |client, ()| {
        let answer = client.recall(&json!({ "query": "build" }));
        assert!(answer.get("question").is_none() && answer.get("context").is_none());
        assert!(answer["memories"][0].get("why").is_none());
        assert_eq!(answer["memories"][0]["provenance"], json!(["fts"]));
    });
}

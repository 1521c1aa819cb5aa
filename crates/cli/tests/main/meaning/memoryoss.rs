//! The ranking `memoryoss`: four channels, published weights, rare words, the best first.

use serde_json::{Value, json};

use super::{assert_shares, everywhere, hits};
use crate::support::{Client, HASHED, Home, texts};

fn asked(client: &mut Client, query: &str, more: &Value) -> Value {
    let mut question = json!({ "query": query, "ranking": "memoryoss", "explain": true });
    let fields = more.as_object().unwrap().clone();
    question.as_object_mut().unwrap().extend(fields);
    client.recall(&question)
}

fn feature<'a>(hit: &'a Value, name: &str) -> Option<&'a Value> {
    let mut features = hit["why"]["features"].as_array().unwrap().iter();
    features.find(|feature| feature["feature"] == name)
}

fn builds(client: &mut Client) {
    client.post("/v1/store/batch", &json!({ "memories": [
        { "content": "The build broke with E0382 in the store crate.", "occurred_at": "2025-01-01" },
        { "content": "The build is green again, says the store team." },
        { "content": "Builders rebuilt the old building last year.", "occurred_at": "2024-01-01" },
        { "content": "Lunch was good." },
    ]})).ok();
}

#[test]
fn g_201_four_channels_add_up_with_the_published_weights() {
    let published = json!({ "vector": 0.3, "fts": 0.3, "exact": 0.25, "recency": 0.15 });
    everywhere("g201", builds, |client, ()| {
        let answer = asked(client, "why did the build break?", &json!({}));
        assert_eq!(answer["question"]["weights"], published);
        assert_eq!(answer["question"]["ranking"], "memoryoss");
        assert_shares(&answer);
        for hit in hits(&answer) {
            for (channel, weight) in published.as_object().unwrap() {
                let Some(found) = feature(hit, channel) else {
                    continue;
                };
                let due = found["value"].as_f64().unwrap() * weight.as_f64().unwrap();
                let share = found["share"].as_f64().unwrap();
                assert!((due - share).abs() < 1e-5, "{channel} in {hit}");
            }
        }
        let answer = asked(client, "build E0382", &json!({}));
        assert_eq!(answer["question"]["weights"], published);
        assert_shares(&answer);
        let best = &hits(&answer)[0];
        for channel in ["vector", "fts", "exact", "recency"] {
            assert!(feature(best, channel).is_some(), "{channel} in {best}");
        }
        let provenance = best["provenance"].as_array().unwrap();
        assert_eq!(provenance[..3], ["vector", "fts", "exact"], "{best}");
        assert!(
            provenance.contains(&json!("identifier_match:e0382")),
            "{best}"
        );
    });
}

#[test]
fn g_202_a_rare_word_wins_and_the_boost_is_told() {
    let fill = |client: &mut Client| {
        let common = |n: usize| json!({ "content": format!("The meeting in room {n} was long.") });
        let mut memories: Vec<Value> = (0..30).map(common).collect();
        memories.push(json!({ "content": "The zircon in room 31 was long." }));
        client
            .post("/v1/store/batch", &json!({ "memories": memories }))
            .ok();
    };
    everywhere("g202", fill, |client, ()| {
        let boost = |answer: &Value| answer["question"]["idf_boost"].as_f64().unwrap();
        let both = asked(client, "meeting zircon", &json!({}));
        assert_eq!(texts(&both)[0], "The zircon in room 31 was long.");
        assert_shares(&both);
        let (rare, common) = (
            asked(client, "zircon", &json!({})),
            asked(client, "meeting", &json!({})),
        );
        assert!((1.0..=1.5).contains(&boost(&common)), "{common}");
        assert!((1.0..=1.5).contains(&boost(&both)), "{both}");
        assert!(boost(&rare) > boost(&common), "{rare} {common}");
        let ours = client.recall(&json!({ "query": "zircon", "explain": true }));
        assert!(
            ours["question"].get("idf_boost").is_none(),
            "of this ranking only"
        );
    });
}

#[test]
fn weights_of_the_request_change_the_order() {
    let fill = |client: &mut Client| {
        client.post("/v1/store/batch", &json!({ "memories": [
            { "content": "Lantern lantern lantern, an old song.", "occurred_at": "2020-01-01" },
            { "content": "Somebody bought one lantern and a long list of other things for the house.", "occurred_at": "2025-06-01" },
            { "content": "Lanterns", "occurred_at": "2022-01-01" },
        ]})).ok();
    };
    everywhere("weights-order", fill, |client, ()| {
        let mut first = |weights: Value| {
            let more = json!({ "weights": weights, "now": "2025-06-02" });
            let answer = asked(client, "lanterns", &more);
            assert_shares(&answer);
            texts(&answer)[0].clone()
        };
        let only = |channel: &str| {
            let mut weights = json!({ "vector": 0, "fts": 0, "exact": 0, "recency": 0 });
            weights[channel] = json!(1.0);
            weights
        };
        assert!(first(only("recency")).starts_with("Somebody"));
        assert_eq!(first(only("vector")), "Lanterns");
        assert!(!first(only("fts")).starts_with("Somebody"));
    });
}

/// Agents give way to others only in what a model is told unasked.
#[test]
fn whoever_asks_has_the_best_first_whoever_said_it() {
    let fill = |client: &mut Client| {
        let loud = |n: usize| json!({ "content": format!("Harbour harbour report {n}."), "agent": "loud" });
        let quiet = |n: usize| json!({ "content": format!("A long report {n} that mentions the harbour only once."), "agent": format!("quiet-{n}") });
        let memories: Vec<Value> = (0..8).map(loud).chain((0..2).map(quiet)).collect();
        client
            .post("/v1/store/batch", &json!({ "memories": memories }))
            .ok();
    };
    everywhere("diversity", fill, |client, ()| {
        for limit in [5, 20] {
            let answer = asked(client, "harbour report", &json!({ "limit": limit }));
            let agent = |hit: &Value| hit["memory"]["agent"].as_str().unwrap().to_owned();
            let agents: Vec<String> = hits(&answer).iter().map(agent).collect();
            let best = &agents[..8.min(limit)];
            assert!(best.iter().all(|agent| agent == "loud"), "{agents:?}");
        }
    });
}

#[test]
fn a_setting_makes_it_the_default_and_a_request_wins() {
    let home = Home::with_settings(&format!("{HASHED}[recall]\nranking = \"memoryoss\"\n"));
    home.run(&["remember", super::NEAR]).ok();
    let ranking = |more: &[&str]| {
        let args = [&["recall", super::QUESTION, "--explain", "--json"], more].concat();
        let answer = home.json(&args);
        assert_shares(&answer);
        assert_eq!(texts(&answer), [super::NEAR]);
        answer["question"]["ranking"].as_str().unwrap().to_owned()
    };
    assert_eq!(ranking(&[]), "memoryoss");
    assert_eq!(ranking(&["--ranking", "mneme"]), "mneme");
    let shown = home.run(&["recall", super::QUESTION, "--explain"]).ok();
    assert!(
        shown.contains("ranking memoryoss") && shown.contains("vector +"),
        "{shown}"
    );
}

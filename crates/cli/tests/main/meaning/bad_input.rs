//! What is wrong about rankings, weights, times and settings.

use serde_json::{Value, json};

use super::{NEAR, QUESTION, everywhere};
use crate::support::{Client, HASHED, Home, hashed};

#[test]
fn a_ranking_nobody_offers_is_refused_by_name() {
    let mut client = hashed().room("bad-ranking");
    for ranking in ["", "best", "MNEME", "words", "vectors", "mneme "] {
        let question = json!({ "query": "q", "ranking": ranking });
        let refusal = client
            .post("/v1/recall", &question)
            .refused(400, "bad_ranking");
        let sentence = refusal["error"].as_str().unwrap();
        assert!(sentence.contains("mneme or memoryoss"), "{sentence}");
    }
    let args = ["recall", "q", "--ranking", "best", "--json"];
    let home = Home::with_settings(HASHED);
    home.run(&["remember", NEAR]).ok();
    let fault = home.run(&args).refused(2, "bad_ranking").fault();
    assert_eq!(fault["code"], "bad_ranking");
}

#[test]
fn a_now_that_is_no_time_is_refused() {
    let mut client = hashed().room("bad-now");
    for now in [
        "",
        "now",
        "soon",
        "2025-13-01",
        "2025-01-01T25:00:00Z",
        "10000-01-01",
    ] {
        let question = json!({ "query": "last week", "now": now });
        let refusal = client.post("/v1/recall", &question);
        let refusal = refusal.refused(400, "bad_time");
        let sentence = refusal["error"].as_str().unwrap();
        assert!(sentence.contains("1970 and 9999"), "{sentence}");
    }
    let question = json!({ "query": "last week", "now": 5 });
    client
        .post("/v1/recall", &question)
        .refused(422, "bad_request");
    let home = Home::with_settings(HASHED);
    home.run(&["remember", NEAR]).ok();
    home.run(&["recall", "last week", "--now", "soon"])
        .refused(2, "[bad_time]");
}

#[test]
fn a_now_at_the_edge_of_time_is_answered() {
    let fill = |client: &mut Client| client.remember(NEAR);
    everywhere("edge-now", fill, |client, _| {
        for now in ["1970-01-01", "9999-12-30", "2024-02-29T23:59:59Z"] {
            for hint in [
                "yesterday",
                "last week",
                "300 years ago",
                "last winter",
                "this month",
            ] {
                let query = format!("{hint} disestablishmentarians");
                let question = json!({ "query": query, "now": now, "explain": true });
                super::assert_shares(&client.recall(&question));
            }
        }
    });
}

fn weighed(client: &mut Client, weights: &Value) -> Value {
    let question = json!({
        "query": QUESTION, "ranking": "memoryoss", "weights": weights, "explain": true,
    });
    client.recall(&question)
}

#[test]
fn weights_out_of_range_are_clamped() {
    let fill = |client: &mut Client| client.remember(NEAR);
    everywhere("bad-weights", fill, |client, _| {
        let wild = json!({ "vector": 7, "fts": -3, "exact": 1e300, "recency": -0.0 });
        let answer = weighed(client, &wild);
        let held = json!({ "vector": 1.0, "fts": 0.0, "exact": 1.0, "recency": 0.0 });
        for (channel, weight) in held.as_object().unwrap() {
            let shown = &answer["question"]["weights"][channel];
            assert_eq!(shown.as_f64(), weight.as_f64(), "{channel} in {answer}");
        }
        super::assert_shares(&answer);
        let usual = json!({ "vector": 0.3, "fts": 0.3, "exact": 0.25, "recency": 0.15 });
        for none in [0.0, -2.0] {
            let none = json!({ "vector": none, "fts": none, "exact": none, "recency": none });
            let answer = weighed(client, &none);
            assert_eq!(answer["question"]["weights"], usual, "by none of them");
            assert!(
                answer["memories"][0]["score"].as_f64() > Some(0.0),
                "{answer}"
            );
            super::assert_shares(&answer);
        }
        let some = weighed(client, &json!({ "vector": 0.5 }));
        let shown = json!({ "vector": 0.5, "fts": 0.3, "exact": 0.25, "recency": 0.15 });
        assert_eq!(some["question"]["weights"], shown);
    });
}

#[test]
fn weights_that_are_no_numbers_are_refused() {
    let mut client = hashed().room("bad-weights-kind");
    for weights in [json!({ "vector": "much" }), json!(3), json!({ "fts": [1] })] {
        let question = json!({ "query": "q", "ranking": "memoryoss", "weights": weights });
        client
            .post("/v1/recall", &question)
            .refused(422, "bad_request");
    }
    let body = br#"{"query": "q", "weights": {"vector": NaN}}"#;
    let reply = client.send("POST", "/v1/recall", body);
    assert!((400..500).contains(&reply.status), "{}", reply.text);
}

#[test]
fn weights_of_channels_there_are_not_are_refused_by_name() {
    let mut client = hashed().room("bad-weights-name");
    for ranking in ["memoryoss", "mneme"] {
        let weights = json!({ "vector": 0.5, "fuzzy": 1 });
        let question = json!({ "query": "q", "ranking": ranking, "weights": weights });
        let refusal = client.post("/v1/recall", &question);
        let refusal = refusal.refused(400, "bad_ranking");
        let sentence = refusal["error"].as_str().unwrap();
        for name in ["'fuzzy'", "vector", "fts", "exact", "recency"] {
            assert!(sentence.contains(name), "{sentence}");
        }
    }
}

#[test]
fn settings_of_meaning_that_nobody_knows_are_refused() {
    for (toml, named) in [
        ("[embeddings]\nmodel = \"gpt\"\n", "embeddings.model"),
        ("[embeddings]\nmodel = \"\"\n", "embeddings.model"),
        ("[embeddings]\nmodel = 384\n", "model"),
        (
            "[embeddings]\nprecision = \"int4\"\n",
            "embeddings.precision",
        ),
        ("[embeddings]\nmodels = \"here\"\n", "models"),
        ("[recall]\nranking = \"best\"\n", "recall.ranking"),
        ("[recall]\nranking = \"words\"\n", "recall.ranking"),
    ] {
        let home = Home::with_settings(toml);
        home.run(&["status"]).refused(2, "[bad_setting]");
        let serve = home.run(&["serve", "--http", "127.0.0.1:0"]);
        let told = serve.refused(2, "[bad_setting]").err;
        assert!(told.contains(named), "{told}");
        assert!(!home.data().exists(), "{toml}");
    }
}

//! Many answers, a page at a time.

use serde_json::{Value, json};

use super::at_rest;
use crate::support::{Client, ids, segmented, shared};

const ALL: usize = 330;

fn fill(client: &mut Client) {
    let words = ["amber", "beryl", "coral", "drift", "ember"];
    let memory = |n: usize| {
        let extra = words[..n % words.len()].join(" ");
        json!({ "content": format!("Pebble {n} {extra}."), "session": format!("beach-{}", n % 7) })
    };
    let memories: Vec<Value> = (0..ALL).map(memory).collect();
    client
        .post("/v1/store/batch", &json!({ "memories": memories }))
        .ok();
}

/// Every page of a question, in order.
fn pages(client: &mut Client, question: &Value) -> Vec<Value> {
    let (mut question, mut pages) = (question.clone(), Vec::new());
    loop {
        let page = client.recall(&question);
        let next = page["next_cursor"].clone();
        pages.push(page);
        if next.is_null() {
            return pages;
        }
        question["cursor"] = next;
    }
}

/// Every answer comes on some page, and on one only.
fn assert_complete(client: &mut Client) {
    let question = json!({ "query": "pebble amber coral", "limit": 40 });
    let pages = pages(client, &question);
    assert_eq!(pages.len(), ALL.div_ceil(40));
    let mut all: Vec<String> = pages.iter().flat_map(ids).collect();
    assert_eq!(all.len(), ALL);
    all.sort();
    all.dedup();
    assert_eq!(all.len(), ALL, "some answers came twice, others never");
}

#[test]
fn pages_neither_overlap_nor_leave_anything_out() {
    at_rest("pages", fill, |client, ()| assert_complete(client));
}

#[test]
fn pages_hold_while_the_index_works() {
    let mut client = segmented().room("pages-moving");
    fill(&mut client);
    assert_complete(&mut client);
}

#[test]
fn scores_never_rise_from_page_to_page() {
    at_rest("pages-scores", fill, |client, ()| {
        let question = json!({ "query": "pebble beryl drift", "limit": 100 });
        let hits = pages(client, &question);
        let scores: Vec<f64> = hits
            .iter()
            .flat_map(|page| page["memories"].as_array().unwrap())
            .map(|hit| hit["score"].as_f64().unwrap())
            .collect();
        assert_eq!(scores.len(), ALL);
        assert!(scores.iter().all(|score| (0.0..=1.0).contains(score)));
        assert!(
            scores.windows(2).all(|pair| pair[0] >= pair[1]),
            "{scores:?}"
        );
    });
}

/// What a later page is lowered by is a part of its own.
#[test]
fn the_parts_of_a_score_add_up_on_every_page() {
    at_rest("pages-parts", fill, |client, ()| {
        let alone = json!({ "query": "pebble beryl drift", "limit": 20, "explain": true });
        let pages = pages(client, &alone);
        let hits = pages
            .iter()
            .flat_map(|page| page["memories"].as_array().unwrap());
        for hit in hits {
            let features = hit["why"]["features"].as_array().unwrap();
            let sum: f64 = features.iter().map(|f| f["share"].as_f64().unwrap()).sum();
            let score = hit["score"].as_f64().unwrap();
            assert!((sum - score).abs() < 1e-5, "{sum} is not {score}: {hit}");
            let lowered = features.iter().filter(|f| f["feature"] == "page");
            assert!(lowered.clone().count() <= 1, "{hit}");
            for page in lowered {
                assert!(page["share"].as_f64().unwrap() <= 0.0, "{hit}");
            }
        }
    });
}

#[test]
fn the_first_page_is_the_beginning_of_a_longer_one() {
    at_rest("pages-prefix", fill, |client, ()| {
        let asked = |limit: usize| json!({ "query": "pebble coral ember", "limit": limit });
        let (short, long) = (client.recall(&asked(10)), client.recall(&asked(100)));
        assert_eq!(ids(&short).len(), 10);
        assert_eq!(ids(&short), ids(&long)[..10]);
        assert_eq!(
            ids(&client.recall(&json!({ "query": "pebble coral ember" }))),
            ids(&short)
        );
    });
}

#[test]
fn a_filter_holds_on_every_page() {
    at_rest("pages-filtered", fill, |client, ()| {
        let question = json!({ "query": "pebble", "session": "beach-3", "limit": 9 });
        let pages = pages(client, &question);
        let hits: Vec<&Value> = pages
            .iter()
            .flat_map(|p| p["memories"].as_array().unwrap())
            .collect();
        assert_eq!(hits.len(), (0..ALL).filter(|n| n % 7 == 3).count());
        assert!(hits.iter().all(|hit| hit["memory"]["session"] == "beach-3"));
    });
}

#[test]
fn what_is_stored_meanwhile_does_not_push_answers_across_pages() {
    let mut client = shared().room("pages-meanwhile");
    fill(&mut client);
    let mut question = json!({ "query": "pebble amber", "limit": 100 });
    let first = client.recall(&question);
    client.remember("Pebble amber amber of now.");
    question["cursor"] = first["next_cursor"].clone();
    let second = client.recall(&question);
    let repeated = ids(&second)
        .into_iter()
        .filter(|id| ids(&first).contains(id));
    assert_eq!(repeated.count(), 0);
    assert_eq!(ids(&second).len(), 100);
}

#[test]
fn a_limit_above_the_largest_is_the_largest() {
    at_rest("pages-largest", fill, |client, ()| {
        let many = client.recall(&json!({ "query": "pebble", "limit": 5_000 }));
        assert_eq!(ids(&many).len(), 100);
        assert!(many["next_cursor"].is_string());
    });
}

#[test]
fn a_cursor_goes_on_with_its_own_question_only() {
    let mut client = shared().room("pages-own");
    fill(&mut client);
    let mut other = shared().room("pages-own-other");
    fill(&mut other);
    let question = json!({ "query": "pebble", "limit": 5 });
    let cursor = client.recall(&question)["next_cursor"].take();
    let with = |name: &str, value: Value| {
        let mut asked = question.clone();
        asked["cursor"] = cursor.clone();
        asked[name] = value;
        asked
    };
    for (name, value) in [
        ("query", json!("pebbles")),
        ("agent", json!("ann")),
        ("session", json!("beach-3")),
        ("tags", json!(["sea"])),
        ("kinds", json!(["memory"])),
        ("memory_type", json!("procedural")),
        ("from", json!("2024-01-01")),
        ("to", json!("2030-01-01")),
        ("after", json!("2024-01-01")),
        ("before", json!("2099-01-01")),
        ("as_of", json!("2099-01-01")),
        ("ranking", json!("memoryoss")),
        ("weights", json!({ "fts": 0.9 })),
    ] {
        let asked = with(name, value);
        let refused = client.post("/v1/recall", &asked).refused(400, "bad_cursor");
        let why = refused["error"].as_str().unwrap();
        assert!(why.contains("another question"), "{name}: {why}");
        let batch = json!({ "queries": [asked] });
        client
            .post("/v1/recall/batch", &batch)
            .refused(400, "bad_cursor");
    }
    let same = with("limit", json!(7));
    other.post("/v1/recall", &same).refused(400, "bad_cursor");
    let mut silent = shared().room("pages-own-silent");
    silent.post("/v1/recall", &same).refused(400, "bad_cursor");
    let mut forged = cursor.as_str().unwrap().to_owned();
    forged.insert(0, '1');
    let forged = with("cursor", json!(forged));
    client
        .post("/v1/recall", &forged)
        .refused(400, "bad_cursor");
    // How many are wanted is no part of a question, and what is usual may be said.
    assert_eq!(ids(&client.recall(&same)).len(), 7);
    assert_eq!(
        ids(&client.recall(&with("ranking", json!("mneme")))).len(),
        5
    );
}

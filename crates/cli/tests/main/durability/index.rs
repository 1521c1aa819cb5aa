//! The index is derived: lost, behind or old, it comes back from the journal.

use serde_json::{Value, json};

use crate::support::{Client, Home, ScriptedEvents, Server, ids};

const NAMESPACES: [&str; 3] = ["north", "east", "south"];
const EVENTS: usize = 3_000;

#[test]
fn g_204_the_index_catches_up_in_all_namespaces_after_a_kill() {
    let home =
        Home::with_settings("[index]\nsmall_namespace = 100\nfollow_ms = 5\nbatch_events = 100\n");
    let server = Server::start(&home);
    let keys = NAMESPACES.map(|name| server.key(name, "writer"));
    for (name, key) in NAMESPACES.iter().zip(&keys) {
        let mut client = Client::new(server.http(), Some(key));
        client.ingest(&ScriptedEvents::new(name).events(0, EVENTS));
    }
    let behind = server.health()["index_lag"].as_u64().unwrap();
    server.kill();
    assert!(
        behind > 1_000,
        "killed too late to prove anything: {behind} behind"
    );
    let server = Server::start_with(&home, &["--metrics", "127.0.0.1:0"]);
    for (name, key) in NAMESPACES.iter().zip(&keys) {
        assert_all_found(&mut Client::new(server.http(), Some(key)), name);
    }
    server.settled();
    assert!(
        server.metric("mneme_index_documents_total") > 1_000,
        "the index went on"
    );
    for (name, key) in NAMESPACES.iter().zip(&keys) {
        assert_all_found(&mut Client::new(server.http(), Some(key)), name);
    }
    server.assert_sound();
}

/// Events from everywhere in a namespace are found by the number they say.
fn assert_all_found(client: &mut Client, name: &str) {
    let script = ScriptedEvents::new(name);
    for n in (0..EVENTS).step_by(211).chain([EVENTS - 1]) {
        let found = client.recall(&json!({ "query": format!("number {n}"), "limit": 3 }));
        assert_eq!(ids(&found).first(), Some(&script.id(n)), "{found}");
    }
}

fn filled(server: &Server, key: &str) {
    let mut client = Client::new(server.http(), Some(key));
    let script = ScriptedEvents::new("e");
    for first in (0..1_600).step_by(400) {
        client.ingest(&script.events(first, first + 400));
        let told = json!({ "content": format!("Rule {first}: lanterns stay lit."), "tags": ["rule"], "agent": "a" });
        let id = client.store(&told);
        client.update(&id, &format!("Rule {first}: lanterns stay dark."));
        server.settled();
    }
}

/// Ids and scores of many questions.
fn answers(client: &mut Client) -> Vec<(Vec<String>, Vec<f64>)> {
    let questions = [
        json!({ "query": "who lost the umbrella near the museum?", "limit": 30 }),
        json!({ "query": "Chidi violin", "limit": 30 }),
        json!({ "query": "number 1234", "limit": 5 }),
        json!({ "query": "lanterns", "tags": ["rule"] }),
        json!({ "query": "lanterns lit", "agent": "a", "as_of": "2099-01-01" }),
        json!({ "query": "bridge", "session": "e-talk-12", "limit": 30 }),
        json!({ "query": "bakery recipe", "from": "2025-03-02", "limit": 30 }),
    ];
    let of = |answer: Value| {
        let scores = answer["memories"].as_array().unwrap().iter();
        let scores = scores.map(|hit| hit["score"].as_f64().unwrap()).collect();
        (ids(&answer), scores)
    };
    questions
        .iter()
        .map(|question| of(client.recall(question)))
        .collect()
}

/// Scores this near are the same: how rare a word is also counts what segments have not let go of
/// yet, so the last digit depends on which of them were merged.
const NEAR: f64 = 0.01;

/// The same ids with the same scores but for the last digit, so in the same order but for ties.
fn assert_same(before: &[(Vec<String>, Vec<f64>)], after: &[(Vec<String>, Vec<f64>)]) {
    assert_eq!(before.len(), after.len());
    for (before, after) in before.iter().zip(after) {
        assert!(!before.0.is_empty());
        assert_eq!(before.0.len(), after.0.len());
        assert_held(before, after);
        assert_held(after, before);
    }
}

/// Everything of the first is in the second, or would be there but for a tie with its last.
fn assert_held(one: &(Vec<String>, Vec<f64>), other: &(Vec<String>, Vec<f64>)) {
    for (id, score) in one.0.iter().zip(&one.1) {
        let there = other.0.iter().position(|held| held == id);
        let there = there.map_or(other.1.last(), |at| other.1.get(at)).unwrap();
        assert!((score - there).abs() < NEAR, "{id}: {one:?} {other:?}");
    }
}

#[test]
fn g_247_a_deleted_index_comes_back_with_the_same_answers() {
    let home = Home::new();
    let server = Server::start(&home);
    let key = server.key("truth", "writer");
    filled(&server, &key);
    let before = answers(&mut Client::new(server.http(), Some(&key)));
    server.stop();
    let index = home.data().join("index");
    assert!(
        index.read_dir().unwrap().count() > 0,
        "there are segments to lose"
    );
    let server = Server::start(&home);
    assert_same(
        &before,
        &answers(&mut Client::new(server.http(), Some(&key))),
    );
    server.stop();
    std::fs::remove_dir_all(&index).unwrap();
    let server = Server::start(&home);
    assert_same(
        &before,
        &answers(&mut Client::new(server.http(), Some(&key))),
    );
    server.settled();
    assert_same(
        &before,
        &answers(&mut Client::new(server.http(), Some(&key))),
    );
    assert!(index.read_dir().unwrap().count() > 0, "and they are back");
}

/// So many small commits that merging, collecting and reading go on at the same time.
const STUMBLING: &str = "[index]\nsmall_namespace = 0\nfollow_ms = 1\nbatch_events = 4\n";

#[test]
fn the_index_does_not_stumble_over_its_own_work() {
    let home = Home::with_settings(STUMBLING);
    let mut server = Server::start(&home);
    let key = server.key("busy", "writer");
    let script = ScriptedEvents::new("busy");
    Client::new(server.http(), Some(&key)).ingest(&script.events(0, 500));
    server.settled();
    for round in 0..2 {
        server.stop();
        std::fs::remove_dir_all(home.data().join("index")).unwrap();
        server = Server::start(&home);
        let mut client = Client::new(server.http(), Some(&key));
        let found = client.recall(&json!({ "query": "number 499", "limit": 1 }));
        assert_eq!(ids(&found), [script.id(499)], "round {round}");
    }
    let errors = server.errors();
    assert!(
        !errors.contains("ERROR") && !errors.contains("WARN"),
        "{errors}"
    );
}

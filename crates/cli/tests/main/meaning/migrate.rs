//! `mneme migrate-embeddings` without real weights.

use serde_json::{Value, json};

use super::{read, stats, vectors};
use crate::support::{HASHED, Home, ScriptedEvents, Server};

const MINILM: &str = "[embeddings]\nmodel = \"all-minilm-l6-v2\"\n";
const OFF: &str = "[embeddings]\nmodel = \"off\"\n";

/// A store with events and nobody serving it.
fn imported(settings: &str, events: usize) -> Home {
    let home = Home::with_settings(settings);
    let events = ScriptedEvents::new("e").events(0, events);
    let lines: Vec<String> = events
        .as_array()
        .unwrap()
        .iter()
        .map(Value::to_string)
        .collect();
    home.run_with(&["import", "-"], lines.join("\n").as_bytes())
        .ok();
    home
}

#[test]
fn migrate_embeddings_runs_and_a_dry_run_changes_nothing() {
    let home = imported(OFF, 300);
    let migrate = ["migrate-embeddings", "--model", "hash-384", "--json"];
    let plan = home.json(&[&migrate[..], &["--dry-run"]].concat());
    let reply = |vectors, read, dry| json!({ "model": "hash-384", "vectors": vectors, "read": read, "dropped": 0, "dry_run": dry });
    assert_eq!(plan, reply(0, 300, true));
    assert_eq!(vectors(&home, "hash-384"), 0, "nothing was done");
    assert_eq!(home.json(&migrate), reply(300, 300, false));
    assert_eq!(vectors(&home, "hash-384"), 300);
    assert_eq!(
        home.json(&migrate),
        reply(300, 0, false),
        "a second time there is nothing to do"
    );
    home.set(HASHED);
    let said = home.run(&["migrate-embeddings"]).ok();
    assert!(
        said.starts_with("read: 0 journal positions with hash-384"),
        "{said}"
    );
    let said = home.run(&["migrate-embeddings", "--dry-run"]).ok();
    assert!(said.starts_with("would read: 0"), "{said}");
    assert_eq!(home.json(&["verify", "--json"])["clean"], true);
}

#[test]
fn a_running_server_is_waited_for() {
    let home = Home::with_settings(HASHED);
    let server = Server::start(&home);
    server
        .owner()
        .ingest(&ScriptedEvents::new("e").events(0, 400));
    let done = home.json(&["migrate-embeddings", "--json"]);
    assert_eq!(
        (&done["vectors"], &done["dropped"]),
        (&json!(400), &json!(0))
    );
    assert_eq!(stats(&home)["behind"], 0);
    server.assert_sound();
}

#[test]
fn a_running_server_keeps_its_model() {
    let home = Home::with_settings(HASHED);
    let server = Server::start(&home);
    server.owner().remember("Something.");
    read(&home);
    let other = [
        "migrate-embeddings",
        "--model",
        "all-minilm-l6-v2",
        "--json",
    ];
    let fault = home.run(&other).refused(5, "model_mismatch").fault();
    assert!(
        fault["error"].as_str().unwrap().contains("hash-384"),
        "{fault}"
    );
    let hint = fault["hint"].as_str().unwrap();
    assert!(hint.contains("mneme migrate-embeddings"), "{fault}");
    home.run(&["migrate-embeddings", "--model", "hash-384"])
        .ok();
    assert_eq!(vectors(&home, "hash-384"), 1);
}

#[test]
fn a_migration_that_cannot_read_lets_go_of_nothing() {
    let home = imported(HASHED, 200);
    home.run(&["migrate-embeddings"]).ok();
    home.set(MINILM);
    home.run(&["migrate-embeddings", "--dry-run"])
        .refused(5, "[model_missing]");
    home.run(&["migrate-embeddings"])
        .refused(5, "[model_missing]");
    assert_eq!(vectors(&home, "hash-384"), 200);
    let server = Server::start(&home);
    home.run(&["migrate-embeddings"])
        .refused(5, "[model_missing]");
    assert_eq!(vectors(&home, "hash-384"), 200);
    server.assert_sound();
}

#[test]
fn switched_off_there_is_nothing_to_migrate_to() {
    let home = imported(HASHED, 20);
    home.run(&["migrate-embeddings"]).ok();
    home.set(OFF);
    home.run(&["migrate-embeddings"])
        .refused(5, "[model_missing]");
    let plan = home.run(&["migrate-embeddings", "--dry-run", "--json"]);
    assert_ne!(plan.code, 0, "it would not do what it says: {plan:?}");
    assert_eq!(vectors(&home, "hash-384"), 20);
}

#[test]
fn a_migration_needs_a_store_and_a_model_that_exists() {
    let home = Home::with_settings(HASHED);
    home.run(&["migrate-embeddings"]).refused(3, "[no_store]");
    assert!(!home.data().exists());
    home.run(&["remember", "Something."]).ok();
    home.run(&["migrate-embeddings", "--model", "gpt"])
        .refused(2, "[bad_model]");
}

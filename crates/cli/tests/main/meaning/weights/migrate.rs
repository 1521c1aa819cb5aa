//! From one model to another, interrupted.

use std::process::{Child, Stdio};

use serde_json::json;

use super::{MINILM, settings};
use crate::meaning::{hits, read, stats, vectors};
use crate::support::{HASHED, Home, Ran, ScriptedEvents, Server, eventually};

const EVENTS: usize = 500;

/// A store read with `hash-384`, then told to read with real weights.
fn switched() -> Home {
    let home = Home::with_settings(HASHED);
    let server = Server::start(&home);
    server
        .owner()
        .ingest(&ScriptedEvents::new("e").events(0, EVENTS));
    read(&home);
    assert_eq!(vectors(&home, "hash-384"), EVENTS as u64);
    server.stop();
    home.set(&settings());
    home
}

fn migrating(home: &Home) -> Child {
    let mut command = home.command(&["migrate-embeddings", "--json"]);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// Exactly one vector for each event, and none of the old model.
fn assert_migrated(home: &Home) {
    let stats = stats(home);
    let kept = json!([{ "name": MINILM, "dimension": 384, "vectors": EVENTS }]);
    let others = stats["models"].as_array().unwrap().iter();
    let left: Vec<_> = others.filter(|model| model["vectors"] != 0).collect();
    assert_eq!((json!(left), &stats["behind"]), (kept, &json!(0)));
    assert_eq!(home.json(&["verify", "--json"])["clean"], true);
}

#[test]
fn a_store_switches_to_another_model_though_the_migration_is_killed() {
    let home = switched();
    let server = Server::start(&home);
    let waiting = migrating(&home);
    eventually("the first vectors of the new model", || {
        (vectors(&home, MINILM) > 0).then_some(())
    });
    server.kill();
    let ran = Ran::from(waiting.wait_with_output().unwrap());
    ran.refused(5, "not_serving");
    let (old, new) = (vectors(&home, "hash-384"), vectors(&home, MINILM));
    assert_eq!(
        old, EVENTS as u64,
        "nothing is let go before everything is read"
    );
    assert!(new < EVENTS as u64, "the kill came too late: {new}");
    let done = home.json(&["migrate-embeddings", "--json"]);
    assert_eq!(
        (&done["vectors"], &done["dropped"]),
        (&json!(EVENTS), &json!(EVENTS))
    );
    assert!(
        done["read"].as_u64().unwrap() < EVENTS as u64,
        "it went on where it was: {done}"
    );
    assert_migrated(&home);
    let server = Server::start(&home);
    let answer = server
        .owner()
        .recall(&json!({ "query": "a fiddle that was mended", "explain": true }));
    assert_eq!(answer["question"]["model"], MINILM);
    assert!(!hits(&answer).is_empty(), "{answer}");
}

#[test]
fn a_migration_killed_without_a_server_goes_on_where_it_was() {
    let home = switched();
    let mut child = migrating(&home);
    let log = home.data().join("mneme.db-wal");
    eventually("vectors in the log", || {
        let bytes = std::fs::metadata(&log).map_or(0, |meta| meta.len());
        (bytes > 60_000).then_some(())
    });
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(vectors(&home, "hash-384"), EVENTS as u64);
    let done = home.json(&["migrate-embeddings", "--json"]);
    assert_eq!(
        (&done["vectors"], &done["dropped"]),
        (&json!(EVENTS), &json!(EVENTS))
    );
    assert_migrated(&home);
}

#[test]
fn while_it_migrates_the_store_answers_and_takes_new_words() {
    let home = switched();
    let server = Server::start(&home);
    let mut client = server.owner();
    client.remember("The lighthouse keeper plays chess.");
    assert_eq!(
        client.ask("lighthouse keeper chess")[0],
        "The lighthouse keeper plays chess."
    );
    assert!(!client.ask("violin umbrella").is_empty());
    let done = home.json(&["migrate-embeddings", "--json"]);
    assert_eq!(done["vectors"], EVENTS + 1);
    assert_eq!(vectors(&home, "hash-384"), 0);
    server.assert_sound();
}

#[test]
fn a_forced_migration_that_is_killed_goes_on_where_it_was() {
    let home = Home::with_settings(&settings());
    let server = Server::start(&home);
    let mut client = server.owner();
    client.ingest(&ScriptedEvents::new("e").events(0, EVENTS));
    read(&home);
    let mut forced = home.command(&["migrate-embeddings", "--force", "--json"]);
    forced.stdout(Stdio::null()).stderr(Stdio::null());
    let mut waiting = forced.spawn().unwrap();
    eventually("the first vectors of the second time", || {
        let made = vectors(&home, MINILM);
        (made > 0 && made < EVENTS as u64).then_some(())
    });
    server.kill();
    waiting.wait().unwrap();
    let done = home.json(&["migrate-embeddings", "--json"]);
    let (made, dropped) = (&done["vectors"], &done["dropped"]);
    assert_eq!((made, dropped), (&json!(EVENTS), &json!(EVENTS)));
    let read = done["read"].as_u64().unwrap();
    assert!(read < EVENTS as u64, "it went on where it was: {done}");
    assert_migrated(&home);
}

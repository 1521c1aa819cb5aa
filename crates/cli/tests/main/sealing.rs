//! What the store is sealed under: new keys, old keys, and keys that somebody else keeps.

mod kill;
mod kms;
mod revoke;
mod rotate;
mod vault;

use std::fs;

use serde_json::{Value, json};

use crate::support::{Client, Home, Server, eventually, files};

/// Segments are written soon, and texts have vectors.
const BUSY: &str = "[index]\nsmall_namespace = 50\nfollow_ms = 10\nbatch_events = 100\n[embeddings]\nmodel = \"hash-384\"\n";

fn fill(client: &mut Client, stem: &str, many: usize) {
    let event = |n: usize| {
        let text = format!("The {stem} number {n} flew over the harbour.");
        json!({ "id": format!("{stem}-{n}"), "session": stem, "text": text })
    };
    let events: Vec<Value> = (0..many).map(event).collect();
    client.ingest(&json!(events));
}

/// The id of the key that was retired.
fn rotate(client: &mut Client) -> String {
    let done = client.post("/v1/admin/keys/rotate", &json!({})).ok();
    assert_eq!(done["rotated"], true, "{done}");
    done["key_id"].as_str().unwrap().to_owned()
}

fn retired(client: &mut Client) -> Vec<String> {
    let listed = client.get("/v1/admin/keys").ok();
    let keys = listed["retired_keys"].as_array().unwrap().clone();
    keys.iter()
        .map(|key| key["id"].as_str().unwrap().to_owned())
        .collect()
}

/// Waits until everything of a namespace is under its key of now.
fn sealed_again(home: &Home, namespace: &str) {
    eventually("everything sealed again", || {
        let told = home.json(&["key", "data", "--json"]);
        let all = told["namespaces"].as_array().unwrap().clone();
        let own = all.iter().find(|n| n["namespace"] == namespace)?;
        assert_eq!(own["damaged"], 0, "{own}");
        (own["sealed_percent"] == 100).then_some(())
    });
}

/// The keys under which the files below a place are sealed. Segments are merged meanwhile: one
/// that is just being begun, or is gone again, is under none.
fn keys_of_files(home: &Home, place: &str) -> Vec<u32> {
    let all = files(&home.data().join(place)).into_iter();
    let heads = all.filter_map(|file| {
        let bytes = fs::read(&file).ok().filter(|bytes| !bytes.is_empty())?;
        assert_eq!(bytes[0], 1, "{}", file.display());
        Some(u32::from_le_bytes(bytes[1..5].try_into().unwrap()))
    });
    let mut keys: Vec<u32> = heads.collect();
    keys.sort_unstable();
    keys.dedup();
    keys
}

fn number(id: &str) -> u32 {
    id.strip_prefix("dk_").unwrap().parse().unwrap()
}

fn assert_clean(home: &Home) {
    let verified = home.json(&["verify", "--json"]);
    assert_eq!(verified["clean"], true, "{verified}");
}

/// All of it is there, in words and in the journal.
fn assert_there(server: &Server, client: &mut Client, stem: &str, many: usize) {
    let found = client.ask(&format!("{stem} harbour"));
    assert!(found.iter().any(|text| text.contains(stem)), "{found:?}");
    assert_eq!(client.count().1, many);
    server.assert_sound();
}

//! A receipt that a kill came before.

use serde_json::{Value, json};

use super::quick;
use crate::support::{Holding, Home, Server, rows};

const IMPATIENT: &str = "[storage]\npurge_ms = 600000\npurge_wait_ms = 300\n";

fn verified(home: &Home, receipt: &Value) {
    std::fs::write(home.path().join("receipt.json"), receipt.to_string()).unwrap();
    home.run(&["receipt", "verify", "receipt.json"]).ok();
}

fn file(home: &Home, name: &str) -> Value {
    let text = std::fs::read_to_string(home.path().join(name)).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// Forgets as wished without getting the receipt, and is killed.
fn killed(home: &Home, wish: impl Fn(&[String]) -> Value) -> (Value, [String; 2]) {
    let server = Server::start(home);
    let mut client = server.owner();
    let ids = ["The heir is Quibok.", "The heir is Morgruk."]
        .map(|text| client.store(&json!({ "content": text, "session": "will" })));
    client.remember("The vault has a door.");
    let wish = wish(&ids);
    let holding = Holding::the_log(home);
    client
        .delete("/v1/forget/certified", &wish)
        .refused(503, "purge_pending");
    server.kill();
    drop(holding);
    (wish, ids)
}

#[test]
fn g_182_a_receipt_owed_when_the_server_was_killed_is_given_after_the_restart() {
    let wishes: [fn(&[String]) -> Value; 2] = [
        |ids| json!({ "ids": ids }),
        |_| json!({ "session": "will", "kinds": ["memory"] }),
    ];
    for wish in wishes {
        let home = Home::with_settings(IMPATIENT);
        let (wish, ids) = killed(&home, wish);
        home.set("[storage]\npurge_ms = 20\n");
        let server = Server::start(&home);
        let mut client = server.owner();
        client
            .delete("/v1/forget/certified", &json!({ "session": "another" }))
            .refused(404, "no_such_memory");
        let mut neighbour = server.admin("next-door");
        neighbour
            .delete("/v1/forget/certified", &wish)
            .refused(404, "no_such_memory");
        let receipt = client.delete("/v1/forget/certified", &wish).ok();
        assert_eq!(receipt["certificate"]["deleted_ids"], json!(ids));
        let own = client.remember("Who am I?");
        let who = client.inspect(&own)["source_key"].take();
        assert_eq!(receipt["certificate"]["deleted_by"], who);
        verified(&home, &receipt);
        let again = client.delete("/v1/forget/certified", &wish).ok();
        assert_eq!(again, receipt, "an answer that was lost comes again");
        assert_eq!(client.ask("heir"), Vec::<String>::new());
        assert_eq!(home.json(&["verify", "--json"])["clean"], true);
        let dump = home.run(&["debug", "dump", "--plain"]).ok().to_lowercase();
        assert!(!dump.contains("quibok") && !dump.contains("morgruk"));
    }
}

#[test]
fn g_182_the_command_gets_a_receipt_that_is_owed() {
    let home = Home::with_settings(IMPATIENT);
    let (_, [one, two]) = killed(&home, |ids| json!({ "ids": ids }));
    let args = ["forget", &two, &one, "--yes", "--receipt", "owed.json"];
    let said = home.run(&args).ok();
    assert!(said.contains("forgot 2 records"), "{said}");
    home.run(&["receipt", "verify", "owed.json"]).ok();
    let again = ["forget", &one, &two, "--yes", "--receipt", "again.json"];
    home.run(&again).ok();
    assert_eq!(file(&home, "again.json"), file(&home, "owed.json"));
    let other = ["forget", &one, "--yes", "--receipt", "other.json"];
    home.run(&other).refused(3, "no_such_memory");
    assert!(!home.path().join("other.json").exists());
}

#[test]
fn g_182_a_receipt_that_was_lost_is_shown_again() {
    let (home, server) = quick("");
    let mut client = server.owner();
    let mut forget = |text: &str| {
        let id = client.remember(text);
        let receipt = client.delete("/v1/forget/certified", &json!({ "id": id }));
        receipt.ok()
    };
    let (first, second) = (forget("The heir is Quibok."), forget("Aunt Morgruk knows."));
    // Whoever asked was killed before it had read the answer: the file is there, and empty.
    std::fs::write(home.path().join("lost.json"), "").unwrap();
    let lost = home.run(&["receipt", "verify", "lost.json"]);
    assert!(lost.refused(2, "bad_file").err.contains("receipt show"));
    let listed = home.json(&["receipt", "list", "--json"])["receipts"].take();
    let ids: Vec<&str> = listed.as_array().unwrap().iter().map(id).collect();
    assert_eq!(ids.len(), 2, "{listed}");
    let ids_of = |receipt: &Value| receipt["certificate"]["deleted_ids"].clone();
    assert_eq!(listed[0]["deleted_ids"], ids_of(&second), "newest first");
    assert_eq!(listed[1]["deleted_ids"], ids_of(&first));
    home.run(&["receipt", "show", ids[1], "-o", "shown.json"])
        .ok();
    assert_eq!(file(&home, "shown.json"), first, "byte for byte");
    home.run(&["receipt", "verify", "shown.json"]).ok();
    let over = client.get(&format!("/v1/receipts/{}", ids[0])).ok();
    assert_eq!(over, second);
    assert_eq!(client.get("/v1/receipts").ok()["receipts"], listed);
    let mut neighbour = server.admin("next-door");
    assert_eq!(neighbour.get("/v1/receipts").ok()["receipts"], json!([]));
    let theirs = neighbour.get(&format!("/v1/receipts/{}", ids[0]));
    theirs.refused(404, "no_such_receipt");
    server.kill();
    let unserved = home.run(&["receipt", "show", ids[0]]).json();
    assert_eq!(unserved, second, "also after a kill, and unserved");
    home.run(&["receipt", "show", "nobody"])
        .refused(3, "no_such_receipt");
    let dump = home.run(&["debug", "dump", "--plain"]).ok().to_lowercase();
    assert!(!dump.contains("quibok") && !dump.contains("morgruk"));
}

fn id(kept: &Value) -> &str {
    kept["id"].as_str().unwrap()
}

/// A receipt that is kept costs a row; there are not more of them than were promised.
#[test]
fn the_oldest_receipts_are_given_up() {
    let (home, server) = quick("");
    let mut client = server.owner();
    for n in 0..102 {
        let id = client.remember(&format!("Secret {n}."));
        client
            .delete("/v1/forget/certified", &json!({ "id": id }))
            .ok();
    }
    let kept = client.get("/v1/receipts").ok()["receipts"].take();
    assert_eq!(kept.as_array().unwrap().len(), 100);
    let owed = "SELECT count(*) FROM cursors WHERE name LIKE 'receipt:%'";
    assert_eq!(rows(&home, owed), ["100"]);
}

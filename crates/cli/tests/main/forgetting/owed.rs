//! A receipt that a kill came before.

use serde_json::{Value, json};

use crate::support::{Holding, Home, Server, rows};

const IMPATIENT: &str = "[storage]\npurge_ms = 600000\npurge_wait_ms = 300\n";

fn verified(home: &Home, receipt: &Value) {
    std::fs::write(home.path().join("receipt.json"), receipt.to_string()).unwrap();
    home.run(&["receipt", "verify", "receipt.json"]).ok();
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
        client
            .delete("/v1/forget/certified", &wish)
            .refused(404, "no_such_memory");
        assert_eq!(client.ask("heir"), Vec::<String>::new());
        let owed = "SELECT count(*) FROM cursors WHERE name LIKE 'receipt:%'";
        assert_eq!(rows(&home, owed), ["0"]);
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
    home.run(&again).refused(3, "no_such_memory");
    assert!(!home.path().join("again.json").exists());
}

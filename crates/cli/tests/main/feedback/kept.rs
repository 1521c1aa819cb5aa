//! What was said outlives the process, can be made again, and goes with what it was said of.

use serde_json::{Value, json};

use super::{reputations, say, supersede};
use crate::support::{Client, Home, Server, rows, sqlite};

fn told(client: &mut Client) -> [String; 3] {
    let ids =
        ["Kelp is brown.", "Kelp is blue.", "Kelp is olive."].map(|text| client.remember(text));
    say(client, &ids[0], "confirm").ok();
    say(client, &ids[1], "reject").ok();
    say(client, &ids[1], "reject").ok();
    supersede(client, &ids[0], &ids[2]).ok();
    ids
}

fn seen(client: &mut Client, ids: &[String; 3]) -> (Value, [Value; 3]) {
    let memories = ids.each_ref().map(|id| client.lasting(id));
    (reputations(client), memories)
}

fn assert_clean(home: &Home) {
    let found = home.json(&["verify", "--json"]);
    assert_eq!(found["clean"], true, "{found}");
}

#[test]
fn g_206_reputations_survive_a_kill_and_a_rebuild() {
    let home = Home::new();
    let server = Server::start(&home);
    let key = server.key("kept", "admin");
    let mut client = Client::new(server.http(), Some(&key));
    let ids = told(&mut client);
    let before = seen(&mut client, &ids);
    let source = &before.0[0];
    assert_eq!(
        (&source["alpha"], &source["beta"]),
        (&json!(4.0), &json!(3.0))
    );
    server.kill();

    let server = Server::start(&home);
    let mut client = Client::new(server.http(), Some(&key));
    assert_eq!(
        seen(&mut client, &ids),
        before,
        "as it was when it was killed"
    );
    assert_clean(&home);
    server.stop();

    home.run(&["rebuild"]).ok();
    assert_clean(&home);
    let server = Server::start(&home);
    let mut client = Client::new(server.http(), Some(&key));
    assert_eq!(
        seen(&mut client, &ids),
        before,
        "made again from the journal"
    );
    server.stop();
}

#[test]
fn g_206_a_reputation_that_was_tampered_with_is_told() {
    let home = Home::new();
    let server = Server::start(&home);
    let mut client = server.owner();
    told(&mut client);
    server.stop();
    sqlite(&home, &["UPDATE reputations SET good = good + 40"]);
    let ran = home.run(&["verify", "--json"]);
    assert!(ran.out.contains("table reputations"), "{ran:?}");
    home.run(&["rebuild"]).ok();
    assert_clean(&home);
}

#[test]
fn what_was_said_of_a_forgotten_memory_is_forgotten() {
    let home = Home::with_settings("[storage]\npurge_ms = 20\n");
    let server = Server::start(&home);
    let mut client = server.owner();
    let ids = told(&mut client);
    assert_eq!(client.forget(&json!({ "id": ids[1] })), 1);
    let source = reputations(&mut client)[0].take();
    assert_eq!(
        (&source["alpha"], &source["beta"]),
        (&json!(4.0), &json!(1.0))
    );
    assert_clean(&home);
    assert_eq!(client.forget(&json!({ "ids": [ids[0], ids[2]] })), 2);
    assert_eq!(reputations(&mut client), json!([]));
    assert_eq!(rows(&home, "SELECT count(*) FROM outcomes"), ["0"]);
    assert_clean(&home);
    let dump = home.run(&["debug", "dump", "--plain"]).ok().to_lowercase();
    assert!(
        !dump.contains("judged: some"),
        "nothing is left of what was said: {dump}"
    );
    server.assert_sound();
}

#[test]
fn an_export_carries_what_is_contested() {
    let (from, to) = (Home::new(), Home::new());
    let server = Server::start(&from);
    told(&mut server.owner());
    server.stop();
    let export = from.path().join("all.json");
    from.run(&["export", "-o", export.to_str().unwrap()]).ok();
    to.run(&["import", export.to_str().unwrap()]).ok();
    let listed = to.json(&["list", "--json"]);
    let status = |text: &str| {
        let all = listed["memories"].as_array().unwrap();
        let found = all.iter().find(|memory| memory["content"] == text);
        found.unwrap()["status"].clone()
    };
    assert_eq!(status("Kelp is blue."), "contested");
    assert_eq!(status("Kelp is brown."), "stale");
    assert_eq!(status("Kelp is olive."), "active");
}

//! No room left.

use serde_json::{Value, json};

use crate::support::{Client, Home, Reply, ScriptedEvents, Server, eventually};

fn limit(bytes: usize) -> String {
    format!("[storage]\nmax_bytes = {bytes}\n")
}

/// Stores until there is no room: what was acknowledged, and the refusal.
fn fill(client: &mut Client) -> (Vec<(String, String)>, Reply) {
    let mut kept = Vec::new();
    loop {
        let text = format!("Box {} holds {}.", kept.len(), "straw ".repeat(200));
        let reply = client.post("/v1/store", &json!({ "content": text }));
        if reply.status != 200 {
            return (kept, reply);
        }
        kept.push((reply.body["id"].as_str().unwrap().to_owned(), text));
    }
}

fn assert_all_there(client: &mut Client, kept: &[(String, String)]) {
    for (id, text) in kept {
        assert!(client.inspect(id)["content"] == text.as_str(), "{id}");
    }
    assert_eq!(client.count().0, kept.len(), "and nothing else");
}

#[test]
fn a_full_store_keeps_what_it_has_and_says_so() {
    let home = Home::with_settings(&limit(600_000));
    let server = Server::start(&home);
    let key = server.key("full", "writer");
    let mut client = Client::new(server.http(), Some(&key));
    let (kept, refusal) = fill(&mut client);
    let refusal = refusal.refused(507, "storage_full");
    assert!(
        refusal["hint"]
            .as_str()
            .unwrap()
            .contains("storage.max_bytes"),
        "{refusal}"
    );
    assert!(kept.len() > 20, "{}", kept.len());
    assert_all_there(&mut client, &kept);
    assert!(!client.ask("box 3").is_empty(), "recall still answers");
    let events = json!({ "events": ScriptedEvents::new("late").events(0, 500) });
    client
        .post("/v1/events", &events)
        .refused(507, "storage_full");
    // Something small of the server's own may still find room behind it.
    let health = server.health();
    assert_eq!(health["code"], "storage_full");
    assert_eq!(health["status"], "degraded");
    assert_eq!(client.count(), (kept.len(), 0), "no part of a batch");
    home.run_with(&["remember", "-"], incompressible(400_000).as_bytes())
        .refused(6, "[storage_full]");
    assert_eq!(home.json(&["verify", "--json"])["clean"], true);
    assert!(!server.errors().contains("panicked"));
    server.stop();
    home.set(&limit(6_000_000));
    let server = Server::start(&home);
    let mut client = Client::new(server.http(), Some(&key));
    assert_all_there(&mut client, &kept);
    client.remember("There is room again.");
    assert_eq!(server.health()["status"], "ok");
    assert_eq!(client.ask("room again"), ["There is room again."]);
}

/// Stores, coming back as often as a neighbour of the same commit was too large.
fn store_patiently(client: &mut Client, content: &str) {
    let stored = eventually("room for a few words", || {
        let reply = client.post("/v1/store", &json!({ "content": content }));
        match reply.status {
            200 => Some(reply.ok()),
            _ => {
                reply.refused(507, "storage_full");
                None
            }
        }
    });
    assert!(
        stored.get("duplicate").is_none(),
        "what was refused was stored: {stored}"
    );
}

#[test]
fn one_that_does_not_fit_takes_nothing_of_its_neighbours() {
    let home = Home::with_settings(&limit(400_000));
    let server = Server::start(&home);
    let key = server.key("squeezed", "writer");
    let large = json!({ "content": incompressible(1_000_000) });
    std::thread::scope(|scope| {
        for n in 0..8 {
            let (address, key, large) = (server.http(), &key, &large);
            scope.spawn(move || {
                let mut client = Client::new(address, Some(key));
                for m in 0..5 {
                    store_patiently(&mut client, &format!("Small {n} {m}."));
                    client.post("/v1/store", large).refused(507, "storage_full");
                }
            });
        }
    });
    let mut client = Client::new(server.http(), Some(&key));
    assert_eq!(client.count(), (40, 0));
    assert_eq!(client.ask("small").len(), 40);
    assert_eq!(home.json(&["verify", "--json"])["clean"], true);
}

fn incompressible(bytes: usize) -> String {
    let random = crate::support::Random::new().bytes(bytes / 2);
    random.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn a_store_larger_than_its_limit_opens_and_reads() {
    let home = super::inhabited();
    home.set(&limit(4_096));
    let server = Server::start(&home);
    let mut client = server.owner();
    assert_eq!(client.ask("old words"), ["The old words."]);
    let large: Vec<Value> = (0..50)
        .map(|n| json!({ "content": format!("{n} {}", "more ".repeat(500)) }))
        .collect();
    client
        .post("/v1/store/batch", &json!({ "memories": large }))
        .refused(507, "storage_full");
    assert_eq!(client.count().0, 1);
}

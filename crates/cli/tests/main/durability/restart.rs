//! Stopped and started again, everything is as it was.

use serde_json::{Value, json};

use crate::support::{Client, Home, ScriptedEvents, Server};

/// Everything a client can see of a namespace, but scores.
fn seen(client: &mut Client) -> Vec<Value> {
    let questions = ["violin", "Ann at the bakery", "number 12", "corrected"];
    let recalled = questions.map(|query| {
        let answer = client.recall(&json!({ "query": query, "limit": 20 }));
        json!(crate::support::ids(&answer))
    });
    let mut all = vec![
        client.get("/v1/memories").ok(),
        client.get("/v1/events?limit=999").ok(),
        client.recall(&json!({ "query": "umbrella", "budget": 300, "limit": 5 }))["context"].take(),
    ];
    all.extend(recalled);
    all
}

#[test]
fn a_restart_changes_nothing() {
    let home = Home::new();
    let mut server = Server::start(&home);
    let key = server.key("again", "writer");
    let mut client = Client::new(server.http(), Some(&key));
    client.ingest(&ScriptedEvents::new("e").events(0, 200));
    let id =
        client.store(&json!({ "content": "To be told.", "tags": ["t"], "metadata": { "a": 1 } }));
    client.update(&id, "Told and corrected.");
    client.remember("Told and corrected.");
    client.remember("Told once.");
    let before = seen(&mut client);
    assert_eq!(before[0]["memories"][0]["evidence_count"], 2);
    for _ in 0..2 {
        let head = home.json(&["status", "--json"])["head"].take();
        server.stop();
        server = Server::start(&home);
        let mut client = Client::new(server.http(), Some(&key));
        assert_eq!(seen(&mut client), before);
        assert_eq!(
            home.json(&["status", "--json"])["head"],
            head,
            "asking wrote nothing"
        );
    }
}

//! `serve-core` and `serve-gateway`, started by hand: one without the other.

use std::net::SocketAddr;

use serde_json::json;

use super::{ADMIN, Oss, PLAIN, READER, usual};
use crate::support::{Client, Provider, texts};

/// Wherever the file would have it listen, and though TLS is on in it.
#[test]
fn the_core_alone_serves_the_api_plainly_and_to_this_machine_only() {
    let file = usual("").replace("port = 0", "host = \"0.0.0.0\"\nport = 0");
    let oss = Oss::new(&file);
    let server = oss.serve(&["serve-core"]);
    let core = server.facts["doors"]["core"].as_str().unwrap();
    let address = core.strip_prefix("http://").unwrap();
    let address: SocketAddr = address.parse().unwrap();
    assert!(address.ip().is_loopback(), "{core}");
    let mut admin = Client::new(address, Some(ADMIN));
    let id = admin.store(&json!({ "content": "The sluice opens at dawn.", "tags": ["sluice"] }));
    let mut reader = Client::new(address, Some(READER));
    let found = reader.recall(&json!({ "query": "when does the sluice open" }));
    assert_eq!(texts(&found), ["The sluice opens at dawn."]);
    assert_eq!(admin.update(&id, "The sluice opens at noon.")["version"], 2);
    Client::new(address, None)
        .get("/v1/memories")
        .refused(401, "no_credential");
    assert_eq!(admin.forget(&json!({ "id": id })), 1);
    server.stop();
}

/// Nobody keeps a store, and calls of models go on.
#[test]
fn the_gateway_alone_passes_calls_on_and_opens_no_store() {
    let provider = Provider::start();
    let oss = Oss::new(&format!("{}{}", provider.settings(), usual(PLAIN)));
    let server = oss.serve(&["serve-gateway"]);
    let health = server.health();
    assert_eq!(health["mode"], "hybrid", "{health}");
    assert_eq!(health["core_status"], "degraded", "{health}");
    let mut own = Client::new(server.http(), Some("sk-of-the-client"));
    let asked = json!({ "model": "gpt-4o", "messages": [{ "role": "user", "content": "hi" }] });
    let reply = own.post("/proxy/v1/chat/completions", &asked);
    assert_eq!(reply.status, 200, "{}", reply.text);
    assert_eq!(reply.header("x-memory-bypassed"), Some("core_unavailable"));
    assert_eq!(provider.calls().len(), 1);
    let mut admin = Client::new(server.http(), Some(ADMIN));
    admin.get("/v1/memories").refused(503, "core_unavailable");
    assert!(!oss.home.database().exists());
    server.stop();
}

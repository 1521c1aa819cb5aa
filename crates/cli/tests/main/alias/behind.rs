//! `serve-core`, started by hand: the store with its API, and nobody in front.

use std::net::SocketAddr;

use serde_json::json;

use super::{ADMIN, Oss, READER, usual};
use crate::support::{Client, texts};

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

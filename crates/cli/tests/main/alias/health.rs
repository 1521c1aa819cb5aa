//! What `/health` tells somebody who shows nothing.

use serde_json::{Value, json};

use super::{Oss, PLAIN, WRITER, usual};
use crate::support::Client;

const SHUT: &str = "ek_writer_of_a_shut_namespace";

/// The usual settings with a second namespace, and lists of addresses.
fn settings(lists: &str) -> String {
    let key =
        format!("[[auth.api_keys]]\nkey = \"{SHUT}\"\nrole = \"writer\"\nnamespace = \"shut\"\n");
    usual(&format!("{PLAIN}{lists}")) + &key
}

fn total(client: &mut Client) -> Value {
    let health = client.get("/health").ok();
    assert_eq!(health["status"], "ok", "{health}");
    health["total_memories"].clone()
}

/// The published answer has a number for everybody on this machine; a list of addresses keeps what is
/// behind it out of it.
#[test]
fn health_counts_only_what_is_open_to_the_address() {
    let oss = Oss::new(&settings(""));
    let server = oss.serve(&["serve"]);
    let told = json!({ "content": "The tide turns at noon." });
    for key in [WRITER, SHUT] {
        Client::new(server.http(), Some(key)).store(&told);
    }
    assert_eq!(total(&mut server.stranger()), 2);
    server.stop();
    let lists = "[trust.ip_allowlists]\nshut = [\"192.0.2.7\"]\n";
    std::fs::write(oss.home.path().join("memoryoss.toml"), settings(lists)).unwrap();
    let server = oss.serve(&["serve"]);
    assert_eq!(total(&mut server.stranger()), 1);
    let mut known = Client::new(server.http(), Some(WRITER));
    assert_eq!(total(&mut known), 1, "of its own namespace");
    server.stop();
}

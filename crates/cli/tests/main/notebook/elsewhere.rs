//! Where a caller is: from an address that is on no list, nothing is read and nothing written.

use super::needs::FREE;
use super::tools::{least, with_antigravity};
use super::*;
use crate::support::eventually;

const LISTS: &str = "[auth.ip_allowlists]\ndefault = [\"10.0.0.0/8\"]\n";

/// What says nothing of what is kept.
const OPEN: [&str; 4] = [
    "GET /livez",
    "GET /health",
    "GET /mcp/tools",
    "GET /config/flags",
];

#[test]
fn from_an_address_on_no_list_no_call_and_no_tool_works() {
    let home = Home::new();
    with_antigravity(&home);
    let before = served(&home, &[]);
    let tools = least(&mut guest(&before));
    before.stop();
    home.set(LISTS);
    let server = served(&home, &[]);
    let mut client = guest(&server);
    for call in FREE.into_iter().filter(|call| !OPEN.contains(call)) {
        let (method, path) = call.split_once(' ').unwrap();
        let body: &[u8] = if method == "GET" { b"" } else { b"{}" };
        let reply = client.send(method, &format!("/agentmemory{path}"), body);
        assert_eq!(reply.status, 403, "{call}: {}", reply.text);
        assert_eq!(reply.body["code"], "address_not_allowed", "{call}");
    }
    for (name, arguments) in tools {
        let asked = json!({ "name": name, "arguments": arguments });
        let reply = client.post("/agentmemory/mcp/tools", &asked);
        assert!(
            reply.text.contains("address_not_allowed"),
            "{name}: {}",
            reply.text
        );
    }
    home.set("");
    server.hang_up();
    eventually("the list to go", || {
        let reply = client.get("/agentmemory/memories");
        (reply.status == 200).then_some(())
    });
    let told = client.get("/agentmemory/export").ok().to_string();
    assert!(!told.contains("Write it down"), "nothing was written");
    server.assert_sound();
}

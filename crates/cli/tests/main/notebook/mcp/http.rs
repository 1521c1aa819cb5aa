//! Tools over streamable HTTP.

use super::*;

fn url(server: &Server, set: &str) -> String {
    format!("http://{}/mcp{set}", server.notebook())
}

#[test]
fn all_tools_answer_a_client_over_http() {
    let home = Home::new();
    with_antigravity(&home);
    let server = served(&home, &[]);
    let agent = Agent::at(&url(&server, "?tools=notebook"), None).unwrap();
    assert_eq!(agent.names(), LEAST.map(|(name, _)| name));
    for (name, arguments) in least(&mut guest(&server)) {
        agent.call(name, &arguments);
    }
    agent.refused("memory_recall", &json!({}));
    assert_eq!(Agent::at(&url(&server, ""), None).unwrap().names().len(), 6);
    let key = server.key("theirs", "admin");
    let http = format!("http://{}/mcp?tools=all", server.http());
    let other = Agent::at(&http, Some(&key)).unwrap();
    assert_eq!(other.names().len(), 41);
    agent.call(
        "memory_save",
        &json!({ "content": "Ours alone: xylophone" }),
    );
    let found = other.call("memory_recall", &json!({ "query": "xylophone" }));
    assert_eq!(found, json!([]), "a key reads its own namespace");
    let reader = Agent::at(&http, Some(&server.key("theirs", "reader"))).unwrap();
    let told = reader.refused("memory_save", &json!({ "content": "x" }));
    assert_eq!(told["code"], "role_too_low");
    server.assert_sound();
}

#[test]
fn without_a_credential_only_this_machine_is_served() {
    let home = Home::new();
    let server = served(&home, &[]);
    let ping = json!({ "jsonrpc": "2.0", "id": 1, "method": "ping" }).to_string();
    let sent = |address, path: &str, more: &[(&str, &str)]| {
        let usual = [
            ("content-type", "application/json"),
            ("accept", "application/json, text/event-stream"),
        ];
        let raw = crate::support::Raw {
            line: &format!("POST {path} HTTP/1.1"),
            headers: &[&usual[..], more].concat(),
            body: ping.as_bytes(),
        };
        crate::support::send_raw(address, &raw)
    };
    assert_eq!(sent(server.notebook(), "/mcp", &[]).status, 200);
    sent(server.http(), "/mcp", &[]).refused(401, "bad_credential");
    let page = [("origin", "https://evil.example")];
    sent(server.notebook(), "/mcp", &page).refused(403, "foreign_origin");
    let rebound = [("host", "evil.example")];
    sent(server.notebook(), "/mcp", &rebound).refused(403, "foreign_host");
    let key = server.key("default", "reader");
    let published = [("memoryoss-api-key", key.as_str())];
    assert_eq!(sent(server.http(), "/mcp", &published).status, 200);
    let refused = sent(server.notebook(), "/mcp?tools=few", &[]);
    let told = super::together::invalid(&refused);
    for set in ["core", "notebook", "memoryoss", "all"] {
        assert!(told.contains(set), "{told}");
    }
    assert_eq!(guest(&server).get("/mcp").status, 405);
}

//! Lists of addresses a namespace may be used from.

use serde_json::json;

use super::route::{self, Sample};
use crate::support::{Client, Home, Raw, Server, send_raw};

const LISTS: &str = r#"
[auth.ip_allowlists]
default = ["10.0.0.0/8"]
closed = ["10.0.0.0/8", "2001:db8::1"]
shut = []
near = ["192.168.0.0/16", "127.0.0.0/8"]
"#;

#[test]
fn an_address_outside_the_list_is_refused_at_every_route() {
    let server = Server::start(&Home::with_settings(LISTS));
    for namespace in ["closed", "shut"] {
        let key = server.key(namespace, "admin");
        let mut client = Client::new(server.http(), Some(&key));
        let id = String::from("x");
        let sample = Sample { id, key };
        for route in route::keyed() {
            let refusal = route
                .ask(&mut client, &sample)
                .refused(403, "address_not_allowed");
            assert!(refusal["hint"].is_string(), "{}: {refusal}", route.name);
        }
        let trade = json!({ "api_key": sample.key });
        let traded = server.stranger().post("/v1/auth/token", &trade);
        traded.refused(403, "address_not_allowed");
    }
}

#[test]
fn who_needs_no_key_is_asked_for_its_address_too() {
    let home = Home::with_settings(LISTS);
    let server = Server::start_with(&home, &["--notebook", "127.0.0.1:0"]);
    let mut guest = Client::new(server.notebook(), None);
    let fact = json!({ "content": "The choir rehearses in the chapel." });
    let refused = guest.post("/agentmemory/remember", &fact);
    refused.refused(403, "address_not_allowed");
    let asked = guest.post("/agentmemory/search", &json!({ "query": "choir" }));
    asked.refused(403, "address_not_allowed");
    let mut stranger = Client::new(server.http(), Some("sk-of-a-provider"));
    let call =
        json!({ "model": "m", "messages": [{ "role": "user", "content": "Where is the choir?" }] });
    let reply = stranger.post("/proxy/v1/chat/completions", &call);
    assert_eq!(reply.status, 403, "{}", reply.text);
}

/// As at every other route: who it is, is known; where it is, is not let in.
#[test]
fn at_the_proxy_a_key_from_outside_the_list_is_forbidden_and_one_that_is_none_unknown() {
    let server = Server::start(&Home::with_settings(LISTS));
    let call =
        json!({ "model": "m", "messages": [{ "role": "user", "content": "Where is the choir?" }] });
    let ask = |key: &str| {
        let mut client = Client::new(server.http(), Some(key));
        client.post("/proxy/v1/chat/completions", &call)
    };
    let refused = ask(&server.key("closed", "admin"));
    assert_eq!(refused.status, 403, "{}", refused.text);
    assert_eq!(refused.body["error"]["type"], "permission_error");
    assert!(refused.text.contains("address"), "{}", refused.text);
    let unknown = ask(&format!("mk_{}", "0".repeat(48)));
    assert_eq!(unknown.status, 401, "{}", unknown.text);
}

#[test]
fn addresses_on_the_list_and_namespaces_without_one_are_open() {
    let server = Server::start(&Home::with_settings(LISTS));
    for namespace in ["near", "unlisted"] {
        let mut client = server.room(namespace);
        client.remember("Let in.");
        assert_eq!(client.count(), (1, 0), "{namespace}");
    }
}

#[test]
fn a_header_does_not_move_anybody() {
    let server = Server::start(&Home::with_settings(LISTS));
    let key = format!("Bearer {}", server.key("closed", "reader"));
    for name in ["x-forwarded-for", "x-real-ip", "forwarded", "client-ip"] {
        let headers = [("authorization", key.as_str()), (name, "10.0.0.1")];
        let raw = Raw {
            line: "GET /v1/memories HTTP/1.1",
            headers: &headers,
            body: b"",
        };
        send_raw(server.http(), &raw).refused(403, "address_not_allowed");
    }
}

#[test]
fn the_command_on_this_machine_is_not_asked_for_an_address() {
    let home = Home::with_settings(LISTS);
    let server = Server::start(&home);
    home.run(&["remember", "Said at home."]).ok();
    assert!(home.run(&["recall", "home"]).ok().contains("Said at home."));
    server
        .owner()
        .get("/v1/memories")
        .refused(403, "address_not_allowed");
}

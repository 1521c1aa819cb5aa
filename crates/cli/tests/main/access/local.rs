//! Pages in a browser, and names that only point here.

use serde_json::json;

use crate::support::{Raw, Reply, Server, send_raw, shared};

const PAGES: [&str; 4] = ["null", "https://evil.example", "http://localhost:8000", ""];

fn ask(address: std::net::SocketAddr, line: &str, headers: &[(&str, &str)]) -> Reply {
    let line = format!("{line} HTTP/1.1");
    let raw = Raw {
        line: &line,
        headers,
        body: b"",
    };
    send_raw(address, &raw)
}

fn bearer(server: &Server) -> String {
    format!("Bearer {}", server.key("pages", "reader"))
}

#[test]
fn a_page_needs_a_token_even_for_what_is_open() {
    let server = shared();
    let key = bearer(server);
    for origin in PAGES {
        let page = [("origin", origin)];
        for line in [
            "GET /health",
            "POST /v1/auth/token",
            "GET /nowhere",
            "OPTIONS /v1/store",
        ] {
            let refusal = ask(server.http(), line, &page).refused(403, "foreign_origin");
            assert!(refusal["hint"].is_string(), "{refusal}");
        }
        ask(server.http(), "GET /v1/memories", &page).refused(401, "no_credential");
        let nonsense = [("origin", origin), ("authorization", "Bearer nonsense")];
        ask(server.http(), "GET /health", &nonsense).refused(401, "bad_credential");
        let known = [("origin", origin), ("authorization", key.as_str())];
        for line in ["GET /health", "GET /v1/memories", "GET /metrics"] {
            assert_eq!(
                ask(server.http(), line, &known).status,
                200,
                "{line} for {origin}"
            );
        }
    }
}

#[test]
fn the_numbers_are_for_this_machine_under_its_own_name_and_for_no_page() {
    let server = shared();
    let key = bearer(server);
    for origin in PAGES {
        let page = [("origin", origin)];
        ask(server.metrics(), "GET /metrics", &page).refused(403, "foreign_origin");
        ask(server.metrics(), "GET /health", &page).refused(403, "foreign_origin");
    }
    // A name of an attacker's that points at 127.0.0.1, in either place a name can stand.
    let line = "GET http://evil.example/metrics";
    ask(server.metrics(), line, &[]).refused(403, "foreign_host");
    let with_key = [("authorization", key.as_str())];
    assert_eq!(ask(server.metrics(), line, &with_key).status, 200);
    let with_nonsense = [("authorization", "Bearer nonsense")];
    ask(server.metrics(), line, &with_nonsense).refused(401, "bad_credential");
    let twice = [("host", "evil.example")];
    let refused = ask(server.metrics(), "GET /metrics", &twice);
    assert!([400, 403].contains(&refused.status), "{}", refused.text);
    assert_eq!(ask(server.metrics(), "GET /metrics", &[]).status, 200);
}

#[test]
fn nothing_is_ever_shown_to_a_page_by_a_header_of_ours() {
    let server = shared();
    let key = bearer(server);
    let headers = [("origin", "null"), ("authorization", key.as_str())];
    let reply = ask(server.http(), "GET /v1/memories", &headers);
    let opened = |(name, _): &(String, String)| name.starts_with("access-control");
    assert!(!reply.headers.iter().any(opened), "{:?}", reply.headers);
    assert_eq!(reply.body["namespace"], json!("pages"));
}

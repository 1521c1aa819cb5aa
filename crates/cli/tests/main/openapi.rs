//! What is described is what is there: the document, its routes, and every reply.

mod chapter;
mod replies;

use std::collections::BTreeSet;

use serde_json::Value;

use crate::access::route;
use crate::support::{Client, Description, Home, Raw, Server, send_raw, shared};

const METHODS: [&str; 5] = ["GET", "POST", "PUT", "PATCH", "DELETE"];

#[test]
fn the_document_is_the_same_at_both_addresses_and_from_the_command() {
    let mut nobody = shared().stranger();
    let served = nobody.get("/openapi.json");
    assert_eq!(served.header("content-type"), Some("application/json"));
    let served = served.ok();
    assert_eq!(nobody.get("/v1/openapi.json").ok(), served);
    // The command needs no store, and makes none.
    let home = Home::new();
    assert_eq!(home.json(&["openapi"]), served);
    assert!(!home.data().exists());
    assert_eq!(served["openapi"], "3.1.0");
    let version = shared().health()["version"].clone();
    assert_eq!(served["info"]["version"], version);
}

/// Both ways: what is described is there, and nothing else is.
#[test]
fn routes_that_are_there_and_routes_that_are_described_are_the_same() {
    let server = shared();
    let key = server.key("described", "admin");
    let mut client = Client::new(server.http(), Some(&key));
    let description = Description::new();
    for (path, item) in description.0["paths"].as_object().unwrap() {
        let told: BTreeSet<String> = item.as_object().unwrap().keys().cloned().collect();
        for method in METHODS {
            // A name that nothing has: what is there has nothing to do.
            let reply = client.send(method, &route::filled(path, "nobody"), b"");
            if told.contains(&method.to_lowercase()) {
                let code = reply.body["code"].as_str().unwrap_or_default();
                assert!(
                    !["no_such_route", "wrong_method"].contains(&code),
                    "{method} {path}"
                );
                continue;
            }
            let allowed = reply.header("allow").unwrap_or_default().to_lowercase();
            let allowed: BTreeSet<String> = allowed.split(", ").map(str::to_owned).collect();
            assert_eq!(allowed, told, "{method} {path}");
            reply.refused(405, "wrong_method");
        }
    }
    let described: BTreeSet<(String, String)> = description
        .operations()
        .into_iter()
        .map(|(method, path, _)| (method, path.to_owned()))
        .collect();
    let there = route::all().into_iter();
    let there: BTreeSet<(String, String)> = there
        .map(|route| (route.method.to_owned(), route.path.to_owned()))
        .collect();
    assert_eq!(described, there);
}

fn asked(server: &Server, line: &str, headers: &[(&str, &str)]) -> u16 {
    let raw = Raw {
        line,
        headers,
        body: b"",
    };
    send_raw(server.http(), &raw).status
}

/// A page, and a name that is not this machine's, are told nothing without a key.
#[test]
fn the_document_is_for_this_machine_or_for_a_key() {
    let server = shared();
    let key = format!("Bearer {}", server.key("described-page", "reader"));
    let plain = "GET /openapi.json HTTP/1.1";
    let elsewhere = "GET http://mneme.example/openapi.json HTTP/1.1";
    let page = ("origin", "http://mneme.example");
    assert_eq!(asked(server, plain, &[]), 200);
    assert_eq!(asked(server, plain, &[page]), 401);
    assert_eq!(asked(server, elsewhere, &[]), 401);
    assert_eq!(asked(server, plain, &[page, ("authorization", &key)]), 200);
    assert_eq!(asked(server, elsewhere, &[("authorization", &key)]), 200);
    assert_eq!(
        asked(server, plain, &[page, ("authorization", "Bearer x")]),
        401
    );
}

/// The schema a reply of an operation is described with, in a content type.
fn described<'d>(description: &'d Description, method: &str, path: &str, kind: &str) -> &'d Value {
    let told = &description.0["paths"][path][method.to_lowercase()];
    &told["responses"]["200"]["content"][kind]["schema"]
}

//! Every route of the tables as nobody, with bad credentials, in every role, from next door.

use mneme_wire::operations::Permission::{self, Administer, Local, Open, Read, Write};
use serde_json::json;

use super::route::{self, Route, Sample};
use super::{SECRET, forged, now_secs, server};
use crate::rest::doors::SECURE;
use crate::support::{Client, Raw, Server, send_raw};

/// Who may call what, decided once more: a new route is a new line, on purpose.
const DECIDED: [(&str, Permission); 56] = [
    ("store", Write),
    ("store_batch", Write),
    ("recall", Read),
    ("recall_batch", Read),
    ("update", Write),
    ("list", Read),
    ("inspect", Read),
    ("ingest", Write),
    ("events", Read),
    ("toc", Read),
    ("grip", Read),
    ("forget", Administer),
    ("forget_certified", Administer),
    ("receipt_list", Administer),
    ("receipt_show", Administer),
    ("feedback", Write),
    ("pin", Write),
    ("trust_stats", Administer),
    ("peek", Read),
    ("review_queue", Administer),
    ("review_action", Administer),
    ("lifecycle", Administer),
    ("recent", Administer),
    ("hud", Administer),
    ("query_explain", Read),
    ("space_stats", Read),
    ("idf_stats", Administer),
    ("index_health", Administer),
    ("cache_stats", Administer),
    ("cache_flush", Administer),
    ("intent_stats", Administer),
    ("intent_flush", Administer),
    ("prefetch_stats", Administer),
    ("share_create", Administer),
    ("share_list", Administer),
    ("share_delete", Administer),
    ("share_grant", Administer),
    ("share_grants", Administer),
    ("share_revoke", Administer),
    ("share_accessible", Read),
    ("consolidate", Administer),
    ("history", Read),
    ("history_bundle", Read),
    ("history_replay", Write),
    ("runtime_contract", Read),
    ("export", Read),
    ("key_list", Administer),
    ("key_rotate", Administer),
    ("data_key_revoke", Administer),
    ("token_new", Administer),
    ("token_trade", Open),
    ("/health", Open),
    ("/metrics", Read),
    ("/v1/source", Open),
    ("/openapi.json", Local),
    ("/v1/openapi.json", Local),
];

fn sample(server: &Server, namespace: &str) -> Sample {
    let key = server.key(namespace, "admin");
    let mut client = Client::new(server.http(), Some(&key));
    let id = client.remember("To be looked at.");
    Sample { id, key }
}

/// As which role a route answers.
fn check(route: &Route, client: &mut Client, sample: &Sample, role: &str) {
    let enough = match route.permission {
        Open | Local | Read => true,
        Write => role != "reader",
        Administer => role == "admin",
    };
    let reply = route.ask(client, sample);
    if enough {
        assert_eq!(
            reply.status,
            route.status(),
            "{} as {role}: {}",
            route.name,
            reply.text
        );
    } else {
        reply.refused(403, "role_too_low");
    }
}

#[test]
fn who_may_call_a_route_was_decided_for_each() {
    let routes = route::all().into_iter();
    let found: Vec<_> = routes.map(|route| (route.name, route.permission)).collect();
    assert_eq!(found, DECIDED);
}

#[test]
fn every_route_answers_with_the_secure_headers_whoever_asks() {
    let server = server();
    let sample = sample(&server, "walk");
    let mut callers = [
        Client::new(server.http(), Some(&sample.key)),
        Client::new(server.http(), Some("nonsense")),
        server.stranger(),
    ];
    for route in route::all() {
        for caller in &mut callers {
            let reply = route.ask(caller, &sample);
            for (name, value) in SECURE {
                assert_eq!(reply.header(name), Some(value), "{} {name}", route.name);
            }
        }
    }
}

#[test]
fn nobody_gets_no_further_than_what_is_open() {
    let server = server();
    let sample = sample(&server, "walk");
    let mut nobody = server.stranger();
    for route in route::all() {
        let reply = route.ask(&mut nobody, &sample);
        if matches!(route.permission, Open | Local) {
            assert_eq!(reply.status, 200, "{}: {}", route.name, reply.text);
            continue;
        }
        let refusal = reply.refused(401, "no_credential");
        assert_eq!(refusal["error"], "missing Authorization header");
        assert!(refusal["hint"].is_string(), "{refusal}");
    }
}

/// Other methods are served by the same handlers, or by none.
#[test]
fn a_head_needs_what_its_get_needs_and_nothing_else_is_served() {
    let server = server();
    let key = format!("Bearer {}", server.key("walk", "reader"));
    let ask = |line: String, headers: &[(&str, &str)]| {
        let body = b"";
        let line = line.as_str();
        send_raw(
            server.http(),
            &Raw {
                line,
                headers,
                body,
            },
        )
    };
    for route in route::all() {
        let path = route::filled(route.path, "x");
        let head = format!("HEAD {path} HTTP/1.1");
        let nobody = ask(head.clone(), &[]).status;
        let known = ask(head, &[("authorization", &key)]).status;
        match (route.method, route.permission) {
            ("GET", Open | Local) => assert_eq!((nobody, known), (200, 200), "{path}"),
            ("GET", Administer) => assert_eq!((nobody, known), (401, 403), "{path}"),
            ("GET", _) => assert!(nobody == 401 && [200, 404, 422].contains(&known), "{path}"),
            _ if path == "/v1/events" => assert_eq!((nobody, known), (401, 200)),
            _ => assert_eq!((nobody, known), (405, 405), "{path}"),
        }
        for method in ["OPTIONS", "TRACE", "PUT"] {
            let refused = ask(format!("{method} {path} HTTP/1.1"), &[]);
            let allowed = refused.header("allow").unwrap_or_default();
            assert!(allowed.contains(route.method), "{method} {path}: {allowed}");
            refused.refused(405, "wrong_method");
        }
    }
}

/// Credentials nobody should accept, with the code and the sentence of their refusal.
fn bad_credentials(server: &Server) -> Vec<(String, &'static str, &'static str)> {
    let made = server.home().json(&[
        "key",
        "new",
        "--role",
        "admin",
        "--namespace",
        "walk",
        "--json",
    ]);
    let id = made["key_id"].as_str().unwrap();
    let good = forged(SECRET, id, "walk", now_secs());
    let mut client = Client::new(server.http(), Some(&good));
    assert_eq!(
        client.get("/v1/memories").status,
        200,
        "signed as the server does"
    );
    let claims = good.split('.').nth(1).unwrap();
    let (signed, signature) = good.rsplit_once('.').unwrap();
    let none = "eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0";
    let key = ("bad_credential", "invalid API key");
    let token = ("bad_token", "invalid or expired token");
    let bad = [
        (String::from("nonsense"), key),
        (format!("{}0", made["key"].as_str().unwrap()), key),
        (String::from("not.a.token"), token),
        (forged(SECRET, id, "walk", now_secs() - 61), token),
        (
            forged("another secret of thirty-two chars", id, "walk", now_secs()),
            token,
        ),
        (
            forged(SECRET, "0000000000000000", "walk", now_secs()),
            token,
        ),
        (forged(SECRET, id, "elsewhere", now_secs()), token),
        (format!("{none}.{claims}."), token),
        (format!("{none}.{claims}.{signature}"), token),
        (format!("{signed}."), token),
    ];
    bad.map(|(credential, (code, error))| (credential, code, error))
        .into()
}

#[test]
fn bad_credentials_open_nothing() {
    let server = server();
    let sample = sample(&server, "walk");
    for (credential, code, error) in bad_credentials(&server) {
        let mut client = Client::new(server.http(), Some(&credential));
        for route in route::keyed() {
            let refusal = route.ask(&mut client, &sample).refused(401, code);
            assert_eq!(refusal["error"], error, "{} with {credential}", route.name);
        }
    }
}

#[test]
fn every_role_gets_as_far_as_it_may_by_key_and_by_token() {
    let server = server();
    let sample = sample(&server, "walk");
    let mut admin = Client::new(server.http(), Some(&sample.key));
    for role in ["reader", "writer", "admin"] {
        let key = server.key("walk", role);
        let traded = server
            .stranger()
            .post("/v1/auth/token", &json!({ "api_key": key }));
        let scoped = admin.post("/v1/admin/tokens", &json!({ "role": role }));
        let [traded, scoped] = [traded, scoped].map(|reply| reply.ok()["token"].take());
        for credential in [json!(key), traded, scoped] {
            let mut client = Client::new(server.http(), credential.as_str());
            for route in route::all() {
                check(&route, &mut client, &sample, role);
            }
        }
    }
}

#[test]
fn a_caller_of_another_namespace_may_not_name_the_first() {
    let server = server();
    let first = sample(&server, "walk");
    let other = server.key("next-door", "admin");
    let mut intruder = Client::new(server.http(), Some(&other));
    let mut named = 0;
    for route in route::keyed() {
        if let Some(reply) = route.ask_in(&mut intruder, &first, "walk") {
            reply.refused(403, "foreign_namespace");
            named += 1;
        }
    }
    assert_eq!(named, 42);
    let seen = intruder.get(&format!("/v1/inspect/{}", first.id));
    seen.refused(404, "no_such_memory");
    let mut own = Client::new(server.http(), Some(&first.key));
    assert_eq!(own.count(), (1, 0));
    for route in route::keyed() {
        if let Some(reply) = route.ask_in(&mut own, &first, "walk") {
            assert_eq!(
                reply.status,
                route.status(),
                "{}: {}",
                route.name,
                reply.text
            );
        }
    }
}

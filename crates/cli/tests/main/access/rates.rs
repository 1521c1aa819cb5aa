//! Every route has a rate: of a key, or of an address.

use serde_json::json;

use super::route::{self, Sample};
use crate::support::{Client, Home, Reply, Server};

fn slow() -> Server {
    let home = Home::with_settings("[limits]\nrate_limit_per_sec = 1\n");
    Server::start_with(&home, &["--metrics", "127.0.0.1:0"])
}

/// Asks until it is too often, which the second time is, unless this machine is slow today.
fn check_too_often(what: &str, mut ask: impl FnMut() -> Reply) {
    let refused = (0..1_000).map(|_| ask()).find(|reply| reply.status == 429);
    let refused = refused.unwrap_or_else(|| panic!("{what} is never too much"));
    assert_eq!(refused.header("retry-after"), Some("1"), "{what}");
    let wait = refused.body["retry_after_ms"].as_u64().unwrap();
    assert!((1..=1_000).contains(&wait), "{what}: {wait}");
    let refusal = refused.refused(429, "rate_limited");
    assert_eq!(refusal["error"], "rate limit exceeded", "{what}");
}

#[test]
fn g_211_every_route_is_too_much_some_time() {
    let server = slow();
    let key = server.key("hasty", "admin");
    let id = String::from("x");
    let sample = Sample { id, key };
    let mut known = Client::new(server.http(), Some(&sample.key));
    let mut nobody = server.stranger();
    let mut wrong = Client::new(server.http(), Some("nonsense"));
    let mut forged = Client::new(server.http(), Some("not.a.token"));
    for route in route::all() {
        check_too_often(route.name, || route.ask(&mut known, &sample));
        check_too_often(route.name, || route.ask(&mut nobody, &sample));
        check_too_often(route.name, || route.ask(&mut wrong, &sample));
        check_too_often(route.name, || route.ask(&mut forged, &sample));
    }
    for path in ["/v1/nowhere", "/v1/store", "/v1//x"] {
        check_too_often(path, || nobody.get(path));
    }
    for path in ["/proxy/v1/..%2f", "/proxy/v1/debug/stats"] {
        for client in [&mut nobody, &mut wrong, &mut known] {
            let mut asked = (0..1_000).map(|_| client.get(path));
            let refused = asked.find(|reply| reply.status == 429);
            let refused = refused.unwrap_or_else(|| panic!("{path} is never too much"));
            assert_eq!(refused.body["error"]["type"], "rate_limit_error", "{path}");
        }
    }
    // What only passes counts, too; without a key of the provider's it goes nowhere.
    for client in [&mut nobody, &mut wrong, &mut known] {
        let path = "/proxy/v1/embeddings";
        let body = json!({ "model": "m", "input": "x" });
        let mut asked = (0..1_000).map(|_| client.post(path, &body));
        let refused = asked.find(|reply| reply.status == 429);
        let refused = refused.unwrap_or_else(|| panic!("{path} is never too much"));
        assert_eq!(refused.body["error"]["type"], "rate_limit_error", "{path}");
    }
    let mut numbers = Client::new(server.metrics(), None);
    for path in ["/metrics", "/health", "/nowhere"] {
        check_too_often(path, || numbers.get(path));
    }
}

#[test]
fn a_token_counts_as_the_key_it_was_traded_for_and_others_do_not() {
    let server = slow();
    let key = server.key("hasty", "admin");
    let traded = server
        .stranger()
        .post("/v1/auth/token", &json!({ "api_key": key }));
    let token = traded.ok()["token"].take();
    assert_shared(&server, &key, token.as_str());
    assert_eq!(server.room("patient").get("/v1/memories").status, 200);
}

#[test]
fn a_scoped_token_counts_as_the_key_that_made_it_and_not_as_its_namespace() {
    let home = Home::with_settings("[limits]\nrate_limit_per_sec = 20\n");
    let server = Server::start(&home);
    let asked = json!({ "role": "reader", "namespace": "crowded", "expires_in_secs": 60 });
    let made = || {
        let key = server.key("crowded", "admin");
        let mut by_key = Client::new(server.http(), Some(&key));
        let token = by_key.post("/v1/admin/tokens", &asked).ok()["token"].take();
        (by_key, Client::new(server.http(), token.as_str()))
    };
    let ((mut key, mut hasty), (_, mut patient)) = (made(), made());
    let status = |client: &mut Client| client.get("/v1/memories").status;
    assert!(
        (0..1_000).any(|_| status(&mut hasty) == 429),
        "never too much"
    );
    assert!(
        (0..5).any(|_| status(&mut key) == 429),
        "a second bucket for the same key"
    );
    for _ in 0..5 {
        assert_eq!(status(&mut patient), 200, "another key made it");
    }
}

/// Both at once until one is refused right after the other was answered.
fn assert_shared(server: &Server, key: &str, token: Option<&str>) {
    let mut by_key = Client::new(server.http(), Some(key));
    let mut by_token = Client::new(server.http(), token);
    let shared = (0..1_000).any(|_| {
        let answered = by_key.get("/v1/memories").status == 200;
        by_token.get("/v1/memories").status == 429 && answered
    });
    assert!(shared, "a second bucket for the same key");
}

//! Health, metrics, headers: what every listener says.

use serde_json::{Value, json};

use crate::support::{Client, Home, Raw, Server, send_raw, shared};

pub const SECURE: [(&str, &str); 6] = [
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("x-xss-protection", "1; mode=block"),
    ("content-security-policy", "default-src 'none'"),
    ("cache-control", "no-store"),
    ("referrer-policy", "no-referrer"),
];

#[test]
fn g_091_health_answers_200_without_a_key() {
    let reply = shared().stranger().get("/health");
    assert_eq!(reply.status, 200);
    assert_eq!(reply.body["status"], "ok");
    assert!(reply.body["total_memories"].is_u64() && reply.body["index_lag"].is_u64());
    assert!(
        reply.body["version"]
            .as_str()
            .is_some_and(|version| !version.is_empty())
    );
    let nonsense = Client::new(shared().http(), Some("nonsense")).get("/health");
    assert_eq!(nonsense.status, 200, "a wrong key is no hindrance");
}

fn seen(client: &mut Client) -> (Value, Value, Value) {
    let health = client.get("/health");
    assert_eq!(health.status, 200);
    assert!(!health.text.contains("secret-project"));
    let field = |name: &str| health.body[name].clone();
    (
        field("status"),
        field("memory_mode"),
        field("total_memories"),
    )
}

#[test]
fn health_counts_what_the_caller_may_see_and_names_nobody() {
    let server = Server::start(&Home::new());
    let mut client = server.room("secret-project");
    let id = client.remember("One.");
    client.remember("Two.");
    client.update(&id, "One, again.");
    let key = |namespace, role| Client::new(server.http(), Some(&server.key(namespace, role)));
    let counted = |count: u64| (json!("ok"), json!("readonly"), json!(count));
    assert_eq!(seen(&mut server.stranger()), counted(0));
    assert_eq!(seen(&mut key("elsewhere", "reader")), counted(0));
    assert_eq!(seen(&mut key("secret-project", "reader")), counted(2));
    assert_eq!(seen(&mut key("secret-project", "admin")), counted(2));
    assert_eq!(
        seen(&mut server.owner()),
        counted(0),
        "of its own namespace"
    );
    let mut wrong = Client::new(server.http(), Some("nonsense"));
    assert_eq!(seen(&mut wrong), counted(0));
}

#[test]
fn every_answer_carries_the_secure_headers() {
    let mut client = shared().room("headers");
    let mut stranger = shared().stranger();
    let answers = [
        client.post("/v1/store", &json!({ "content": "Safe." })),
        client.post("/v1/store", &json!({ "content": "" })),
        client.get("/v1/nowhere"),
        client.get("/v1/store"),
        client.get("/metrics"),
        stranger.get("/health"),
        stranger.get("/v1/memories"),
    ];
    let statuses = answers.iter().map(|answer| answer.status);
    assert_eq!(
        statuses.collect::<Vec<_>>(),
        [200, 400, 404, 405, 200, 200, 401]
    );
    for answer in &answers {
        for (name, value) in SECURE {
            assert_eq!(answer.header(name), Some(value), "{name}: {}", answer.text);
        }
    }
}

#[test]
fn metrics_need_a_key_on_the_api_and_none_on_their_own_door() {
    let server = shared();
    server
        .stranger()
        .get("/metrics")
        .refused(401, "no_credential");
    let keyed = server.room("metrics").get("/metrics");
    let open = Client::new(server.metrics(), None).get("/metrics");
    for reply in [keyed, open] {
        assert_eq!(reply.status, 200);
        let kind = reply.header("content-type").unwrap();
        assert!(kind.starts_with("text/plain; version=0.0.4"), "{kind}");
        for name in [
            "memoryoss_stores_total",
            "memoryoss_indexer_lag",
            "mneme_memories",
        ] {
            let told = |line: &str| line.starts_with(&format!("{name} "));
            assert!(reply.text.lines().any(told), "{name} in {}", reply.text);
        }
    }
    let mut open = Client::new(server.metrics(), None);
    assert_eq!(open.get("/health").status, 200);
    open.get("/v1/memories").refused(404, "no_such_route");
    open.post("/v1/store", &json!({ "content": "x" }))
        .refused(404, "no_such_route");
}

#[test]
fn the_metrics_door_refuses_as_the_others_do() {
    let mut open = Client::new(shared().metrics(), None);
    open.post("/metrics", &json!({}))
        .refused(405, "wrong_method");
    open.get("/nowhere").refused(404, "no_such_route");
}

#[test]
fn metrics_count_what_was_done() {
    let server = Server::start_with(&Home::new(), &["--metrics", "127.0.0.1:0"]);
    let mut client = server.room("counted");
    let id = client.remember("Once.");
    client.remember("Once.");
    client.update(&id, "Twice.");
    client.ingest(&json!([{ "session": "s", "text": "Hi." }, { "session": "s", "text": "Ho." }]));
    client.ask("hi");
    let told = [
        ("memoryoss_stores_total", 2),
        ("mneme_duplicates_total", 1),
        ("mneme_updates_total", 1),
        ("mneme_events_total", 2),
        ("memoryoss_recalls_total", 1),
        ("mneme_memories", 1),
        ("mneme_events", 2),
    ];
    for (name, value) in told {
        assert_eq!(server.metric(name), value, "{name}");
    }
}

#[test]
fn json_is_known_by_its_content_type_in_every_spelling() {
    let server = shared();
    let key = format!("Bearer {}", server.key("media", "writer"));
    for (n, kind) in [
        "application/json",
        "Application/JSON; charset=utf-8",
        "application/x+json",
    ]
    .into_iter()
    .enumerate()
    {
        let body = json!({ "content": format!("Kind {n}.") }).to_string();
        let headers = [("authorization", key.as_str()), ("content-type", kind)];
        let line = "POST /v1/store HTTP/1.1";
        let raw = Raw {
            line,
            headers: &headers,
            body: body.as_bytes(),
        };
        assert_eq!(send_raw(server.http(), &raw).ok()["version"], 1, "{kind}");
    }
}

#[test]
fn the_bearer_scheme_is_read_in_any_case() {
    let server = shared();
    let key = server.key("bearer", "reader");
    for scheme in ["Bearer", "bearer", "BEARER"] {
        let value = format!("{scheme} {key}");
        let headers = [("authorization", value.as_str())];
        let raw = Raw {
            line: "GET /v1/memories HTTP/1.1",
            headers: &headers,
            body: b"",
        };
        assert_eq!(send_raw(server.http(), &raw).ok()["count"], 0);
    }
}

//! What the product says of itself: logs, request numbers, metrics. Never a secret in any.

mod reload;
mod told;

use serde_json::{Value, json};

use crate::support::{Client, Home, Server, eventually, shared};

/// Words that are content; they belong into no log.
const CONTENT: &str = "brachiosaurus";

#[test]
fn every_answer_has_a_number_and_keeps_the_callers_own() {
    let server = shared();
    let mut client = server.room("numbers");
    let id = |client: &mut Client, path: &str| {
        let reply = client.get(path);
        reply.header("x-request-id").unwrap_or_default().to_owned()
    };
    let (first, second) = (id(&mut client, "/health"), id(&mut client, "/nowhere"));
    assert!(first.len() == 16 && second.len() == 16, "{first} {second}");
    assert_ne!(first, second);
    let own = |number: &str| {
        let sent = std::process::Command::new("curl")
            .args(["-s", "-o", "/dev/null", "-D", "-", "-H"])
            .arg(format!("x-request-id: {number}"))
            .arg(format!("http://{}/health", server.http()))
            .output();
        String::from_utf8(sent.unwrap().stdout).unwrap()
    };
    assert!(own("trace-7:a").contains("x-request-id: trace-7:a"));
    assert!(!own("two words").contains("two words"));
    assert!(!own(&"x".repeat(200)).contains("xxxx"));
}

#[test]
fn logs_can_be_json_and_name_the_request() {
    let home = Home::with_settings("[logging]\nformat = \"json\"\nlevel = \"debug\"\n");
    let server = Server::start(&home);
    let mut owner = server.owner();
    let reply = owner.post("/v1/recall", &json!({ "query": "anything" }));
    let number = reply.header("x-request-id").unwrap().to_owned();
    let line = eventually("the request in the log", || {
        let lines: Vec<Value> = server
            .errors()
            .lines()
            .filter_map(|line| serde_json::from_str(line).ok())
            .collect();
        let about = |line: &Value| line["span"]["id"] == number.as_str() && line["status"] == 200;
        lines.into_iter().find(about)
    });
    assert_eq!(line["span"]["route"], "/v1/recall");
    assert_eq!(line["message"], "answered");
    let text = server.errors();
    let json = |line: &str| serde_json::from_str::<Value>(line).is_ok();
    assert!(text.lines().all(json), "{text}");
    home.run(&["status", "--log-format", "json"]).ok();
    let bad = Home::with_settings("[logging]\nformat = \"xml\"\n");
    bad.run(&["status"]).refused(2, "[bad_setting]");
}

#[test]
fn every_room_is_measured() {
    let home = Home::new();
    let server = Server::start_with(&home, &["--metrics", "127.0.0.1:0"]);
    let mut owner = server.owner();
    let id = owner.remember("One thing to count.");
    owner.recall(&json!({ "query": "count", "budget": 100 }));
    owner.get("/nowhere");
    let gone = json!({ "ids": [id] }).to_string();
    owner.send("DELETE", "/v1/forget", gone.as_bytes()).ok();
    let grown = [
        "mneme_journal_appended_total",
        "mneme_journal_erased_total",
        "memoryoss_group_commit_flushes_total",
        "mneme_recall_candidates_total",
        "mneme_recall_packed_tokens_total",
        "memoryoss_stores_total",
        "memoryoss_recalls_total",
        "memoryoss_forgets_total",
        "mneme_http_requests_total",
        "mneme_http_refused_total",
    ];
    for name in grown {
        assert!(server.metric(name) > 0, "{name}");
    }
    for name in ["mneme_http_failed_total", "mneme_index_rebuilds_total"] {
        assert_eq!(server.metric(name), 0, "{name}");
    }
}

/// The published names; those of the proxy come with it.
#[test]
fn the_published_numbers_are_there_and_tell_what_was_done() {
    let home = Home::with_settings(
        "[embeddings]\nmodel = \"hash-384\"\n[recall]\nintent_cache_max_entries = 10\n",
    );
    let server = Server::start_with(&home, &["--metrics", "127.0.0.1:0"]);
    let mut owner = server.owner();
    owner.remember("The ferry is red.");
    server.settled();
    let asked = json!({ "query": "ferry", "agent": "ann", "session": "s" });
    // An answer holds until the model has read more: asked until one was of use.
    eventually("an answer from memory", || {
        owner.recall(&asked);
        (server.metric("memoryoss_intent_cache_hits") > 0).then_some(())
    });
    for (name, least) in [
        ("stores_total", 1),
        ("recalls_total", 2),
        ("vector_index_size", 1),
        ("indexer_write_seq", 1),
        ("indexer_vector_seq", 1),
        ("indexer_fts_seq", 1),
        ("embedding_cache_valid", 1),
        ("embedding_cache_total", 1),
        ("intent_cache_entries", 1),
        ("intent_cache_hits", 1),
        ("idf_total_docs", 1),
        ("prefetch_tracked_agents", 1),
        ("prefetch_recorded_queries", 2),
        ("group_commit_flushes_total", 1),
        ("group_commit_ops_total", 1),
    ] {
        let counted = server.metric(&format!("memoryoss_{name}"));
        assert!(counted >= least, "{name}: {counted}");
    }
    for name in [
        "forgets_total",
        "indexer_lag",
        "group_commit_queue_utilization",
    ] {
        assert_eq!(server.metric(&format!("memoryoss_{name}")), 0, "{name}");
    }
}

/// Everything there is, at the loudest, with secrets and content in every place a caller could
/// put them; then the logs are searched.
#[test]
fn no_secret_and_no_content_is_ever_logged() {
    let home =
        Home::with_settings("[embeddings]\nmodel = \"hash-384\"\n[logging]\nlevel = \"trace\"\n");
    let server = Server::start_with(&home, &["--metrics", "127.0.0.1:0"]);
    let key = server.key("quiet", "admin");
    let mut client = Client::new(server.http(), Some(&key));
    let id = client.store(&json!({ "content": format!("The {CONTENT} sleeps."), "tags": [CONTENT], "metadata": { "m": CONTENT } }));
    client.update(&id, &format!("The {CONTENT} wakes."));
    client.ingest(&json!([{ "session": "s", "text": format!("A {CONTENT}!") }]));
    client.ask(CONTENT);
    client.post(
        "/v1/recall",
        &json!({ "query": CONTENT, "explain": true, "budget": 200 }),
    );
    for wrong in [
        json!({ "query": CONTENT, "cursor": CONTENT }),
        json!({ "content": CONTENT, "tags": 7 }),
    ] {
        client.post("/v1/recall", &wrong);
        client.post("/v1/store", &wrong);
    }
    client.send(
        "POST",
        "/v1/store",
        format!("{{\"content\": \"{CONTENT}").as_bytes(),
    );
    client.get(&format!("/v1/inspect/{CONTENT}?q={CONTENT}"));
    client.get("/v1/export");
    Client::new(server.http(), Some("mk_a-stolen-secret")).get("/v1/memories");
    home.run(&["recall", CONTENT, "--log", "trace"]).ok();
    assert_eq!(client.forget(&json!({ "ids": [id] })), 1);
    home.run(&["forget", CONTENT, "--yes", "--log", "trace"])
        .refused(3, "no_such_memory");
    server.settled();
    home.run(&["verify"]).ok();
    home.run(&["rebuild"]).ok();
    let owner = std::fs::read_to_string(home.data().join("keys").join("api.key")).unwrap();
    let master = std::fs::read_to_string(home.data().join("keys").join("master.key")).unwrap();
    let log = server.errors();
    assert!(
        log.contains("TRACE") || log.contains("DEBUG"),
        "the log is too quiet to prove anything"
    );
    server.stop();
    for secret in [
        key.as_str(),
        owner.trim(),
        master.trim(),
        "a-stolen-secret",
        CONTENT,
    ] {
        assert!(
            !log.to_lowercase().contains(&secret.to_lowercase()),
            "{secret} was logged"
        );
    }
}

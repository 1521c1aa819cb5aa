//! What is remembered of questions.

use serde_json::{Value, json};

use crate::support::{Client, Home, Server};

const SETTINGS: &str =
    "[embeddings]\nmodel = \"hash-384\"\n[recall]\nintent_cache_max_entries = 100\n";

fn served() -> (Server, Client) {
    let server = Server::start(&Home::with_settings(SETTINGS));
    let admin = server.admin("caches");
    (server, admin)
}

fn stats(admin: &mut Client, of: &str) -> Value {
    admin.get(&format!("/v1/admin/{of}/stats")).ok()
}

#[test]
fn g_096_the_cache_of_questions_is_counted_and_flushed() {
    let (_server, mut admin) = served();
    admin.remember("The mole is long.");
    assert_eq!(stats(&mut admin, "cache")["total_entries"], 0);
    admin.ask("How long is the mole?");
    let filled = stats(&mut admin, "cache");
    assert!(filled["total_entries"].as_u64() > Some(0), "{filled}");
    let flushed = admin.post("/v1/admin/cache/flush", &json!({})).ok();
    assert_eq!(flushed["flushed"], filled["total_entries"]);
    let empty = stats(&mut admin, "cache");
    assert_eq!(
        (&empty["valid_entries"], &empty["total_entries"]),
        (&json!(0), &json!(0))
    );
}

#[test]
fn caches_are_not_told_or_emptied_under_another_namespace() {
    let (_server, mut admin) = served();
    for of in ["cache", "intent-cache"] {
        let told = admin.get(&format!("/v1/admin/{of}/stats?namespace=others"));
        assert_eq!(
            (told.status, &told.body["code"]),
            (403, &json!("foreign_namespace"))
        );
        let flush = |namespace: &str| format!("/v1/admin/{of}/flush?namespace={namespace}");
        let flushed = admin.post(&flush("others"), &json!({}));
        assert_eq!(flushed.status, 403, "{}", flushed.text);
        admin.post(&flush("caches"), &json!({})).ok();
    }
}

#[test]
fn g_118_the_same_question_is_answered_from_memory_until_something_is_written() {
    let (_server, mut admin) = served();
    admin.remember("The mole is long.");
    eventually_read(&mut admin);
    let question = json!({ "query": "mole" });
    let first = admin.recall(&question);
    let second = admin.recall(&question);
    assert_eq!(first, second);
    let told = stats(&mut admin, "intent-cache");
    assert_eq!(
        (&told["hits"], &told["entries"]),
        (&json!(1), &json!(1)),
        "{told}"
    );
    admin.recall(&json!({ "query": "mole", "limit": 3 }));
    assert_eq!(
        stats(&mut admin, "intent-cache")["hits"],
        1,
        "another limit, another question"
    );
    let id = admin.remember("The mole has a lamp.");
    assert_eq!(admin.ask("mole").len(), 2, "what was written is found");
    eventually_read(&mut admin);
    admin.recall(&question);
    let kept = stats(&mut admin, "intent-cache")["entries"].take();
    assert!(kept.as_u64() > Some(0), "{kept}");
    let flushed = admin.post("/v1/admin/intent-cache/flush", &json!({})).ok();
    assert_eq!(flushed["flushed"], kept);
    assert_eq!(stats(&mut admin, "intent-cache")["entries"], 0);
    admin.forget(&json!({ "id": id }));
    assert_eq!(admin.ask("mole"), ["The mole is long."]);
}

/// Until the model has read everything: from then on nothing happens by itself.
fn eventually_read(admin: &mut Client) {
    crate::support::eventually("the model to have read it", || {
        (admin.get("/v1/admin/index-health").ok()["indexer_lag"] == 0).then_some(())
    });
}

#[test]
fn g_119_what_agents_ask_is_counted() {
    let (server, mut admin) = served();
    admin.remember("The mole is long.");
    for session in ["one", "two"] {
        let question = json!({ "query": "mole", "agent": "ann", "session": session });
        admin.recall(&question);
    }
    admin.recall(&json!({ "query": "mole", "agent": "bob" }));
    admin.recall(&json!({ "query": "mole" }));
    let told = stats(&mut admin, "prefetch");
    assert_eq!(
        (&told["tracked_agents"], &told["total_recorded_queries"]),
        (&json!(2), &json!(3))
    );
    let other = stats(&mut server.admin("elsewhere"), "prefetch");
    assert_eq!(other["tracked_agents"], 0, "{other}");
}

//! `memory`: one envelope around every answer.

use serde_json::{Value, json};

use super::Daemon;
use super::line::talk;
use crate::support::{Ran, eventually};

fn memory(daemon: &Daemon, args: &[&str]) -> Ran {
    let mut command = daemon.command("memory", args);
    command.env("MEMORY_DB_PATH", &daemon.db);
    Ran::soon(command)
}

/// The envelope of an answer that went well.
fn told(daemon: &Daemon, args: &[&str]) -> Value {
    let told = memory(daemon, args).json();
    assert_eq!(told["status"], "ok", "{told}");
    for name in ["retrieval_ms", "tokens_estimated", "confidence"] {
        assert!(told["meta"][name].is_number(), "{name} in {told}");
    }
    told
}

#[test]
fn t_088_what_is_added_is_listed_and_summed_up() {
    let daemon = Daemon::started();
    let words = "Production deploys of billing need the approval of Ann.";
    let added = told(&daemon, &["add", "--content", words, "--agent", "claude"]);
    let id = added["results"]["event_id"].as_str().unwrap();
    assert_eq!((id.len(), &added["results"]["created"]), (26, &json!(true)));
    assert!(
        added.get("query").is_none() && added.get("error").is_none(),
        "{added}"
    );
    told(
        &daemon,
        &["add", "--content", "ok", "--kind", "tool_result"],
    );
    let listed = told(
        &daemon,
        &["timeline", "--entity", "BILLING", "--range", "2d"],
    );
    assert_eq!(listed["query"], "BILLING");
    let item = &listed["results"][0];
    assert_eq!(listed["results"].as_array().unwrap().len(), 1, "{listed}");
    assert_eq!(
        (&item["event_id"], &item["text"]),
        (&json!(id), &json!(words))
    );
    assert_eq!(
        (&item["role"], &item["event_type"], &item["agent"]),
        (&json!("user"), &json!("user_message"), &json!("claude"))
    );
    assert!(item["timestamp_ms"].as_i64().unwrap() > 1_700_000_000_000);
    assert_eq!(
        told(&daemon, &["timeline"])["results"]
            .as_array()
            .unwrap()
            .len(),
        2
    );
    assert!(told(&daemon, &["summary", "--range", "day"])["results"].is_array());
    memory(&daemon, &["summary", "--range", "soon"]).refused(2, "soon");
    memory(&daemon, &["add", "--content", "x", "--kind", "dream"]).refused(2, "dream");
    let text = memory(&daemon, &["--format", "text", "timeline"]).ok();
    assert!(text.contains(words) && !text.contains('{'), "{text}");
}

#[test]
fn t_088_without_a_daemon_the_envelope_says_so() {
    let daemon = Daemon::new();
    let ran = memory(
        &daemon,
        &["--endpoint", "http://127.0.0.1:1", "search", "x"],
    );
    assert_eq!(ran.code, 1, "{ran:?}");
    let told: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(told["status"], "error");
    assert!(
        told["error"]
            .as_str()
            .unwrap()
            .contains("no daemon answers at http://127.0.0.1:1")
    );
    assert!(
        told.get("results").is_none() && told.get("meta").is_none(),
        "{told}"
    );
}

#[test]
fn t_088_what_is_known_is_found_and_made_a_context() {
    let daemon = Daemon::started();
    daemon.line().tell_all(talk());
    let found = eventually("the talk to be found", || {
        let told = told(&daemon, &["search", "ownership rules", "--top", "3"]);
        (!told["results"].as_array()?.is_empty()).then_some(told)
    });
    assert_eq!(found["query"], "ownership rules");
    assert!(found["results"].as_array().unwrap().len() <= 3, "{found}");
    for item in found["results"].as_array().unwrap() {
        for name in ["doc_id", "doc_type", "text_preview"] {
            assert!(!item[name].as_str().unwrap().is_empty(), "{name} in {item}");
        }
        let layer = item["source_layer"].as_str().unwrap();
        assert!(
            ["topics", "hybrid", "vector", "bm25", "agentic"].contains(&layer),
            "{item}"
        );
        assert!(
            item["score"].is_number() && item["metadata"].is_object(),
            "{item}"
        );
    }
    assert!(
        found["meta"]["tokens_estimated"].as_u64().unwrap() > 0,
        "{found}"
    );
    let recalled = told(&daemon, &["recall", "ownership rules"]);
    assert!(
        !recalled["results"].as_array().unwrap().is_empty(),
        "{recalled}"
    );
    let told = told(&daemon, &["context", "ownership rules"]);
    assert!(told.get("results").is_none(), "{told}");
    let context = &told["context"];
    assert!(
        !context["summary"].as_str().unwrap().is_empty(),
        "{context}"
    );
    for name in ["relevant_events", "key_entities", "open_questions"] {
        assert!(context[name].is_array(), "{name} in {context}");
    }
    let first = &context["key_entities"][0];
    assert!(
        first["id"].is_string() && first["type"].is_string(),
        "{context}"
    );
    assert_eq!(context["retrieval_ms"], told["meta"]["retrieval_ms"]);
}

//! `memory`: one envelope around every answer.

use serde_json::{Value, json};

use super::Daemon;
use crate::support::Ran;

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
fn what_is_added_is_listed_and_summed_up() {
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
fn without_a_daemon_the_envelope_says_so() {
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

//! Remember and recall.

use serde_json::json;

use super::both_ways;
use crate::support::{Home, texts};

fn remember(home: &Home) -> String {
    let args = [
        "remember",
        "Deploys need approval.",
        "--tag",
        "ops",
        "--tag",
        "policy",
        "--agent",
        "planner",
        "--session",
        "s1",
        "--speaker",
        "Ann",
        "--at",
        "2025-01-30T12:00:00Z",
        "--json",
    ];
    let stored = home.json(&args);
    assert_eq!(stored["version"], 1);
    stored["id"].as_str().unwrap().to_owned()
}

#[test]
fn what_is_remembered_is_recalled_and_listed() {
    both_ways(|home| {
        let id = remember(home);
        let recalled = home.json(&["recall", "who approves deploys?", "--json"]);
        let memory = &recalled["memories"][0]["memory"];
        assert_eq!(
            (&memory["id"], &memory["content"]),
            (&json!(id), &json!("Deploys need approval."))
        );
        assert_eq!(memory["tags"], json!(["ops", "policy"]));
        let told = ["agent", "session", "speaker", "occurred_at", "namespace"].map(|f| &memory[f]);
        assert_eq!(
            told,
            ["planner", "s1", "Ann", "2025-01-30T12:00:00Z", "default"]
        );
        let shown = home.run(&["recall", "who approves deploys?"]).ok();
        assert!(
            shown.contains("1. ") && shown.contains("Deploys need approval."),
            "{shown}"
        );
        assert!(
            shown.contains("2025-01-30 12:00 · memory · Ann · session s1"),
            "{shown}"
        );
        let listed = home.json(&["list", "--json"]);
        assert_eq!(
            (&listed["count"], &listed["memories"][0]["id"]),
            (&json!(1), &json!(id))
        );
        assert!(home.run(&["list"]).ok().contains("Deploys need approval."));
    });
}

#[test]
fn remembering_again_is_told_and_standard_input_is_read() {
    both_ways(|home| {
        assert!(
            home.run(&["remember", "Once."])
                .ok()
                .starts_with("remembered ")
        );
        assert!(
            home.run(&["remember", "Once."])
                .ok()
                .starts_with("known already")
        );
        assert_eq!(
            home.json(&["remember", "Once.", "--json"])["duplicate"],
            true
        );
        home.run_with(&["remember", "-"], "Über\nzwei Zeilen.\n".as_bytes())
            .ok();
        let listed = home.json(&["list", "--json"]);
        assert_eq!(listed["memories"][0]["evidence_count"], 3);
        assert_eq!(listed["memories"][1]["content"], "Über\nzwei Zeilen.");
    });
}

#[test]
fn recall_takes_every_filter_a_budget_and_reasons() {
    both_ways(|home| {
        remember(home);
        let event = r#"{"session":"s2","text":"The deploy went well.","role":"user","agent":"ops-bot","occurred_at":"2025-02-01"}"#;
        home.run_with(&["import", "-"], event.as_bytes()).ok();
        let found =
            |more: &[&str]| texts(&home.json(&[&["recall", "deploys", "--json"], more].concat()));
        let (memory, event) = ("Deploys need approval.", "The deploy went well.");
        assert_eq!(found(&[]).len(), 2);
        assert_eq!(found(&["--tag", "ops"]), [memory]);
        assert_eq!(found(&["--agent", "ops-bot"]), [event]);
        assert_eq!(found(&["--session", "s1"]), [memory]);
        assert_eq!(found(&["--kind", "event"]), [event]);
        assert_eq!(found(&["--from", "2025-02-01"]), [event]);
        assert_eq!(found(&["--to", "2025-01-31"]), [memory]);
        assert_eq!(found(&["--as-of", "2001-01-01"]), Vec::<String>::new());
        assert_eq!(found(&["-n", "1"]).len(), 1);
        let packed = home.run(&["recall", "deploys", "--budget", "200"]).ok();
        assert!(
            packed.contains("[2025-01-30 12:00] Ann: Deploys need approval. ("),
            "{packed}"
        );
        assert!(packed.contains(" of 200 tokens"), "{packed}");
        let explained = home.run(&["recall", "deploys", "--explain"]).ok();
        assert!(
            explained.contains("looked for: deploy") && explained.contains("window +"),
            "{explained}"
        );
        assert_eq!(home.run(&["recall", "submarines"]).ok(), "nothing found\n");
    });
}

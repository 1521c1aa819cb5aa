//! An export comes back as it was.

use serde_json::{Value, json};

use super::export::fill;
use super::{assert_clean, quick};
use crate::support::Home;

/// An export without what only says when and by whom it was taken in here.
fn moved(home: &Home) -> Value {
    let mut export = home.json(&["export", "--events"]);
    export["exported_at"].take();
    for list in ["memories", "events"] {
        for record in export[list].as_array_mut().unwrap() {
            for own in ["created_at", "updated_at", "source_key", "source_key_id"] {
                record[own].take();
            }
        }
    }
    let memories = export["memories"].as_array_mut().unwrap();
    // What was superseded comes behind what took its place.
    memories.sort_by_key(|memory| memory["id"].to_string());
    export
}

#[test]
fn an_export_imports_as_it_is_and_exports_the_same_again() {
    let (home, server) = quick("");
    let mut client = server.owner();
    fill(&home, &mut client);
    // A chain, and words that were superseded and told again.
    let (a, b) = (
        client.remember("The ferry is red."),
        client.remember("The ferry is blue."),
    );
    let c = client.remember("The ferry is green.");
    home.run(&["supersede", &b, &c]).ok();
    client.update(&a, "The ferry is reddish.");
    let d = client.remember("The ferry is grey.");
    home.run(&["supersede", &a, &d]).ok();
    client.remember("The ferry is blue.");
    home.run(&["export", "--events", "-o", "all.json"]).ok();
    let compact = client.get("/v1/export?events=true").text;
    std::fs::write(home.path().join("compact.json"), compact).unwrap();
    for file in ["all.json", "compact.json"] {
        let (fresh, served) = quick("");
        let file = home.path().join(file);
        let file = file.to_str().unwrap();
        let imported = fresh.json(&["import", file, "--json"]);
        assert_eq!(
            (&imported["memories"], &imported["events"]),
            (&json!(10), &json!(2)),
            "{imported}"
        );
        assert_eq!(moved(&fresh), moved(&home));
        let mut there = served.owner();
        assert!(
            there
                .ask("ferry blue")
                .contains(&"The ferry is blue.".to_owned())
        );
        assert!(
            !there
                .ask("harbour master Olaf")
                .contains(&"The harbour master is Olaf.".to_owned())
        );
        let again = fresh.json(&["import", file, "--json"]);
        assert_eq!(again["known_already"], 12, "{again}");
        assert_eq!(moved(&fresh), moved(&home), "nothing twice");
        assert_clean(&fresh);
        fresh.run(&["rebuild"]).ok();
        assert_eq!(moved(&fresh), moved(&home));
    }
}

#[test]
fn an_import_does_not_bring_back_what_was_forgotten_here() {
    let (home, server) = quick("");
    let mut client = server.owner();
    let gone = client.remember("The vault combination is 1234.");
    let kept = client.remember("Fog comes early.");
    home.run(&["export", "-o", "all.json"]).ok();
    client.forget(&json!({ "id": gone }));
    let imported = home.json(&["import", "all.json", "--json"]);
    assert_eq!(
        (
            &imported["forgotten"],
            &imported["known_already"],
            &imported["memories"]
        ),
        (&json!(1), &json!(1), &json!(0)),
        "{imported}"
    );
    let elsewhere = ["import", "all.json", "--json", "--namespace", "copy"];
    assert_eq!(
        home.json(&elsewhere)["memories"],
        2,
        "another namespace has not forgotten"
    );
    assert_eq!(
        home.json(&["inspect", &kept, "--namespace", "copy"])["content"],
        "Fog comes early."
    );
    assert_clean(&home);
}

#[test]
fn what_is_no_export_is_told_and_nothing_is_imported() {
    let home = Home::new();
    for text in [
        "{\n",
        "{\n}\n",
        "{\n\"memories\": 7\n}",
        "{\"runtime_contract\": \"x\"}",
    ] {
        let ran = home.run_with(&["import", "-"], text.as_bytes());
        let ran = ran.refused(2, "[bad_file]");
        assert!(ran.err.contains("is no export"), "{ran:?}");
        assert!(ran.err.contains("`mneme help import`"), "{ran:?}");
    }
    assert_eq!(home.json(&["list", "--json"])["count"], 0);
    let ran = home.run(&["import", "nowhere.jsonl"]);
    assert!(ran.err.contains("hint: check the path"), "{ran:?}");
    let ran = home.run(&["export", "-o", "no/such/place"]);
    assert!(!ran.err.contains("help import"), "{ran:?}");
    // An export of memoryOSS, which has fewer fields.
    let foreign = r#"{"runtime_contract":"memoryoss.runtime.v1alpha1","namespace":"x","count":1,"memories":[
        {"id":"7d8f1c9e-0000-4000-8000-000000000001","content":"Use tabs.","tags":["style"],"memory_type":"semantic",
         "status":"active","version":3,"created_at":"2025-01-02T03:04:05Z","updated_at":"2025-01-02T03:04:05Z"}]}"#;
    home.run_with(&["import", "-"], foreign.as_bytes()).ok();
    let listed = home.json(&["list", "--json"])["memories"][0].take();
    assert_eq!(
        (
            &listed["content"],
            &listed["version"],
            &listed["occurred_at"]
        ),
        (
            &json!("Use tabs."),
            &json!(3),
            &json!("2025-01-02T03:04:05Z")
        )
    );
}

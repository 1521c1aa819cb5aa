//! An export comes back as it was.

use serde_json::{Value, json};

use super::export::fill;
use super::{assert_clean, quick};
use crate::support::{Client, Home};

/// An export without what only says when it was made, and when and by whom events were taken in.
fn moved(home: &Home) -> Value {
    let mut export = home.json(&["export", "--events"]);
    export["exported_at"].take();
    for record in export["events"].as_array_mut().unwrap() {
        for own in ["created_at", "updated_at", "source_key"] {
            record[own].take();
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
    judge(&mut client);
    let mut other = Client::new(server.http(), Some(&server.key("default", "writer")));
    let theirs = other.remember("The ferry has a bar.");
    said(&mut client, &theirs, "reject");
    let reputations = sources(&mut client);
    assert_eq!(reputations.as_array().unwrap().len(), 2, "{reputations}");
    home.run(&["export", "--events", "-o", "all.json"]).ok();
    let lines = ["export", "--events", "--lines", "-o", "all.jsonl"];
    home.run(&lines).ok();
    let compact = client.get("/v1/export?events=true").text;
    std::fs::write(home.path().join("compact.json"), compact).unwrap();
    for file in ["all.json", "compact.json", "all.jsonl"] {
        let (fresh, served) = quick("");
        let file = home.path().join(file);
        let file = file.to_str().unwrap();
        let imported = fresh.json(&["import", file, "--json"]);
        assert_eq!(
            (&imported["memories"], &imported["events"]),
            (&json!(13), &json!(2)),
            "{imported}"
        );
        assert_eq!(moved(&fresh), moved(&home), "{file}");
        let mut there = served.owner();
        assert_eq!(sources(&mut there), reputations, "{file}");
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
        assert_eq!(again["known_already"], 15, "{again}");
        assert_eq!(moved(&fresh), moved(&home), "nothing twice");
        assert_clean(&fresh);
        fresh.run(&["rebuild"]).ok();
        assert_eq!(moved(&fresh), moved(&home));
        assert_eq!(sources(&mut there), reputations);
        // What goes takes what was said of it along, and its source's standing too.
        there.forget(&json!({ "kinds": ["memory"] }));
        assert_eq!(sources(&mut there), json!([]));
        assert_clean(&fresh);
    }
}

fn said(client: &mut Client, id: &str, action: &str) {
    let feedback = json!({ "id": id, "action": action });
    client.post("/v1/feedback", &feedback).ok();
}

/// One that was confirmed twice, and one that was doubted.
fn judge(client: &mut Client) {
    let sure = client.remember("The ferry leaves at nine.");
    said(client, &sure, "confirm");
    said(client, &sure, "confirm");
    let doubted = client.remember("The ferry leaves at ten.");
    said(client, &doubted, "reject");
    let inspected = client.inspect(&doubted);
    assert_eq!(
        (&inspected["status"], &inspected["confidence"]),
        (&json!("contested"), &json!(0.3))
    );
}

fn sources(client: &mut Client) -> Value {
    client.get("/v1/admin/trust-stats").ok()["source_reputations"].take()
}

/// What no table could count, or no clock could say, is left out alone.
#[test]
fn counts_nobody_can_have_are_refused_and_named() {
    let (home, _server) = quick("");
    let one = |id: &str, more: Value| {
        let mut memory = json!({
            "id": id, "content": format!("Memory {id}."), "status": "active", "version": 1,
            "created_at": "2025-01-02T03:04:05Z",
        });
        for (name, value) in more.as_object().unwrap() {
            memory[name] = value.clone();
        }
        memory.to_string()
    };
    let lines = [
        one("a", json!({ "confirm_count": u64::MAX })),
        one("b", json!({ "evidence_count": u64::MAX })),
        one("c", json!({ "updated_at": "someday" })),
        one(
            "d",
            json!({ "updated_at": "2999-01-01T00:00:00Z", "confidence": 7.5 }),
        ),
    ];
    let ran = home.run_with(&["import", "-", "--json"], lines.join("\n").as_bytes());
    assert_eq!(ran.code, 2, "{ran:?}");
    let imported: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(imported["memories"], 1, "{imported}");
    let refused = imported["refused"].as_array().unwrap();
    let named: Vec<_> = refused.iter().map(|one| &one["what"]).collect();
    assert_eq!(named, ["line 1", "line 2", "line 3"]);
    let kept = home.json(&["inspect", "d"]);
    assert_eq!(kept["confidence"], 1.0, "{kept}");
    assert!(kept["updated_at"].as_str().unwrap() < "2999", "{kept}");
    assert_clean(&home);
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

/// Another record said the same and was forgotten; this one was told after it.
#[test]
fn an_event_that_is_here_is_known_whatever_was_forgotten() {
    let (home, server) = quick("");
    let mut client = server.owner();
    let told = json!({ "events": [{ "id": "kept", "session": "s", "text": "The lamp is out." }] });
    client.post("/v1/events", &told).ok();
    home.run(&["export", "--events", "-o", "all.json"]).ok();
    let same = client.remember("The lamp is out.");
    client.forget(&json!({ "id": same }));
    let again = home.json(&["import", "all.json", "--json"]);
    let counts = ["events", "known_already", "forgotten"].map(|name| again[name].clone());
    assert_eq!(counts, [json!(0), json!(1), json!(0)], "{again}");
}

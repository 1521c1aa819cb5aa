//! Doctor, verify, rebuild.

use std::os::unix::fs::PermissionsExt;

use serde_json::{Value, json};

use super::both_ways;
use crate::support::{Home, ScriptedEvents, Server, ids, sqlite};

fn fill(home: &Home) {
    let events: Vec<String> = ScriptedEvents::new("e")
        .events(0, 1_300)
        .as_array()
        .unwrap()
        .iter()
        .map(Value::to_string)
        .collect();
    home.run_with(&["import", "-"], events.join("\n").as_bytes())
        .ok();
    home.run(&["remember", "The violin is in the library."])
        .ok();
    home.run(&["remember", "The violin is in the library."])
        .ok();
}

#[test]
fn a_sound_store_is_called_sound() {
    both_ways(|home| {
        fill(home);
        let shown = home.run(&["doctor"]).ok();
        assert!(
            shown.ends_with("Doctor OK\n") && !shown.contains("[error]"),
            "{shown}"
        );
        let findings = home.json(&["doctor", "--json"]);
        let checks: Vec<&str> = findings
            .as_array()
            .unwrap()
            .iter()
            .map(|finding| finding["check"].as_str().unwrap())
            // Only a server says whether it records.
            .filter(|check| *check != "archive")
            .collect();
        assert_eq!(
            checks,
            [
                "directory",
                "server",
                "model",
                "recorder",
                "store",
                "disk",
                "sealing",
                "readable",
                "tables",
                "secrets",
                "secrets",
                "secrets"
            ]
        );
        assert!(
            findings
                .as_array()
                .unwrap()
                .iter()
                .all(|finding| finding["ok"] == true)
        );
        let verified = home.json(&["verify", "--json"]);
        assert_eq!(
            (&verified["clean"], &verified["events"]),
            (&json!(true), &json!(1_302))
        );
        assert_eq!(verified["differences"], json!([]));
        assert!(
            home.run(&["verify"])
                .ok()
                .starts_with("clean: 1302 events folded again")
        );
    });
}

#[test]
fn rebuilding_changes_no_answer() {
    both_ways(|home| {
        fill(home);
        let ask = |query: &str| ids(&home.json(&["recall", query, "-n", "50", "--json"]));
        let questions = [
            "violin library",
            "who sold the umbrella?",
            "number 777",
            "Bela bakery",
        ];
        let before: Vec<_> = questions.iter().map(|question| ask(question)).collect();
        let rebuilt = home.json(&["rebuild", "--json"]);
        assert_eq!(rebuilt, json!({ "events": 1_302, "documents": 1_301 }));
        let after: Vec<_> = questions.iter().map(|question| ask(question)).collect();
        assert_eq!(before, after);
        assert!(before.iter().all(|found| !found.is_empty()));
        assert!(
            home.run(&["rebuild"])
                .ok()
                .starts_with("rebuilt: 1302 events folded")
        );
        assert_eq!(home.json(&["verify", "--json"])["clean"], true);
    });
}

#[test]
fn tables_that_are_not_what_the_journal_says_are_found_and_mended() {
    let home = Home::new();
    fill(&home);
    sqlite(
        &home,
        &["UPDATE memories SET evidence = 99", "DELETE FROM counters"],
    );
    home.run(&["verify"]).refused(6, "[verify_failed]");
    let verified = home.run(&["verify", "--json"]);
    assert_eq!(verified.code, 6);
    let verified: Value = serde_json::from_str(&verified.out).unwrap();
    assert_eq!(verified["clean"], false);
    let told = verified["differences"].to_string();
    assert!(
        told.contains("table memories") && told.contains("table counters"),
        "{told}"
    );
    let doctor = home.run(&["doctor"]);
    assert_eq!(doctor.code, 1, "{doctor:?}");
    assert!(
        doctor.out.contains("mneme rebuild") && doctor.out.contains("Doctor FAILED"),
        "{doctor:?}"
    );
    home.run(&["rebuild"]).ok();
    assert!(home.run(&["verify"]).ok().starts_with("clean:"));
    assert_eq!(
        home.json(&["list", "--json"])["memories"][0]["evidence_count"],
        2
    );
    assert!(home.run(&["doctor"]).ok().contains("Doctor OK"));
}

#[test]
fn verify_runs_beside_a_busy_server() {
    let home = Home::new();
    let server = Server::start(&home);
    fill(&home);
    std::thread::scope(|scope| {
        let writer = scope.spawn(|| {
            let mut client = server.owner();
            for n in 0..60 {
                client.remember(&format!("Written while verifying, {n}."));
            }
        });
        while !writer.is_finished() {
            assert_eq!(home.json(&["verify", "--json"])["clean"], true);
        }
    });
    server.assert_sound();
}

#[test]
fn secrets_others_can_read_are_told() {
    let home = Home::new();
    home.run(&["key"]).ok();
    let secret = home.master_key();
    std::fs::set_permissions(&secret, std::fs::Permissions::from_mode(0o644)).unwrap();
    let doctor = home.run(&["doctor"]);
    assert_eq!(doctor.code, 1);
    assert!(
        doctor.out.contains("can be read by others (mode 644)"),
        "{doctor:?}"
    );
    assert!(doctor.out.contains("chmod 600"), "{doctor:?}");
}

//! Who did what, in a chain that shows when somebody changed it.

use serde_json::{Value, json};

use super::{assert_clean, quick};
use crate::support::{Home, Server, eventually, sqlite};

fn entries(home: &Home) -> Vec<Value> {
    let audit = home.json(&["audit", "-n", "200", "--json"]);
    audit["entries"].as_array().unwrap().clone()
}

fn times(entries: &[Value], action: &str) -> Vec<u64> {
    let of = entries.iter().filter(|entry| entry["action"] == action);
    of.map(|entry| entry["times"].as_u64().unwrap()).collect()
}

/// One of everything that leaves a row.
fn acts(server: &Server) {
    let mut client = server.owner();
    let id = client.remember("The mill stands still.");
    client.remember("The mill stands still.");
    client.update(&id, "The mill turns.");
    let other = client.remember("The mill burnt down.");
    server.home().run(&["supersede", &id, &other]).ok();
    client.ingest(
        &json!([{ "session": "s", "text": "Smoke." }, { "session": "s", "text": "Fire." }]),
    );
    assert_eq!(client.forget(&json!({ "id": other })), 1);
    client.ask("mill");
}

#[test]
fn every_act_has_its_row_and_names_who_did_it() {
    let (home, server) = quick("");
    acts(&server);
    let all = entries(&home);
    assert_eq!(times(&all, "store"), [1, 1, 1], "{all:?}");
    assert_eq!(times(&all, "update"), [1]);
    assert_eq!(times(&all, "supersede"), [1]);
    assert_eq!(times(&all, "record"), [2], "a batch is one act");
    assert_eq!(times(&all, "forget"), [1]);
    assert_eq!(
        times(&all, "recall"),
        [1],
        "written down before the audit is shown"
    );
    let numbers: Vec<i64> = all
        .iter()
        .map(|entry| entry["n"].as_i64().unwrap())
        .collect();
    let newest_first: Vec<i64> = (1..=all.len() as i64).rev().collect();
    assert_eq!(numbers, newest_first);
    let subject =
        |action: &str| all.iter().find(|e| e["action"] == action).unwrap()["subject"].clone();
    assert_eq!(subject("supersede"), "local");
    assert_ne!(subject("store"), "local", "the id of a key");
    let shown = home.run(&["audit"]).ok();
    assert!(shown.contains("supersede by local"), "{shown}");
    let text = json!(all).to_string();
    assert!(
        !text.contains("mill") && !text.contains("Smoke"),
        "no content: {text}"
    );
}

#[test]
fn recalls_are_grouped_and_none_is_lost() {
    let (home, server) = quick("");
    let mut client = server.owner();
    client.remember("The mill stands still.");
    (0..50).for_each(|_| drop(client.ask("mill")));
    let told = eventually("all recalls in the audit", || {
        let told = times(&entries(&home), "recall");
        (told.iter().sum::<u64>() == 50).then_some(told)
    });
    assert!(told.len() < 25, "grouped: {told:?}");
    (0..5).for_each(|_| drop(client.ask("mill")));
    server.stop();
    assert_eq!(
        times(&entries(&home), "recall").iter().sum::<u64>(),
        55,
        "also those of the last second"
    );
}

#[test]
fn a_row_changed_by_hand_is_noticed() {
    let (home, server) = quick("");
    acts(&server);
    server.stop();
    assert_clean(&home);
    let rows = home.json(&["verify", "--json"])["audited"]
        .as_u64()
        .unwrap();
    assert!(rows >= 8, "{rows}");
    let keep = "CREATE TABLE kept AS SELECT * FROM audit";
    let back = ["DELETE FROM audit", "INSERT INTO audit SELECT * FROM kept"];
    sqlite(&home, &[keep]);
    for (damage, row) in [
        ("UPDATE audit SET subject = 'nobody' WHERE n = 4", 4),
        ("UPDATE audit SET times = times + 1 WHERE n = 6", 6),
        ("UPDATE audit SET mac = zeroblob(32) WHERE n = 3", 3),
        ("DELETE FROM audit WHERE n = 5", 6),
        ("DELETE FROM audit WHERE n = 1", 2),
        (
            "UPDATE audit SET action = 'store' WHERE action = 'forget'",
            8,
        ),
    ] {
        sqlite(&home, &[damage]);
        let ran = home.run(&["verify"]).refused(6, "verify_failed");
        let told = format!("audit: row {row} does not follow");
        assert!(ran.err.contains(&told), "{damage}: {ran:?}");
        assert!(
            home.run(&["doctor"]).out.contains("[error] audit:"),
            "{damage}"
        );
        sqlite(&home, &back);
        assert_clean(&home);
    }
}

#[test]
fn the_chain_goes_on_after_a_restart_and_a_rebuild() {
    let (home, server) = quick("");
    acts(&server);
    let before = entries(&home);
    server.kill();
    let server = Server::start(&home);
    acts_again(&server, &home);
    let after = entries(&home);
    assert!(after.len() > before.len());
    assert_eq!(after[after.len() - before.len()..], before);
    server.stop();
    assert_clean(&home);
}

fn acts_again(server: &Server, home: &Home) {
    server.owner().remember("The mill was built again.");
    home.run(&["rebuild"]).ok();
    assert_clean(home);
}

#[test]
fn an_index_that_is_not_what_the_journal_says_is_named() {
    let (home, server) = quick("[index]\nsmall_namespace = 0\nfollow_ms = 5\n");
    acts(&server);
    server.settled();
    // What is forgotten counts until it is purged.
    eventually("two versions and two events", || {
        (home.json(&["verify", "--json"])["indexed"] == 4).then_some(())
    });
    server.stop();
    // Behind the index's back, so that it neither lacks nor drops them.
    sqlite(
        &home,
        &["UPDATE journal SET body = x'', state = 1 WHERE kind = (SELECT min(kind) FROM journal)"],
    );
    let found = home.run(&["verify", "--json"]);
    assert_eq!(found.code, 6, "{found:?}");
    assert!(
        found.out.contains("index of default: wrongly has"),
        "{found:?}"
    );
}

//! It outlives the process, and goes with what is forgotten.

use serde_json::json;

use super::{NO, active, both, contested, say, stands};
use crate::support::{Home, Server, rows, sqlite};

/// As a build left it that held nothing against anything.
const EIGHT: [&str; 10] = [
    "DROP TABLE former",
    "ALTER TABLE outcomes DROP COLUMN reuses",
    "DROP TABLE recalls",
    "DROP TABLE injections",
    "DROP TABLE assertions",
    "DROP TABLE assertion_words",
    "DROP TABLE contradictions",
    "DELETE FROM meta WHERE key = 'assertions'",
    "UPDATE meta SET value = 8 WHERE key = 'format_version'",
    "UPDATE meta SET value = 8 WHERE key = 'min_reader'",
];

/// As a build left it that held memories against each other without outlines.
const TEN: [&str; 8] = [
    "DROP TABLE former",
    "ALTER TABLE outcomes DROP COLUMN reuses",
    "DROP TABLE assertion_words",
    "CREATE TABLE assertion_words(
       memory INTEGER NOT NULL, word INTEGER NOT NULL, ns INTEGER NOT NULL, negative INTEGER NOT NULL,
       PRIMARY KEY(ns, negative, word, memory)) WITHOUT ROWID",
    "DELETE FROM assertions",
    "UPDATE meta SET value = 2 WHERE key = 'assertions'",
    "UPDATE meta SET value = 10 WHERE key = 'format_version'",
    "UPDATE meta SET value = 9 WHERE key = 'min_reader'",
];

#[test]
fn it_survives_a_kill_and_is_made_again_from_the_journal() {
    let home = Home::new();
    let server = Server::start(&home);
    let mut admin = server.admin("n");
    let [yes, no] = both(&mut admin);
    let third = admin.remember("Production deploys require staging approval before any release.");
    say(&mut admin, &third, "confirm");
    let expected = [
        (&yes, contested(&[&no])),
        (&no, contested(&[&yes, &third])),
        (&third, active()),
    ];
    server.kill();
    home.run(&["verify"]).ok();
    home.run(&["rebuild"]).ok();
    home.run(&["verify"]).ok();
    let server = Server::start(&home);
    let mut admin = server.admin("n");
    for (id, told) in &expected {
        assert_eq!(stands(&mut admin, id), *told, "{id}");
    }
    let seen = admin.inspect(&no);
    assert_eq!(seen["confidence"], 0.36, "once for each of two: {seen}");
}

#[test]
fn a_store_that_knew_of_none_is_held_against_what_comes() {
    for older in [&EIGHT[..], &TEN] {
        comes_after(older);
    }
}

fn comes_after(older: &[&str]) {
    let home = Home::new();
    let server = Server::start(&home);
    let mut admin = server.admin("n");
    let yes = admin.remember(super::YES);
    server.stop();
    sqlite(&home, older);
    let server = Server::start(&home);
    let mut admin = server.admin("n");
    assert_eq!(stands(&mut admin, &yes), active());
    let no = admin.remember(NO);
    assert_eq!(stands(&mut admin, &yes), contested(&[&no]));
    server.stop();
    home.run(&["verify"]).ok();
}

/// Where anything of it is kept, and how many rows.
fn kept(home: &Home) -> Vec<String> {
    rows(
        home,
        "SELECT (SELECT count(*) FROM assertions), (SELECT count(*) FROM assertion_words),
           (SELECT count(*) FROM contradictions), (SELECT count(*) FROM lineage WHERE why = 10)",
    )
}

#[test]
fn nothing_of_a_forgotten_one_is_left_not_even_hashes_of_its_words() {
    let home = Home::new();
    let server = Server::start(&home);
    let mut admin = server.admin("n");
    let before = kept(&home);
    let [yes, no] = both(&mut admin);
    assert_ne!(kept(&home), before);
    admin.forget(&json!({ "id": yes }));
    assert_eq!(stands(&mut admin, &no), active());
    admin.forget(&json!({ "id": no }));
    assert_eq!(kept(&home), before);
    server.stop();
    home.run(&["verify"]).ok();
}

#[test]
fn a_damaged_row_is_told_and_made_again() {
    let home = Home::new();
    let server = Server::start(&home);
    both(&mut server.admin("n"));
    server.stop();
    for damage in [
        "UPDATE assertions SET words = zeroblob(length(words))",
        "DELETE FROM assertion_words",
        "DELETE FROM contradictions",
    ] {
        sqlite(&home, &[damage]);
        let told = home.run(&["verify"]);
        assert_ne!(told.code, 0, "{damage}: {}", told.out);
        home.run(&["rebuild"]).ok();
        home.run(&["verify"]).ok();
    }
}

#[test]
fn g_183_a_history_takes_its_contradictions_along_as_they_stand() {
    let home = Home::new();
    let server = Server::start(&home);
    let mut admin = server.admin("from");
    let [yes, no] = both(&mut admin);
    say(&mut admin, &yes, "confirm");
    let taken = admin.get(&format!("/v1/history/{yes}/bundle")).ok();
    let ids: Vec<_> = taken["memories"].as_array().unwrap().iter().collect();
    assert_eq!(ids.len(), 2, "{taken}");
    let mut target = server.admin("to");
    let body = json!({ "bundle": taken });
    target.post("/v1/history/replay", &body).ok();
    assert_eq!(stands(&mut target, &yes), active());
    assert_eq!(stands(&mut target, &no), contested(&[&yes]));
    for id in [&yes, &no] {
        let (here, there) = (admin.inspect(id), target.inspect(id));
        assert_eq!(here["confidence"], there["confidence"], "{here} {there}");
    }
    let again = target.get(&format!("/v1/history/{yes}/bundle")).ok();
    for part in ["edges", "timeline"] {
        assert_eq!(again[part], taken[part], "{part}");
    }
    // As here, so there: without the one the other is believed.
    target.forget(&json!({ "id": yes }));
    assert_eq!(stands(&mut target, &no), active());
    server.stop();
    home.run(&["verify"]).ok();
}

#[test]
fn an_export_comes_back_as_it_stood() {
    let (home, other) = (Home::new(), Home::new());
    let server = Server::start(&home);
    let mut owner = server.owner();
    let [yes, no] = both(&mut owner);
    say(&mut owner, &yes, "confirm");
    let on = owner.remember("Telemetry is enabled in nightly builds.");
    let off = owner.remember("Telemetry is disabled in nightly builds.");
    let lines = home.run(&["export", "--lines"]).ok();
    other.run_with(&["import", "-"], lines.as_bytes()).ok();
    let copy = Server::start(&other);
    let mut there = copy.owner();
    for id in [&yes, &no, &on, &off] {
        assert_eq!(stands(&mut there, id), stands(&mut owner, id), "{id}");
        let (was, is) = (owner.inspect(id), there.inspect(id));
        assert_eq!(is["confidence"], was["confidence"], "{was} {is}");
    }
    // And is settled there as here.
    there.forget(&json!({ "id": off }));
    assert_eq!(stands(&mut there, &on), active());
    copy.stop();
    other.run(&["verify"]).ok();
}

//! Bringing the tables of an older build up to date.

use crate::alias::{Oss, PLAIN, usual};
use crate::support::{Home, Server, sqlite};

/// As a build left it that kept no pins, no sessions and no notes, shared nothing, and held nothing
/// against anything.
const OLDER: [&str; 15] = [
    "DROP TABLE former",
    "ALTER TABLE outcomes DROP COLUMN reuses",
    "DROP TABLE recalls",
    "DROP TABLE assertions",
    "DROP TABLE assertion_words",
    "DROP TABLE contradictions",
    "DELETE FROM meta WHERE key = 'assertions'",
    "DROP TABLE injections",
    "DROP TABLE grants",
    "DROP TABLE spaces",
    "DROP TABLE pins",
    "DROP TABLE sessions",
    "DROP TABLE notes",
    "UPDATE meta SET value = 6 WHERE key = 'format_version'",
    "UPDATE meta SET value = 6 WHERE key = 'min_reader'",
];

#[test]
fn g_197_both_migrations_run_with_and_without_a_server() {
    let home = Home::new();
    home.run(&["migrate"]).refused(3, "there is no store");
    home.run(&["remember", "The ferry is red."]).ok();
    let none = home.run(&["migrate"]).ok();
    assert!(none.contains("No pending migrations"), "{none}");
    let server = Server::start(&home);
    let none = home.run(&["migrate", "--dry-run"]).ok();
    assert!(none.contains("No pending migrations"), "{none}");
    server.stop();
    home.set("[embeddings]\nmodel = \"hash-384\"\n");
    let read = home.run(&["migrate-embeddings", "--dry-run"]).ok();
    assert!(read.contains("would read:"), "{read}");
    home.run(&["migrate-embeddings"]).ok();
}

#[test]
fn g_197_an_older_store_is_brought_up_to_date_and_a_dry_run_changes_nothing() {
    let home = Home::new();
    let id = home.json(&["remember", "The ferry is red.", "--json"])["id"].take();
    sqlite(&home, &OLDER);
    let before = std::fs::read(home.database()).unwrap();
    let dry = home.run(&["migrate", "--dry-run"]).ok();
    assert!(dry.contains("Schema at v6; v13 is pending"), "{dry}");
    assert!(
        std::fs::read(home.database()).unwrap() == before,
        "nothing was done"
    );
    let done = home.run(&["migrate"]).ok();
    assert!(done.contains("Schema at v13 (was v6)"), "{done}");
    let again = home.json(&["migrate", "--json"]);
    assert_eq!(again["pending"], false, "{again}");
    assert_eq!(home.run(&["verify"]).code, 0);
    let seen = home.json(&["inspect", id.as_str().unwrap()]);
    assert_eq!(seen["content"], "The ferry is red.");
}

#[test]
fn g_197_a_newer_store_is_refused_by_name() {
    let home = Home::new();
    home.run(&["remember", "The ferry is red."]).ok();
    sqlite(&home, &["UPDATE meta SET value = 99"]);
    let refused = home.run(&["migrate", "--json"]);
    assert_eq!(refused.fault()["code"], "store_newer", "{refused:?}");
}

#[test]
fn g_197_migrate_answers_under_the_other_name_too() {
    let oss = Oss::new(&usual(PLAIN));
    let server = oss.serve(&["serve"]);
    let none = oss.run(&["migrate", "--dry-run"]).ok();
    assert!(none.contains("No pending migrations"), "{none}");
    server.stop();
    oss.run(&["migrate"]).ok();
}

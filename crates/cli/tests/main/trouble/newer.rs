//! A store of a newer build.

use super::{assert_commands_refuse, assert_degraded, inhabited};
use crate::support::{Server, sqlite};

#[test]
fn a_newer_store_is_refused_by_name_and_left_as_it_is() {
    let home = inhabited();
    sqlite(
        &home,
        &["UPDATE meta SET value = 99 WHERE key = 'min_reader'"],
    );
    let before = std::fs::read(home.database()).unwrap();
    assert_commands_refuse(&home, 6, "store_newer");
    assert_degraded(&home, "store_newer");
    let fault = home.run(&["status", "--json"]).fault();
    assert!(
        fault["error"].as_str().unwrap().contains("format 99"),
        "{fault}"
    );
    assert!(
        std::fs::read(home.database()).unwrap() == before,
        "not a byte was changed"
    );
    sqlite(
        &home,
        &["UPDATE meta SET value = 1 WHERE key = 'min_reader'"],
    );
    let server = Server::start(&home);
    assert_eq!(server.owner().ask("old words"), ["The old words."]);
}

#[test]
fn a_newer_format_that_older_readers_can_read_is_read() {
    let home = inhabited();
    sqlite(
        &home,
        &["UPDATE meta SET value = 99 WHERE key = 'format_version'"],
    );
    assert_eq!(home.json(&["list", "--json"])["count"], 1);
}

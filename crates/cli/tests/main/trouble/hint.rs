//! What to do about a damaged store, done.

use std::fs;
use std::path::PathBuf;

use super::inhabited;
use crate::support::{Home, SEGMENTED, ScriptedEvents, Server, files, sqlite};

/// The commands of a hint, in their order.
fn named(hint: &str) -> Vec<String> {
    let parts = hint.split('`').skip(1).step_by(2);
    parts.map(str::to_owned).collect()
}

/// What a command that is refused says to do.
fn advice(home: &Home, args: &[&str]) -> Vec<String> {
    let mut args = args.to_vec();
    args.push("--json");
    let fault = home.run(&args).refused(6, "storage_corrupt").fault();
    named(fault["hint"].as_str().unwrap())
}

#[test]
fn the_hint_for_a_damaged_store_leads_out_of_it() {
    let home = inhabited();
    let backup = home.path().join("last.tar.zst");
    let backup = backup.to_str().unwrap();
    home.run(&["backup", "-o", backup]).ok();
    let mut bytes = fs::read(home.database()).unwrap();
    bytes[..4_096].fill(0xa5);
    fs::write(home.database(), bytes).unwrap();

    let steps = advice(&home, &["list"]);
    assert_eq!(steps, ["mneme rebuild", "mneme restore FILE --force"]);
    assert_eq!(advice(&home, &["rebuild"]), steps, "which says what then");
    home.run(&["restore", backup, "--force"]).ok();
    assert_eq!(home.json(&["verify", "--json"])["clean"], true);
    let server = Server::start(&home);
    assert_eq!(server.owner().ask("old words"), ["The old words."]);
    server.stop();
    home.run(&["doctor"]).ok();
}

#[test]
fn what_can_be_made_again_needs_only_the_first_step() {
    let home = Home::with_settings(SEGMENTED);
    let server = Server::start(&home);
    let mut owner = server.owner();
    owner.ingest(&ScriptedEvents::new("old").events(0, 200));
    owner.remember("The old words.");
    server.settled();
    server.stop();
    let size = |file: &PathBuf| fs::metadata(file).map_or(0, |meta| meta.len());
    let largest = files(&home.data().join("index"))
        .into_iter()
        .max_by_key(size);
    fs::write(largest.unwrap(), b"no index any more").unwrap();
    sqlite(&home, &["DELETE FROM memories"]);
    let verified = home.run(&["verify"]);
    assert_ne!(verified.code, 0, "{verified:?}");
    home.run(&["rebuild"]).ok();
    assert_eq!(home.json(&["verify", "--json"])["clean"], true);
    assert_eq!(
        Server::start(&home).owner().ask("old words"),
        ["The old words."]
    );
}

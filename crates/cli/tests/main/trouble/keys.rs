//! The master key is gone or is not a key.

use std::fs;

use super::{assert_commands_refuse, assert_degraded, inhabited};
use crate::support::{Server, sqlite};

#[test]
fn a_missing_master_key_is_told_and_never_replaced() {
    let home = inhabited();
    let kept = home.path().join("kept.key");
    fs::rename(home.master_key(), &kept).unwrap();
    assert_commands_refuse(&home, 6, "key_missing");
    assert_degraded(&home, "key_missing");
    assert!(
        !home.master_key().exists(),
        "a new key cannot open old content"
    );
    fs::rename(&kept, home.master_key()).unwrap();
    let server = Server::start(&home);
    assert_eq!(server.owner().ask("old words"), ["The old words."]);
}

#[test]
fn a_master_key_that_is_none_is_told_and_never_replaced() {
    let home = inhabited();
    let good = fs::read_to_string(home.master_key()).unwrap();
    for (bad, code) in [
        (&b""[..], "key_missing"),
        (b"not a key", "key_missing"),
        (&[0xff; 64], "key_missing"),
        (&[b'0'; 64], "key_missing"),
    ] {
        fs::write(home.master_key(), bad).unwrap();
        assert_commands_refuse(&home, 6, code);
        assert_degraded(&home, code);
        assert_eq!(fs::read(home.master_key()).unwrap(), bad);
    }
    fs::write(home.master_key(), good).unwrap();
    assert_eq!(home.json(&["list", "--json"])["count"], 1);
}

#[test]
fn the_master_key_of_another_store_is_told_as_that() {
    let (home, other) = (inhabited(), inhabited());
    let good = fs::read(home.master_key()).unwrap();
    fs::copy(other.master_key(), home.master_key()).unwrap();
    let told = home.run(&["list"]).refused(6, "key_missing");
    assert!(told.err.contains("is not this store's"), "{told:?}");
    assert!(told.err.contains("put keys/master.key back"), "{told:?}");
    assert!(!told.err.contains("rebuild"), "{told:?}");
    fs::write(home.master_key(), good).unwrap();
    // A data key that was changed is damage, whoever's the master key is.
    sqlite(
        &home,
        &["UPDATE keys SET wrapped = zeroblob(length(wrapped))"],
    );
    home.run(&["list"]).refused(6, "storage_corrupt");
}

#[test]
fn a_lost_api_key_file_is_made_again_and_locks_nobody_out() {
    let home = inhabited();
    let file = home.data().join("keys").join("api.key");
    let old = fs::read_to_string(&file).unwrap();
    fs::remove_file(&file).unwrap();
    let new = home.run(&["key"]).ok();
    assert_ne!(new, old);
    let server = Server::start(&home);
    assert_eq!(server.owner().count().0, 1, "the new key opens the door");
}

//! Secrets go along when asked for, and never otherwise.

use std::fs;
use std::path::Path;

use super::archive::entries;
use super::{back_up, count, import, staging, text};
use crate::support::Home;

fn secrets(home: &Home) -> Vec<Vec<u8>> {
    let read = |name: &str| fs::read_to_string(home.data().join("keys").join(name)).unwrap();
    ["master.key", "api.key"]
        .map(|name| read(name).trim().as_bytes().to_vec())
        .to_vec()
}

/// Whether any of the secrets is in the archive, in the names or in the bytes.
fn holds_secrets(backup: &Path, secrets: &[Vec<u8>]) -> bool {
    let found = |bytes: &[u8]| {
        secrets
            .iter()
            .any(|secret| bytes.windows(secret.len()).any(|window| window == secret))
    };
    entries(backup)
        .iter()
        .any(|entry| entry.path.contains("keys") || found(&entry.bytes))
}

#[test]
fn without_include_key_no_key_is_in_it() {
    let home = Home::new();
    import(&home, "talk", 50);
    let secrets = secrets(&home);
    let said = home.run(&["backup", "-o", "plain"]).ok();
    assert!(said.contains("keep a copy of keys/master.key"), "{said}");
    assert!(!holds_secrets(&home.path().join("plain"), &secrets));
    let said = home.run(&["backup", "-o", "full", "--include-key"]).ok();
    assert!(
        said.contains("whoever has this file can read everything") && said.contains("mode 600"),
        "{said}"
    );
    assert!(holds_secrets(&home.path().join("full"), &secrets));
}

#[test]
fn a_backup_without_its_key_says_what_is_missing() {
    let home = Home::new();
    import(&home, "talk", 50);
    let file = back_up(&home, &[]);
    let other = Home::new();
    let refused = other
        .run(&["restore", text(&file)])
        .refused(6, "[key_missing]");
    let key = other.master_key();
    assert!(
        refused.err.contains(text(&key)) && refused.err.contains("--force"),
        "{refused:?}"
    );
    assert!(!other.data().exists() && !staging(&other).exists());

    fs::create_dir_all(key.parent().unwrap()).unwrap();
    fs::copy(home.master_key(), &key).unwrap();
    other
        .run(&["restore", text(&file)])
        .refused(1, "[not_empty]");
    other.run(&["restore", text(&file), "--force"]).ok();
    assert_eq!(count(&other), count(&home));
    assert_eq!(other.json(&["verify", "--json"])["clean"], true);
}

#[test]
fn a_store_that_never_held_anything_comes_back_without_a_key() {
    let home = Home::new();
    home.run(&["key"]).ok();
    let file = back_up(&home, &[]);
    let other = Home::new();
    other.run(&["restore", text(&file)]).ok();
    other.run(&["remember", "The first."]).ok();
    assert_eq!(count(&other), (1, 0));
}

#[test]
fn a_key_of_another_store_is_told_and_that_store_is_left_alone() {
    let home = Home::new();
    import(&home, "talk", 50);
    let file = back_up(&home, &[]);
    let other = Home::new();
    other.run(&["remember", "Mine."]).ok();
    let refused = other
        .run(&["restore", text(&file), "--force"])
        .refused(6, "[key_missing]");
    assert!(
        refused
            .err
            .contains("is not the one this backup was sealed under"),
        "{refused:?}"
    );
    assert_eq!(
        other.json(&["list", "--json"])["memories"][0]["content"],
        "Mine."
    );
    assert!(!staging(&other).exists());
}

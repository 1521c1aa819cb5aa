//! Archives that are whole but not as we make them.

use serde_json::{Value, json};
use tar::EntryType;

use super::archive::{Packed, entries, pack};
use super::refused::{assert_refused, homes};
use super::text;
use crate::support::Home;

/// The good entries with a changed description.
fn with_meta(good: &[Packed], change: impl Fn(&mut Value)) -> Vec<Packed> {
    let mut meta: Value = serde_json::from_slice(&good[0].bytes).unwrap();
    change(&mut meta);
    let mut entries = good.to_vec();
    entries[0].bytes = meta.to_string().into_bytes();
    entries
}

/// The good entries and one more, listed as if it belonged.
fn with_entry(good: &[Packed], entry: Packed) -> Vec<Packed> {
    let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    let listed = json!({ "path": entry.path, "bytes": 0, "sha256": empty });
    let mut all = with_meta(good, |meta| {
        meta["files"].as_array_mut().unwrap().push(listed.clone())
    });
    all.push(entry);
    all
}

#[test]
fn an_entry_that_leaves_the_directory_or_is_no_file_is_refused() {
    let (home, good, _other) = homes();
    let good = entries(&good);
    let outside = home.path().join("outside");
    let absolute = text(&outside).to_owned();
    let file = home.path().join("crafted");
    let paths = [
        "data/../outside",
        "data/..",
        "../outside",
        "data//outside",
        "data/./x",
        "data/",
        "mneme.db",
        "data",
        &absolute,
    ];
    for path in paths {
        pack(&with_entry(&good, Packed::file(path, b"")), &file);
        assert_refused(&home, &file, 2, "[bad_backup]", "does not stay below data/");
        assert!(!outside.exists() && !home.path().join("data.restoring/outside").exists());
    }
    let kinds = [
        EntryType::Symlink,
        EntryType::Link,
        EntryType::Directory,
        EntryType::Fifo,
        EntryType::Char,
    ];
    for kind in kinds {
        let entry = Packed {
            kind,
            ..Packed::file("data/x", b"")
        };
        pack(&with_entry(&good, entry), &file);
        assert_refused(&home, &file, 2, "[bad_backup]", "is not a plain file");
    }
}

#[test]
fn an_archive_that_is_not_what_it_lists_is_refused() {
    let (home, good, _other) = homes();
    let good = entries(&good);
    let file = home.path().join("crafted");
    let check = |entries: &[Packed], words: &str| {
        pack(entries, &file);
        assert_refused(&home, &file, 2, "[bad_backup]", words);
    };
    let mut more = good.clone();
    more.push(Packed::file("data/more", b"x"));
    check(&more, "not listed");
    let mut twice = good.clone();
    twice.push(good[1].clone());
    check(&twice, "there twice");
    check(&good[..good.len() - 1], "is missing");
    check(&good[1..], "does not begin with backup-meta.json");
    let mut changed = good.clone();
    changed[1].bytes[5_000] ^= 1;
    check(&changed, "data/mneme.db has the checksum");
    let mut short = good.clone();
    short[1].bytes.pop();
    check(&short, "data/mneme.db has the checksum");
    check(
        &with_meta(&good, |meta| meta["files"] = json!("none")),
        "is not a backup of mneme",
    );
    check(
        &with_meta(&good, |meta| meta["format"] = json!(null)),
        "is not a backup of mneme",
    );
    let mut broken = good.clone();
    broken[0].bytes = b"{".to_vec();
    check(&broken, "is not a backup of mneme");
}

#[test]
fn a_backup_of_a_newer_kind_is_refused_by_name() {
    let (home, good, _other) = homes();
    let file = home.path().join("newer");
    let newer = with_meta(&entries(&good), |meta| {
        *meta = json!({ "format": 2, "all": "new" })
    });
    pack(&newer, &file);
    assert_refused(&home, &file, 6, "[store_newer]", "backup format 2");
}

#[test]
fn an_archive_packed_by_others_is_as_good() {
    let (home, good, other) = homes();
    let file = home.path().join("again");
    pack(&entries(&good), &file);
    home.run(&["restore", text(&file), "--force"]).ok();
    let same = |home: &Home| super::count(home);
    assert_eq!(same(&home), same(&other));
}

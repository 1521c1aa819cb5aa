//! Files that are no whole backup: refused, and what is here stays as it is.

use std::fs;
use std::path::{Path, PathBuf};

use super::{back_up, import, staging, text};
use crate::support::Home;

/// A home with a store, and a good backup of another one.
pub fn homes() -> (Home, PathBuf, Home) {
    let other = Home::new();
    import(&other, "talk", 200);
    let good = back_up(&other, &["--include-key"]);
    let home = Home::new();
    home.run(&["remember", "Here before."]).ok();
    (home, good, other)
}

/// Refused with this code and these words, by an existing store and by a new place; both stay
/// what they were.
pub fn assert_refused(home: &Home, file: &Path, exit: i32, code: &str, words: &str) {
    let refused = home
        .run(&["restore", text(file), "--force"])
        .refused(exit, code);
    assert!(refused.err.contains(words), "{words} is not in {refused:?}");
    assert!(!staging(home).exists(), "{words}");
    assert_eq!(
        home.json(&["list", "--json"])["memories"][0]["content"],
        "Here before."
    );
    let fresh = Home::new();
    fresh.run(&["restore", text(file)]).refused(exit, code);
    assert!(
        !fresh.data().exists() && !staging(&fresh).exists(),
        "{words}"
    );
}

#[test]
fn a_file_that_is_no_backup_is_refused() {
    let (home, ..) = homes();
    let file = home.path().join("foreign");
    assert_refused(&home, &file, 2, "[bad_backup]", "No such file");
    assert_refused(
        &home,
        &home.path().join("config-dir"),
        2,
        "[bad_backup]",
        "No such file",
    );
    let foreign: [&[u8]; 4] = [
        b"",
        b"not an archive at all",
        &zstd::encode_all(&b"compressed, but no archive"[..], 1).unwrap(),
        &fs::read(home.database()).unwrap(),
    ];
    for bytes in foreign {
        fs::write(&file, bytes).unwrap();
        assert_refused(&home, &file, 2, "[bad_backup]", "is not a backup of mneme");
    }
    assert_eq!(home.json(&["verify", "--json"])["clean"], true);
}

#[test]
fn a_backup_that_is_cut_short_is_refused_wherever_it_is_cut() {
    let (home, good, _other) = homes();
    let whole = fs::read(&good).unwrap();
    let file = home.path().join("cut");
    let cuts = [
        30,
        whole.len() / 2,
        whole.len() - 2_000,
        whole.len() - 5,
        whole.len() - 4,
        whole.len() - 1,
    ];
    for cut in cuts {
        fs::write(&file, &whole[..cut]).unwrap();
        assert_refused(&home, &file, 2, "[bad_backup]", text(&file));
    }
    assert_eq!(home.json(&["verify", "--json"])["clean"], true);
}

#[test]
fn a_backup_with_a_changed_byte_is_refused_wherever_it_is() {
    let (home, good, _other) = homes();
    let whole = fs::read(&good).unwrap();
    let file = home.path().join("changed");
    for part in 1..8 {
        let mut bytes = whole.clone();
        bytes[whole.len() * part / 8] ^= 0x10;
        fs::write(&file, &bytes).unwrap();
        assert_refused(&home, &file, 2, "[bad_backup]", text(&file));
    }
    home.run(&["restore", text(&good), "--force"]).ok();
}

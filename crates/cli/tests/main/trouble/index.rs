//! Damaged index files are thrown away and made again.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::json;

use super::inhabited;
use crate::support::{Home, Random, Server, ids};

type Damage = fn(&Path);

fn files(home: &Home) -> Vec<PathBuf> {
    let index = home.data().join("index");
    let spaces = fs::read_dir(index)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let files = spaces.flat_map(|space| {
        fs::read_dir(space)
            .unwrap()
            .map(|entry| entry.unwrap().path())
    });
    let mut files: Vec<PathBuf> = files
        .filter(|path| path.extension().is_none_or(|e| e != "lock"))
        .collect();
    files.sort();
    files
}

fn answers(server: &Server) -> Vec<Vec<String>> {
    let mut client = server.owner();
    [
        "old words",
        "who lost the umbrella?",
        "number 1234",
        "Bela library",
    ]
    .map(|query| ids(&client.recall(&json!({ "query": query, "limit": 20 }))))
    .to_vec()
}

fn junk(path: &Path) {
    let length = fs::metadata(path).unwrap().len();
    fs::write(path, Random::new().bytes(usize::try_from(length).unwrap())).unwrap();
}

fn cut(path: &Path) {
    let bytes = fs::read(path).unwrap();
    fs::write(path, &bytes[..bytes.len() / 2]).unwrap();
}

fn empty(path: &Path) {
    fs::write(path, b"").unwrap();
}

fn remove(path: &Path) {
    fs::remove_file(path).unwrap();
}

/// One changed bit in the middle.
fn flip(path: &Path) {
    let mut bytes = fs::read(path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(path, bytes).unwrap();
}

#[test]
fn a_damaged_index_is_made_again_with_the_same_answers() {
    let home = inhabited();
    let before = answers(&Server::start(&home));
    assert!(before.iter().all(|found| !found.is_empty()));
    let ways: [Damage; 5] = [junk, cut, empty, remove, flip];
    let count = files(&home).len();
    assert!(count >= 5, "{:?}", files(&home));
    for n in 0..count.max(ways.len()) {
        let all = files(&home);
        let (file, damage) = (&all[n % all.len()], ways[n % ways.len()]);
        damage(file);
        let server = Server::start_with(&home, &["--metrics", "127.0.0.1:0"]);
        assert_eq!(answers(&server), before, "{}", file.display());
        server.settled();
        assert_eq!(answers(&server), before, "{}", file.display());
        server.assert_sound();
        server.stop();
    }
}

#[test]
fn everything_of_the_index_damaged_at_once_is_made_again() {
    let home = inhabited();
    let before = answers(&Server::start(&home));
    files(&home).iter().for_each(|file| junk(file));
    let server = Server::start_with(&home, &["--metrics", "127.0.0.1:0"]);
    assert_eq!(answers(&server), before);
    assert!(
        server.metric("mneme_index_rebuilds_total") >= 1,
        "and it was counted"
    );
    assert!(server.errors().contains("making it again from the journal"));
    server.assert_sound();
}

#[test]
fn strangers_in_the_index_directory_are_harmless() {
    let home = inhabited();
    let before = answers(&Server::start(&home));
    let index = home.data().join("index");
    fs::write(index.join("notes.txt"), "x").unwrap();
    fs::create_dir(index.join("99")).unwrap();
    fs::write(index.join("1").join("stray.part"), "x").unwrap();
    let server = Server::start(&home);
    assert_eq!(answers(&server), before);
    server.assert_sound();
}

//! Damaged index files are thrown away and made again.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::json;

use super::inhabited;
use crate::support::{Home, Random, ScriptedEvents, Server, ids};

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

/// Every file of the index with its bytes.
fn contents(home: &Home) -> Vec<(PathBuf, Vec<u8>)> {
    let read = |path: PathBuf| (path.clone(), fs::read(path).unwrap());
    files(home).into_iter().map(read).collect()
}

/// The one thing that is wrong, told and not touched; mended when that is wanted.
fn assert_told_and_mended(home: &Home, what: &str) {
    let broken = contents(home);
    let ran = home.run(&["doctor"]);
    assert_ne!(ran.code, 0, "{what}: {ran:?}");
    let errors = ran.out.lines().filter(|line| line.starts_with("[error]"));
    let errors: Vec<&str> = errors.collect();
    assert_eq!(errors.len(), 1, "{what}: {ran:?}");
    assert!(
        errors[0].starts_with("[error] index: index of default:"),
        "{errors:?}"
    );
    assert!(
        ran.out.contains("doctor --repair"),
        "it says what to do: {ran:?}"
    );
    assert_eq!(contents(home), broken, "{what}: looking changed it");
    let ran = home.run(&["doctor", "--repair"]);
    let told = ran.ok();
    assert!(
        told.contains("[repair] index made again from the journal"),
        "{told}"
    );
    assert!(told.ends_with("Doctor OK\n"), "{told}");
    let told = home.run(&["doctor"]).ok();
    assert!(
        !told.contains("[repair]") && told.ends_with("Doctor OK\n"),
        "{told}"
    );
}

#[test]
fn g_229_a_broken_index_is_told_by_the_doctor_and_mended_when_asked() {
    let home = inhabited();
    let before = answers(&Server::start(&home));
    let ways: [Damage; 5] = [junk, cut, empty, remove, flip];
    for (n, damage) in ways.into_iter().enumerate() {
        let all = files(&home);
        let file = &all[n * (all.len() - 1) / (ways.len() - 1)];
        damage(file);
        assert_told_and_mended(&home, &file.display().to_string());
    }
    let meta = files(&home)
        .into_iter()
        .find(|path| path.ends_with("meta.json"));
    remove(&meta.unwrap());
    assert_told_and_mended(&home, "without a list of its files");
    assert_eq!(answers(&Server::start(&home)), before);
}

/// The text index of `default`, with a changed bit; and its directory.
fn flip_words(home: &Home) -> String {
    let words = |path: &PathBuf| path.extension().is_some_and(|end| end == "idx");
    let file = files(home).into_iter().find(words).unwrap();
    flip(&file);
    let dir = file.parent().unwrap().file_name().unwrap();
    format!("index/{}", dir.to_str().unwrap())
}

#[test]
fn verify_says_that_an_index_was_damaged_and_made_again() {
    let home = inhabited();
    let dir = flip_words(&home);
    let told = home.run(&["verify"]).ok();
    assert!(told.starts_with("clean:"), "{told}");
    let mended = told.lines().find(|line| line.starts_with("mended: "));
    let mended = mended.unwrap_or_else(|| panic!("nothing was mended: {told}"));
    for part in ["index of default: ", &dir, "made again from the journal"] {
        assert!(mended.contains(part), "{part}: {told}");
    }
    let told = home.run(&["verify"]).ok();
    assert!(!told.contains("mended:"), "{told}");
    let dir = flip_words(&home);
    let verified = home.json(&["verify", "--json"]);
    assert_eq!(verified["clean"], true, "{verified}");
    let mended = verified["mended"][0].as_str().unwrap();
    assert!(mended.contains(&dir), "{verified}");
    // Whenever a server opened it, whoever asks first is told.
    flip_words(&home);
    let server = Server::start(&home);
    answers(&server);
    let verified = home.json(&["verify", "--json"]);
    assert_eq!(verified["mended"].as_array().unwrap().len(), 1);
    let again = home.json(&["verify", "--json"]);
    assert!(again["mended"].is_null(), "{again}");
    server.assert_sound();
}

#[test]
fn g_229_an_index_that_knows_more_than_the_journal_is_told_and_mended() {
    let home = inhabited();
    let before = answers(&Server::start(&home));
    let old = fs::read(home.database()).unwrap();
    let server = Server::start(&home);
    server
        .owner()
        .ingest(&ScriptedEvents::new("newer").events(0, 2_000));
    server.settled();
    server.stop();
    crate::support::sqlite(&home, &[]);
    fs::write(home.database(), old).unwrap();
    assert_told_and_mended(&home, "of another journal");
    assert_eq!(answers(&Server::start(&home)), before);
}

//! There and back.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use serde_json::json;

use super::{back_up, count, import, staging, text};
use crate::support::{HASHED, Home, SEGMENTED, Server, eventually, ids, in_terminal};

/// Facts, a correction, a conversation, a second namespace, an object.
fn inhabit(home: &Home) {
    let server = Server::start(home);
    let mut owner = server.owner();
    for n in 0..40 {
        owner.remember(&format!("The number of the house {n} is {}.", n * 7));
    }
    let id = owner.remember("The meeting is on Monday.");
    owner.update(&id, "The meeting is on Tuesday.");
    server.room("elsewhere").remember("Only told elsewhere.");
    server.stop();
    import(home, "talk", 1_200);
    let objects = home.data().join("objects").join("session").join("0001");
    fs::create_dir_all(&objects).unwrap();
    fs::write(objects.join("before.png"), b"pixels").unwrap();
    fs::write(objects.join(".0123.part"), b"pix").unwrap();
}

fn assert_same(home: &Home, other: &Home) {
    assert_eq!(count(other), count(home));
    let verified = other.json(&["verify", "--json"]);
    assert_eq!(verified["clean"], true, "{verified}");
    for question in [
        "when is the meeting?",
        "number of the house 17",
        "the violin",
    ] {
        let ask = |home: &Home| ids(&home.json(&["recall", question, "-n", "20", "--json"]));
        assert_eq!(ask(other), ask(home), "{question}");
    }
    let objects = other.data().join("objects").join("session").join("0001");
    assert_eq!(fs::read(objects.join("before.png")).unwrap(), b"pixels");
    assert!(
        !objects.join(".0123.part").exists(),
        "not whole when it was packed"
    );
}

#[test]
fn g_196_backup_and_restore_keep_the_count() {
    let home = Home::new();
    inhabit(&home);
    assert_eq!(count(&home), (42, 1_200));
    let file = back_up(&home, &["--include-key"]);

    let fresh = Home::new();
    let restored = fresh.json(&["restore", text(&file), "--json"]);
    assert_eq!(restored["replaced"], false);
    assert_same(&home, &fresh);

    let taken = Home::new();
    taken
        .run(&["remember", "Here before, and not backed up."])
        .ok();
    let restored = taken.json(&["restore", text(&file), "--force", "--json"]);
    assert_eq!(restored["replaced"], true);
    assert_same(&home, &taken);
    assert!(!staging(&taken).exists(), "the old one is gone");

    let server = Server::start(&taken);
    assert_eq!(
        server.owner().ask("meeting")[0],
        "The meeting is on Tuesday."
    );
    server.owner().remember("Life goes on.");
    server.assert_sound();
}

#[test]
fn a_store_goes_back_to_what_it_was() {
    let home = Home::new();
    inhabit(&home);
    let file = back_up(&home, &[]);
    let before = count(&home);
    home.run(&["remember", "Said after the backup."]).ok();
    let said = home.run(&["restore", text(&file), "--force"]).ok();
    assert!(said.starts_with("restored: "), "{said}");
    assert_eq!(count(&home), before);
    assert_eq!(home.json(&["verify", "--json"])["clean"], true);
    let key = home.run(&["key"]).ok();
    let server = Server::start(&home);
    assert_eq!(
        key,
        fs::read_to_string(home.data().join("keys/api.key")).unwrap()
    );
    assert_eq!(
        server.owner().ask("meeting")[0],
        "The meeting is on Tuesday."
    );
}

#[test]
fn vectors_come_along_and_the_text_index_is_made_again() {
    let home = Home::with_settings(&format!("{HASHED}{SEGMENTED}"));
    let server = Server::start(&home);
    import(&home, "talk", 300);
    home.run(&["migrate-embeddings"]).ok();
    eventually("segments", || {
        home.data().join("index").exists().then_some(())
    });
    server.stop();
    let vectors = |home: &Home| home.json(&["status", "--json"])["vectors"]["models"].clone();
    let before = vectors(&home);
    assert!(before[0]["vectors"].as_u64().unwrap() >= 300, "{before}");
    let file = back_up(&home, &["--include-key"]);
    fs::remove_dir_all(home.data()).unwrap();
    home.run(&["restore", text(&file)]).ok();
    assert!(!home.data().join("index").exists());
    assert_eq!(vectors(&home), before);
    assert!(!ids(&home.json(&["recall", "violin", "--json"])).is_empty());
}

#[test]
fn a_backup_says_what_it_is_and_is_its_owners_alone() {
    let home = Home::new();
    inhabit(&home);
    let server = Server::start(&home);
    let relative = home.json(&["backup", "-o", "through-the-server.tar.zst", "--json"]);
    let file = home.path().join("through-the-server.tar.zst");
    assert_eq!(
        relative["path"],
        text(&file),
        "where the command stands, not the server"
    );
    let mode = fs::metadata(&file).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    assert_eq!(relative["bytes"], fs::metadata(&file).unwrap().len());
    let entries = super::archive::entries(&file);
    assert_eq!(entries[0].path, "backup-meta.json");
    let meta: serde_json::Value = serde_json::from_slice(&entries[0].bytes).unwrap();
    assert_eq!(meta["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(
        (&meta["format"], &meta["key_included"]),
        (&json!(1), &json!(false))
    );
    assert_eq!(meta["data_dir"], text(&home.data()));
    assert_eq!(meta["created_at"], relative["created_at"]);
    let listed: Vec<&str> = meta["files"]
        .as_array()
        .unwrap()
        .iter()
        .map(|f| f["path"].as_str().unwrap())
        .collect();
    let packed: Vec<&str> = entries[1..].iter().map(|e| e.path.as_str()).collect();
    assert_eq!(listed, packed);
    assert_eq!(
        packed,
        ["data/mneme.db", "data/objects/session/0001/before.png"]
    );
    server.assert_sound();
}

#[test]
fn a_terminal_is_shown_where_the_backup_is() {
    let home = Home::new();
    home.run(&["remember", "Colourful."]).ok();
    let shown = in_terminal(&home, &["backup", "-o", "b.tar.zst", "--include-key"], &[]);
    assert!(
        shown.contains("b.tar.zst") && shown.contains("mode 600"),
        "{shown}"
    );
    fs::remove_dir_all(home.data()).unwrap();
    let shown = in_terminal(&home, &["restore", "b.tar.zst"], &[]);
    assert!(shown.contains("restored:"), "{shown}");
    assert_eq!(count(&home), (1, 0));
}

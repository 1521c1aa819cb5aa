//! Stores written by earlier builds. Each format has a fixture, made by a build of its time:
//! never change one, add the next.

use std::path::Path;

use serde_json::json;

use crate::support::{HURRIED, Home, Server, eventually, ids, rows, sqlite, texts};

/// What the fixture of a format holds.
struct Written {
    format: usize,
    port: &'static str,
    keeper: &'static str,
}

/// The fixture of format 3, and that of format 4, with what each later one added.
fn fixtures() -> impl Iterator<Item = Written> {
    let third = Written {
        format: 3,
        port: "01a1e369-232c-76f0-b28f-63031f79d8b5",
        keeper: "01a1e369-2348-7075-8b51-5531ac4edabe",
    };
    let later = (4..=12).map(|format| Written {
        format,
        port: "01a1e367-919c-7d18-8026-94bf54955f01",
        keeper: "01a1e367-91a5-7a47-aa6a-e5e35b9b5624",
    });
    std::iter::once(third).chain(later)
}

/// What each format from 5 on added to the one before.
const ADDED: [&[&str]; 8] = [&FIVE, &SIX, &SEVEN, &EIGHT, &NINE, &TEN, &ELEVEN, &TWELVE];

const TWELVE: [&str; 3] = [
    "ALTER TABLE outcomes ADD COLUMN reuses INTEGER NOT NULL DEFAULT 0",
    "UPDATE meta SET value = 12 WHERE key = 'format_version'",
    "UPDATE meta SET value = 12 WHERE key = 'min_reader'",
];

/// It says that all was folded, which is not enough any more.
const ELEVEN: [&str; 5] = [
    "DROP TABLE assertion_words",
    "CREATE TABLE assertion_words(
       memory INTEGER NOT NULL, word INTEGER NOT NULL, ns INTEGER NOT NULL, negative INTEGER NOT NULL,
       outline INTEGER NOT NULL, PRIMARY KEY(ns, negative, word, memory)) WITHOUT ROWID",
    "INSERT INTO meta VALUES ('assertions', 3)",
    "UPDATE meta SET value = 11 WHERE key = 'format_version'",
    "UPDATE meta SET value = 11 WHERE key = 'min_reader'",
];

const TEN: [&str; 2] = [
    "CREATE TABLE recalls(memory INTEGER PRIMARY KEY, times INTEGER NOT NULL)",
    "UPDATE meta SET value = 10 WHERE key = 'format_version'",
];

const NINE: [&str; 8] = [
    "CREATE TABLE assertions(
       memory INTEGER PRIMARY KEY, ns INTEGER NOT NULL, negative INTEGER NOT NULL, words BLOB NOT NULL)",
    "CREATE TABLE assertion_words(
       memory INTEGER NOT NULL, word INTEGER NOT NULL, ns INTEGER NOT NULL, negative INTEGER NOT NULL,
       PRIMARY KEY(ns, negative, word, memory)) WITHOUT ROWID",
    "CREATE TABLE contradictions(
       memory INTEGER NOT NULL, other INTEGER NOT NULL, act INTEGER NOT NULL, at_ms INTEGER NOT NULL,
       PRIMARY KEY(memory, other)) WITHOUT ROWID",
    "CREATE INDEX contradictions_other ON contradictions(other)",
    "CREATE TABLE injections(
       memory INTEGER PRIMARY KEY, times INTEGER NOT NULL, last_ms INTEGER NOT NULL)",
    "CREATE INDEX injections_last ON injections(last_ms)",
    "UPDATE meta SET value = 9 WHERE key = 'format_version'",
    "UPDATE meta SET value = 9 WHERE key = 'min_reader'",
];

const EIGHT: [&str; 7] = [
    "CREATE TABLE spaces(
       seq INTEGER PRIMARY KEY, ns INTEGER NOT NULL, name TEXT NOT NULL UNIQUE, hooked INTEGER NOT NULL)",
    "CREATE INDEX spaces_ns ON spaces(ns)",
    "CREATE TABLE grants(
       seq INTEGER PRIMARY KEY, space INTEGER NOT NULL, grantee TEXT NOT NULL, permission INTEGER NOT NULL,
       expires_ms INTEGER)",
    "CREATE INDEX grants_space ON grants(space)",
    "CREATE INDEX grants_grantee ON grants(grantee)",
    "UPDATE meta SET value = 8 WHERE key = 'format_version'",
    "UPDATE meta SET value = 8 WHERE key = 'min_reader'",
];

const SEVEN: [&str; 10] = [
    "CREATE TABLE pins(at_seq INTEGER PRIMARY KEY, ns INTEGER NOT NULL, memory INTEGER, name TEXT)",
    "CREATE UNIQUE INDEX pins_memory ON pins(memory) WHERE memory IS NOT NULL",
    "CREATE UNIQUE INDEX pins_name ON pins(ns, name) WHERE name IS NOT NULL",
    "CREATE TABLE sessions(
       session INTEGER PRIMARY KEY, ns INTEGER NOT NULL, started_ms INTEGER NOT NULL,
       events INTEGER NOT NULL, start_seq INTEGER, end_seq INTEGER, prompt_seq INTEGER, project INTEGER)",
    "CREATE INDEX sessions_started ON sessions(ns, started_ms, session)",
    "INSERT INTO sessions
       SELECT session, ns, MIN(occurred_ms), SUM(kind NOT IN (1, 8)), MAX(CASE WHEN kind = 1 THEN seq END),
         MAX(CASE WHEN kind = 8 THEN seq END), MIN(CASE WHEN kind = 2 THEN seq END), NULL
       FROM journal WHERE session IS NOT NULL AND kind < 20 AND state = 0 GROUP BY session",
    "CREATE TABLE notes(
       memory INTEGER NOT NULL, ns INTEGER NOT NULL, shelf TEXT NOT NULL, key TEXT NOT NULL,
       PRIMARY KEY(ns, shelf, key)) WITHOUT ROWID",
    "CREATE INDEX notes_memory ON notes(memory)",
    "UPDATE meta SET value = 7 WHERE key = 'format_version'",
    "UPDATE meta SET value = 7 WHERE key = 'min_reader'",
];

const SIX: [&str; 6] = [
    "CREATE TABLE episodes(
       seq INTEGER PRIMARY KEY, ns INTEGER NOT NULL, status INTEGER NOT NULL, actions INTEGER NOT NULL,
       outcome REAL NOT NULL, value REAL NOT NULL, end_seq INTEGER)",
    "CREATE INDEX episodes_value ON episodes(ns, value, seq) WHERE end_seq IS NOT NULL",
    "CREATE TABLE outcomes(
       memory INTEGER PRIMARY KEY, confirms INTEGER NOT NULL, rejects INTEGER NOT NULL,
       supersedes INTEGER NOT NULL, confidence INTEGER, verified_ms INTEGER, last_ms INTEGER NOT NULL)",
    "CREATE TABLE reputations(
       ns INTEGER NOT NULL, source INTEGER NOT NULL, good INTEGER NOT NULL, bad INTEGER NOT NULL,
       PRIMARY KEY(ns, source)) WITHOUT ROWID",
    "UPDATE meta SET value = 6 WHERE key = 'format_version'",
    "UPDATE meta SET value = 6 WHERE key = 'min_reader'",
];

const FIVE: [&str; 4] = [
    "CREATE TABLE archive_sessions(
       n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, status TEXT NOT NULL, os TEXT NOT NULL, mode TEXT NOT NULL,
       created_ms INTEGER NOT NULL, updated_ms INTEGER NOT NULL, expires_ms INTEGER, fields TEXT NOT NULL)",
    "CREATE INDEX archive_sessions_status ON archive_sessions(status, created_ms, n)",
    "CREATE INDEX archive_sessions_expiry ON archive_sessions(expires_ms) WHERE expires_ms IS NOT NULL",
    "UPDATE meta SET value = 5 WHERE key = 'format_version'",
];

const SEGMENT: &str = "toc:segment:01KG75GSFTCYS3BATPJFS88PGE";
const GRIPS: [&str; 3] = [
    "grip:01KG75GSFT7Y35ZJCE3TWWJ1X8",
    "grip:01KG75JM2T1HNNPX32KA1SMJ8H",
    "grip:01KG75MENTT1EFMXXK3S5CV7FQ",
];

/// A home with the store of a fixture in it.
fn unpacked(written: &Written) -> Home {
    let from = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/fixtures")
        .join(format!("store-v{}", written.format.min(4)));
    let home = Home::with_settings(HURRIED);
    std::fs::create_dir_all(home.data().join("keys")).unwrap();
    let packed = std::fs::File::open(from.join("mneme.db.zst")).unwrap();
    std::fs::write(home.database(), zstd::decode_all(packed).unwrap()).unwrap();
    std::fs::copy(from.join("master.key"), home.master_key()).unwrap();
    for added in ADDED.iter().take(written.format.saturating_sub(4)) {
        sqlite(&home, added);
    }
    assert_eq!(format(&home), [written.format.to_string()]);
    home
}

fn format(home: &Home) -> Vec<String> {
    rows(home, "SELECT value FROM meta WHERE key = 'format_version'")
}

#[test]
fn t_089_a_store_of_an_older_format_opens_with_the_same_ids() {
    for written in fixtures() {
        let home = unpacked(&written);
        // The second time it is a store of this build.
        for _ in 0..2 {
            let server = Server::start_with(&home, &["--grpc", "127.0.0.1:0"]);
            assert_same(&server, &written);
            server.stop();
            assert_eq!(format(&home), ["13"]);
        }
    }
}

fn assert_same(server: &Server, written: &Written) {
    let mut owner = server.owner();
    let memories = owner.get("/v1/memories").ok();
    let memory = |n: usize, key: &str| memories["memories"][n][key].clone();
    assert_eq!(memories["count"], 2);
    assert_eq!(
        (memory(0, "id"), memory(1, "id")),
        (json!(written.port), json!(written.keeper))
    );
    assert_eq!(
        (memory(0, "version"), memory(0, "tags")),
        (json!(2), json!(["ops"]))
    );
    let events = owner.get("/v1/events").ok();
    let told: Vec<_> = events["events"].as_array().unwrap().iter().collect();
    let names: Vec<_> = told
        .iter()
        .map(|event| event["id"].as_str().unwrap())
        .collect();
    assert_eq!(
        names,
        ["event-1", "event-2", "event-3"],
        "one was forgotten"
    );
    assert_eq!(told[0]["metadata"]["cwd"], "/srv/x");
    assert_eq!(told[0]["occurred_at"], "2026-01-30T10:00:00.250Z");
    let found = owner.recall(&json!({ "query": "harbour port" }));
    assert_eq!(ids(&found)[0], written.port);
    assert_eq!(texts(&found)[0], "The harbour port is 9000");
    let home = server.home();
    // Made from the events by rules that do not change, or kept.
    let node = eventually("the segment", || {
        let node = home.run(&["timeline", "node", SEGMENT]).out;
        node.contains("Bullets").then_some(node)
    });
    for grip in GRIPS {
        assert!(node.contains(grip), "{grip} is not in {node}");
    }
    let forgotten = json!({ "imported": true, "events": [
        { "id": "again", "session": "jwt", "text": "The wombat must be forgotten." }
    ] });
    let told = owner.post("/v1/events", &forgotten).ok();
    assert_eq!(told["accepted"][0]["forgotten"], true, "{told}");
    home.run(&["verify"]).ok();
}

/// The build before kept no number of what was learnt again, and says that all was folded.
#[test]
fn a_store_of_the_last_format_gets_the_number_and_is_folded_again() {
    let home = Home::new();
    let id = home.json(&["remember", "The ferry is red.", "--json"])["id"].take();
    let server = Server::start(&home);
    let verdict = json!({ "id": id, "action": "confirm" });
    server.owner().post("/v1/feedback", &verdict).ok();
    server.stop();
    sqlite(
        &home,
        &[
            "DROP TABLE former",
            "ALTER TABLE outcomes DROP COLUMN reuses",
            "UPDATE meta SET value = 11 WHERE key IN ('format_version', 'min_reader')",
        ],
    );
    home.run(&["verify"]).ok();
    assert_eq!(format(&home), ["13"]);
    let kept = rows(&home, "SELECT confirms, reuses FROM outcomes");
    assert_eq!(kept, ["1\t0"]);
}

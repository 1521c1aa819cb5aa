//! The database file is not what was written.

use std::fs;

use super::{assert_commands_refuse, assert_degraded, inhabited};
use crate::support::{Home, Random, Server, sqlite};

const PAGE: usize = 4_096;

/// Changes the file, and checks that the store is refused and the file left alone.
fn assert_refused_and_kept(change: impl Fn(Vec<u8>) -> Vec<u8>) {
    let home = inhabited();
    let good = fs::read(home.database()).unwrap();
    let bad = change(good.clone());
    fs::write(home.database(), &bad).unwrap();
    assert_commands_refuse(&home, 6, "storage_corrupt");
    assert_degraded(&home, "storage_corrupt");
    assert!(
        fs::read(home.database()).unwrap() == bad,
        "the file was changed"
    );
    restore(&home, &good);
    assert_eq!(
        Server::start(&home).owner().ask("old words"),
        ["The old words."]
    );
}

fn restore(home: &Home, good: &[u8]) {
    for beside in ["mneme.db-wal", "mneme.db-shm"] {
        // They may or may not have been made.
        let _ = fs::remove_file(home.data().join(beside));
    }
    fs::write(home.database(), good).unwrap();
}

#[test]
fn random_bytes_are_no_store() {
    let mut random = Random::new();
    let junk = random.bytes(200_000);
    assert_refused_and_kept(|_| junk.clone());
}

#[test]
fn a_file_cut_in_half_is_no_store() {
    assert_refused_and_kept(|good| good[..good.len() / 2].to_vec());
}

#[test]
fn a_file_cut_to_nothing_is_not_taken_for_a_new_store() {
    assert_refused_and_kept(|_| Vec::new());
}

#[test]
fn a_damaged_first_page_is_no_store() {
    assert_refused_and_kept(|mut good| {
        good[..4_096].fill(0xa5);
        good
    });
}

/// Pages in the middle are overwritten: whatever still reads is right, the rest is told.
#[test]
fn a_damaged_middle_is_told_and_never_answered_with_nonsense() {
    let home = inhabited();
    let mut bytes = fs::read(home.database()).unwrap();
    // Whole pages: half a page of junk behind a good header is seen by `verify` alone, as is
    // junk that happens to begin like a page.
    let page = |at: usize| at / PAGE * PAGE;
    let (low, high) = (page(bytes.len() / 3), page(bytes.len() * 2 / 3));
    let junk = Random::new().bytes(high - low);
    bytes[low..high].copy_from_slice(&junk);
    // Junk that happens to begin like a page is seen by `verify` alone: one page in sixty.
    for page in (0..bytes.len())
        .step_by(4_096)
        .filter(|at| (low..high).contains(at))
    {
        bytes[page] |= 0x80;
    }
    fs::write(home.database(), &bytes).unwrap();
    let verified = home.run(&["verify"]);
    assert_eq!(verified.code, 6, "{verified:?}");
    assert!(
        verified.err.contains("storage_corrupt") || verified.err.contains("verify_failed"),
        "{verified:?}"
    );
    let doctor = home.run(&["doctor"]);
    assert_eq!(doctor.code, 1, "{doctor:?}");
    assert!(doctor.out.contains("Doctor FAILED"), "{doctor:?}");
    for ran in [&verified, &doctor] {
        assert!(!ran.err.contains("panicked"), "{ran:?}");
    }
    let server = Server::start(&home);
    let mut client = server.owner();
    let mut told = 0;
    for n in 0..2_000 {
        let reply = client.get(&format!("/v1/inspect/old-{n}"));
        match reply.status {
            200 => assert_eq!(reply.body["content"], crate::support::chatter(n)),
            _ => {
                reply.refused(503, "storage_corrupt");
                told += 1;
            }
        }
    }
    assert!(told > 100, "the damage was not where the words are: {told}");
    assert!(!server.errors().contains("panicked"), "{}", server.errors());
    server.stop();
}

/// Twenty events of a session, one of which has another id in the journal than in the index over ids.
fn with_a_lost_id() -> Home {
    let home = Home::new();
    let server = Server::start(&home);
    let events: Vec<_> = (0..20)
        .map(|n| serde_json::json!({ "id": format!("myevent-{n:04}"), "session": "s", "text": "It squeaks." }))
        .collect();
    server.owner().ingest(&serde_json::json!(events));
    server.stop();
    sqlite(&home, &["PRAGMA wal_checkpoint(TRUNCATE)"]);
    let mut bytes = fs::read(home.database()).unwrap();
    let id = b"myevent-0007";
    let places = bytes.windows(id.len()).enumerate();
    let places: Vec<usize> = places
        .filter(|(_, found)| found == id)
        .map(|(at, _)| at)
        .collect();
    assert!(
        places.len() >= 2,
        "in the journal, and in the index over ids"
    );
    bytes[places[0] + id.len() - 1] = b'x';
    fs::write(home.database(), &bytes).unwrap();
    home
}

#[test]
fn an_index_that_lost_an_id_is_told_and_made_again() {
    let home = with_a_lost_id();
    let told = home.run(&["verify"]);
    assert_ne!(told.code, 0, "{}", told.out);
    home.run(&["rebuild"]).ok();
    home.run(&["verify"]).ok();
    let forgot = home.run(&["forget", "--session", "s", "--yes"]).ok();
    assert!(forgot.contains("20 records"), "{forgot}");
}

/// What a filter finds goes, whether or not its id can be looked up.
#[test]
fn an_index_that_lost_an_id_hides_nothing_from_forgetting() {
    let home = with_a_lost_id();
    let forgot = home.run(&["forget", "--session", "s", "--yes"]).ok();
    assert!(forgot.contains("20 records"), "{forgot}");
    let left = home.json(&["events", "--json"]);
    assert_eq!(left["events"], serde_json::json!([]), "{left}");
}

/// What `verify` has to say of a store that is damaged in a way SQLite itself does not mind.
fn told(home: &Home) -> String {
    let verified = home.run(&["verify"]);
    assert_eq!(verified.code, 6, "{verified:?}");
    assert!(!verified.err.contains("panicked"), "{verified:?}");
    verified.out + &verified.err
}

/// No text, and a value of another type: of what is folded, and of the journal itself.
#[test]
fn a_value_that_cannot_stand_where_it_does_is_told_as_damage() {
    for (change, names, mended) in [
        ("UPDATE memories SET version = 'many'", "memories", true),
        (
            "UPDATE memories SET fingerprint = CAST(x'ff31' AS TEXT)",
            "memories",
            true,
        ),
        (
            "UPDATE journal SET ext_id = CAST(x'ff31' AS TEXT) WHERE kind = 20",
            "journal",
            false,
        ),
    ] {
        let home = Home::new();
        home.run(&["remember", "The old words."]).ok();
        sqlite(&home, &[change]);
        let refused = home.run(&["list", "--json"]).refused(6, "storage_corrupt");
        let fault = refused.fault();
        let sentence = fault["error"].as_str().unwrap();
        assert!(sentence.contains("mneme.db"), "{change}: {sentence}");
        let hint = fault["hint"].as_str().unwrap();
        assert!(hint.contains("mneme rebuild"), "{hint}");
        assert!(hint.contains("mneme restore"), "{hint}");
        assert!(told(&home).contains(names), "{change}");
        if mended {
            home.run(&["rebuild"]).ok();
            assert_eq!(home.json(&["list", "--json"])["count"], 1, "{change}");
        } else {
            home.run(&["rebuild", "--json"])
                .refused(6, "storage_corrupt");
        }
    }
}

/// The same of a server: 503 with the code, whatever it is asked.
#[test]
fn a_server_tells_such_damage_too() {
    let home = Home::new();
    home.run(&["remember", "The old words."]).ok();
    sqlite(&home, &["UPDATE memories SET version = 'many'"]);
    let server = Server::start(&home);
    let mut owner = server.owner();
    for path in ["/v1/memories", "/v1/export"] {
        owner.get(path).refused(503, "storage_corrupt");
    }
    let ask = serde_json::json!({ "query": "old words" });
    owner
        .post("/v1/recall", &ask)
        .refused(503, "storage_corrupt");
    assert!(!server.errors().contains("panicked"), "{}", server.errors());
    server.stop();
}

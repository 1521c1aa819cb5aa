//! `mneme migrate-embeddings --force`: all vectors again, also where some cannot be read.

use serde_json::json;

use super::{NEAR, QUESTION, read, stats, vectors};
use crate::support::{Client, HASHED, Home, ScriptedEvents, Server, sqlite};

const EVENTS: usize = 300;
const FORCE: [&str; 3] = ["migrate-embeddings", "--force", "--json"];

/// A store with vectors, and nobody serving it.
fn filled() -> Home {
    let home = Home::with_settings(HASHED);
    let server = Server::start(&home);
    let events = ScriptedEvents::new("e").events(0, EVENTS - 1);
    server.owner().ingest(&events);
    server.owner().remember(NEAR);
    read(&home);
    server.stop();
    home
}

/// One vector for each record, and nothing left of the old ones.
fn assert_whole(home: &Home) {
    let kept = json!([{ "name": "hash-384", "dimension": 384, "vectors": EVENTS }]);
    let stats = stats(home);
    assert_eq!((&stats["models"], &stats["behind"]), (&kept, &json!(0)));
    let verified = home.json(&["verify", "--json"]);
    assert_eq!(verified["clean"], true, "{verified}");
}

#[test]
fn all_vectors_are_made_again_when_it_is_forced() {
    let home = filled();
    let reply = |dry| json!({ "model": "hash-384", "vectors": EVENTS, "read": EVENTS, "dropped": EVENTS, "dry_run": dry });
    let plan = home.json(&[&FORCE[..], &["--dry-run"]].concat());
    assert_eq!(plan, reply(true));
    assert_eq!(home.json(&FORCE), reply(false));
    assert_whole(&home);
    let server = Server::start_with(&home, &["--metrics", "127.0.0.1:0"]);
    assert_eq!(server.owner().ask(QUESTION), [NEAR]);
    let (size, made) = ("memoryoss_vector_index_size", "mneme_vectors_made_total");
    assert_eq!(
        (server.metric(size), server.metric(made)),
        (EVENTS as u64, 0)
    );
    assert_eq!(home.json(&FORCE), reply(false));
    assert_eq!(server.owner().ask(QUESTION), [NEAR], "without a restart");
    let again = (server.metric(size), server.metric(made));
    assert_eq!(again, (EVENTS as u64, EVENTS as u64));
    assert_whole(&home);
    server.assert_sound();
}

#[test]
fn vectors_that_cannot_be_read_are_named_and_made_again() {
    let home = filled();
    let zeros = "UPDATE vectors SET data = zeroblob(length(data)) \
                 WHERE id = (SELECT max(id) FROM vectors)";
    sqlite(&home, &[zeros]);
    let told = home.run(&["verify"]).refused(6, "[verify_failed]");
    assert!(
        told.err.contains("vectors of hash-384 in default"),
        "{told:?}"
    );
    assert!(told.err.contains("1 block cannot be read"), "{told:?}");
    assert!(told.err.contains("migrate-embeddings --force"), "{told:?}");
    let doctor = home.run(&["doctor"]);
    assert_eq!(doctor.code, 1, "{doctor:?}");
    assert!(doctor.out.contains("[error] vectors:"), "{doctor:?}");
    assert!(doctor.out.contains("[ok] tables:"), "{doctor:?}");
    assert_every_cure_is_named(&home);
    let server = Server::start(&home);
    assert_eq!(server.owner().ask("disestablishmentarians"), [NEAR]);
    assert_eq!(server.owner().ask(QUESTION), Vec::<String>::new());
    assert_guessed(&home, &mut server.owner(), true);
    let errors = server.errors();
    assert!(errors.contains("stored vectors cannot be read"), "{errors}");
    home.run(&FORCE).ok();
    assert_eq!(server.owner().ask(QUESTION), [NEAR]);
    assert_guessed(&home, &mut server.owner(), false);
    assert_whole(&home);
}

/// Where contents are wrong as well, what mends them is named beside what mends the vectors.
fn assert_every_cure_is_named(home: &Home) {
    let loose = "INSERT INTO grips(ns, name, session, first_seq, last_seq, at_ms, from_byte, to_byte, cut) \
                 SELECT ns, 'grip:loose', 1, 99999, 99999, 0, 0, 0, 0 FROM namespaces WHERE name = 'default'";
    sqlite(home, &[loose]);
    let told = home.run(&["verify"]).refused(6, "[verify_failed]");
    for cure in ["migrate-embeddings --force", "timeline rebuild"] {
        assert!(told.err.contains(cure), "{cure}: {told:?}");
    }
    assert!(!told.err.contains("`mneme rebuild`"), "{told:?}");
    sqlite(home, &["DELETE FROM grips WHERE name = 'grip:loose'"]);
}

/// Whether the meaning of what words find is said to be guessed.
fn assert_guessed(home: &Home, client: &mut Client, guessed: bool) {
    let query = "disestablishmentarians";
    let answer = client.recall(&json!({ "query": query, "explain": true }));
    let hit = &answer["memories"][0];
    let features = hit["why"]["features"].as_array().unwrap();
    let mut features = features.iter();
    let meaning = features.find(|feature| feature["feature"] == "meaning");
    assert_eq!(meaning.unwrap()["guessed"] == true, guessed, "{hit}");
    let by_vector = json!(["vector", "fts"]);
    assert_eq!(hit["provenance"] == by_vector, !guessed, "{hit}");
    let shown = home.run(&["recall", query, "--explain"]).ok();
    assert_eq!(shown.contains("(guessed)"), guessed, "{shown}");
}

#[test]
fn new_words_are_read_though_old_vectors_cannot_be() {
    let home = filled();
    sqlite(&home, &["UPDATE vectors SET data = zeroblob(10)"]);
    let server = Server::start(&home);
    // So many that small blocks are joined.
    for n in 0..40 {
        server.owner().remember(&format!("Word number {n}."));
        read(&home);
    }
    assert_eq!(vectors(&home, "hash-384"), EVENTS as u64 + 40);
}

#[test]
fn nothing_is_let_go_for_a_model_that_cannot_read() {
    let home = filled();
    home.set("[embeddings]\nmodel = \"all-minilm-l6-v2\"\n");
    home.run(&FORCE).refused(5, "model_missing");
    home.run(&[&FORCE[..], &["--dry-run"]].concat())
        .refused(5, "model_missing");
    assert_eq!(vectors(&home, "hash-384"), EVENTS as u64);
}

#[test]
fn a_migration_says_how_far_it_is_without_a_terminal() {
    let home = filled();
    let ran = home.run(&["migrate-embeddings", "--force"]);
    assert!(ran.err.contains("of 300 journal positions read"), "{ran:?}");
    let said = ran.ok();
    let end = "read: 300 journal positions with hash-384; 300 vectors; 300 old vectors let go";
    assert!(said.starts_with(end), "{said}");
}

//! Another model, none, or one whose files are not there: recall goes on by words.

use std::fs;

use serde_json::json;

use super::{NEAR, QUESTION, read, stats, vectors};
use crate::support::{HASHED, Home, Random, Server, texts};

pub const OFF: &str = "[embeddings]\nmodel = \"off\"\n";
pub const WORD: &str = "disestablishmentarians";

/// Settings for a model in a directory of its own, which is empty.
pub fn minilm(home: &Home) -> String {
    let dir = home.path().join("models");
    format!("[embeddings]\nmodel = \"all-minilm-l6-v2\"\nmodels_dir = {dir:?}\n")
}

/// Recall finds words and nothing else, and says that no model was asked.
fn assert_by_words(server: &Server) {
    let mut client = server.owner();
    assert_eq!(client.ask(WORD), [NEAR]);
    assert_eq!(client.ask(QUESTION), Vec::<String>::new());
    let answer = client.recall(&json!({ "query": WORD, "explain": true }));
    assert!(answer["question"].get("model").is_none(), "{answer}");
    assert_eq!(answer["memories"][0]["provenance"], json!(["fts"]));
    super::assert_shares(&answer);
    let old = client.recall(&json!({ "query": WORD, "ranking": "memoryoss" }));
    assert_eq!(texts(&old), [NEAR]);
    assert!(!server.errors().contains("panicked"));
}

#[test]
fn switched_off_recall_goes_by_words_and_vectors_stay() {
    let home = Home::with_settings(HASHED);
    let server = Server::start(&home);
    server.owner().remember(NEAR);
    read(&home);
    server.stop();
    home.set(OFF);
    let server = Server::start(&home);
    assert_by_words(&server);
    let off = stats(&home);
    assert_eq!((&off["state"], &off["behind"]), (&json!("off"), &json!(0)));
    assert_eq!(off["models"][0]["vectors"], 1, "{off}");
    assert!(home.run(&["status"]).ok().contains("meaning   off"));
    server.owner().remember("Counterrevolution began.");
    server.stop();
    home.set(HASHED);
    let server = Server::start_with(&home, &["--metrics", "127.0.0.1:0"]);
    assert_eq!(server.owner().ask(QUESTION), [NEAR], "still there");
    read(&home);
    assert_eq!(vectors(&home, "hash-384"), 2);
    assert_eq!(
        server.metric("mneme_vectors_made_total"),
        1,
        "only the new one"
    );
    let new = server.owner().ask("counterrevolutionary");
    assert_eq!(new, ["Counterrevolution began."]);
}

#[test]
fn a_store_without_a_model_says_so_and_goes_by_words() {
    let home = Home::with_settings(OFF);
    let server = Server::start(&home);
    server.owner().remember(NEAR);
    assert_by_words(&server);
    assert_eq!(stats(&home)["models"], json!([]));
    let refused = home.run(&["migrate-embeddings", "--json"]);
    let fault = refused.refused(5, "model_missing").fault();
    assert!(
        fault["error"]
            .as_str()
            .unwrap()
            .contains("embeddings.model")
    );
}

#[test]
fn a_missing_model_is_told_once_and_recall_goes_by_words() {
    let home = Home::new();
    home.set(&minilm(&home));
    let server = Server::start(&home);
    assert_eq!(server.facts["status"], "ok");
    server.owner().remember(NEAR);
    for _ in 0..3 {
        assert_by_words(&server);
    }
    let missing = stats(&home);
    assert_eq!(
        (&missing["state"], &missing["behind"]),
        (&json!("missing"), &json!(1))
    );
    let why = missing["detail"].as_str().unwrap();
    assert!(
        why.contains("all-minilm-l6-v2") && why.contains("missing"),
        "{why}"
    );
    let shown = home.run(&["status"]).ok();
    assert!(shown.contains("mneme model fetch"), "{shown}");
    let errors = server.errors();
    assert_eq!(
        errors.matches("recall goes by words").count(),
        1,
        "{errors}"
    );
    assert_migrate_refused(&home);
    server.stop();
    assert_migrate_refused(&home);
}

fn assert_migrate_refused(home: &Home) {
    let refused = home.run_soon(&["migrate-embeddings", "--json"]);
    let fault = refused.refused(5, "model_missing").fault();
    assert_eq!(fault["code"], "model_missing");
    let hint = fault["hint"].as_str().unwrap();
    assert!(hint.contains("mneme model fetch"), "{fault}");
}

#[test]
fn a_migration_without_its_model_never_waits_for_ever() {
    let home = Home::new();
    home.set(&minilm(&home));
    let server = Server::start(&home);
    server.owner().remember(NEAR);
    for _ in 0..100 {
        assert_migrate_refused(&home);
    }
    server.assert_sound();
}

#[test]
fn a_damaged_model_is_told_once_and_recall_goes_by_words() {
    let home = Home::new();
    home.set(&minilm(&home));
    let dir = home.path().join("models").join("all-minilm-l6-v2");
    fs::create_dir_all(&dir).unwrap();
    let junk = Random::new().bytes(100_000);
    fs::write(dir.join("model.safetensors"), junk).unwrap();
    fs::write(dir.join("config.json"), "{}").unwrap();
    fs::write(dir.join("vocab.txt"), "[PAD]\n[UNK]\n[CLS]\n[SEP]\n").unwrap();
    let server = Server::start(&home);
    server.owner().remember(NEAR);
    for _ in 0..3 {
        assert_by_words(&server);
    }
    assert_eq!(stats(&home)["state"], "damaged");
    let errors = server.errors();
    assert_eq!(
        errors.matches("recall goes by words").count(),
        1,
        "{errors}"
    );
    assert!(
        errors.contains("WARN") || errors.contains("warn"),
        "{errors}"
    );
}

#[test]
fn a_flag_names_another_directory_of_models() {
    let home = Home::new();
    let listed = |args: &[&str]| home.json(&[args, &["model", "list", "--json"]].concat());
    let dir = |listed: serde_json::Value| listed[0]["dir"].as_str().unwrap().to_owned();
    let usual = home.path().join(".cache/mneme/models/all-minilm-l6-v2");
    assert_eq!(dir(listed(&[])), usual.to_str().unwrap());
    home.set(&minilm(&home));
    let set = home.path().join("models/all-minilm-l6-v2");
    assert_eq!(dir(listed(&[])), set.to_str().unwrap());
    assert_eq!(
        dir(listed(&["--models-dir", "/else"])),
        "/else/all-minilm-l6-v2"
    );
    let mut command = home.command(&["model", "list", "--json"]);
    command.env("MNEME_MODELS_DIR", "/other");
    let listed = crate::support::Ran::from(command.output().unwrap()).json();
    assert_eq!(dir(listed), "/other/all-minilm-l6-v2");
}

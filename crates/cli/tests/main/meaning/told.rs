//! What commands say beside their answers: how the model is, and what an answer lacks.

use std::fs;

use serde_json::json;

use super::NEAR;
use super::switching::{OFF, WORD, minilm};
use crate::support::{HASHED, Home, Server};

#[test]
fn doctor_has_a_line_for_the_model() {
    let home = Home::new();
    home.set(&minilm(&home));
    let missing = home.run(&["doctor"]).ok();
    assert!(
        missing.contains("[note] model: words only: all-minilm-l6-v2 is not here"),
        "{missing}"
    );
    assert!(missing.contains("[model_missing]"), "{missing}");
    assert!(missing.contains("`mneme model fetch`"), "{missing}");
    for (settings, line) in [
        (OFF, "[ok] model: off: recall goes by words"),
        (HASHED, "[ok] model: hash-384 is ready"),
    ] {
        home.set(settings);
        let said = home.run(&["doctor"]).ok();
        assert!(said.contains(line), "{said}");
    }
}

#[test]
fn recall_says_beside_the_answer_why_it_went_by_words() {
    let home = Home::new();
    home.set(&minilm(&home));
    home.run(&["remember", NEAR]).ok();
    let ran = home.run(&["recall", WORD]);
    let line = "the model all-minilm-l6-v2 is missing: recall went by words (mneme model fetch)\n";
    assert_eq!(ran.err, line);
    assert!(ran.ok().contains(NEAR));
    let why = home.json(&["recall", WORD, "--json"])["words_only"].take();
    assert_eq!(why["code"], "model_missing", "{why}");
    let dir = home.path().join("models").join("all-minilm-l6-v2");
    fs::create_dir_all(&dir).unwrap();
    fs::write(dir.join("model.safetensors"), "no weights").unwrap();
    let ran = home.run(&["recall", WORD]);
    assert!(ran.err.contains("is damaged"), "{ran:?}");
    assert!(ran.err.contains("mneme model fetch --force"), "{ran:?}");
    let server = Server::start(&home);
    let answer = server.owner().recall(&json!({ "query": WORD }));
    assert_eq!(answer["words_only"]["code"], "model_damaged", "{answer}");
    server.stop();
    for settings in [OFF, HASHED] {
        home.set(settings);
        assert_eq!(home.run(&["recall", WORD]).err, "", "{settings}");
        let answer = home.json(&["recall", WORD, "--json"]);
        assert!(answer.get("words_only").is_none(), "{answer}");
    }
}

#[test]
fn more_answers_than_come_at_once_are_not_promised() {
    let home = Home::with_settings(HASHED);
    let server = Server::start(&home);
    let texts = (0..150).map(|n| json!({ "content": format!("{WORD} number {n}") }));
    let batch = json!({ "memories": texts.collect::<Vec<_>>() });
    server.owner().post("/v1/store/batch", &batch);
    let ran = home.run(&["recall", WORD, "-n", "100000000"]);
    assert!(ran.err.contains("come at once"), "{ran:?}");
    let few = home.run(&["recall", WORD, "-n", "5"]);
    assert_eq!(few.err, "");
}

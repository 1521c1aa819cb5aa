//! `mneme model list`, and what status tells of the model.

use serde_json::{Value, json};

use super::{NEAR, read};
use crate::support::{HASHED, Home, Server};

const OFFERED: [(&str, u64); 4] = [
    ("all-minilm-l6-v2", 384),
    ("bge-small-en-v1.5", 384),
    ("bge-base-en-v1.5", 768),
    ("bge-large-en-v1.5", 1024),
];

fn listed(home: &Home, name: &str) -> Value {
    let mut all = home.json(&["model", "list", "--json"]);
    let mut models = all.as_array_mut().unwrap().iter_mut();
    models.find(|model| model["name"] == name).unwrap().take()
}

#[test]
fn the_models_there_are_can_be_listed() {
    let home = Home::new();
    let all = home.json(&["model", "list", "--json"]);
    assert_eq!(all.as_array().unwrap().len(), OFFERED.len() + 1);
    for (name, dimension) in OFFERED {
        let model = listed(&home, name);
        assert_eq!(
            (&model["dimension"], &model["present"]),
            (&json!(dimension), &json!(false))
        );
        assert_eq!(
            model["configured"],
            name == "all-minilm-l6-v2",
            "the default"
        );
        assert_eq!(model["tests_only"], false);
        assert!(model["dir"].as_str().unwrap().ends_with(name), "{model}");
    }
    let hashed = listed(&home, "hash-384");
    assert_eq!(
        (&hashed["present"], &hashed["tests_only"]),
        (&json!(true), &json!(true))
    );
    let shown = home.run(&["model", "list"]).ok();
    assert!(
        shown.contains("mneme model fetch all-minilm-l6-v2"),
        "{shown}"
    );
    assert!(!home.data().exists(), "listing makes no store");
}

#[test]
fn g_064_each_of_four_models_can_be_chosen_and_status_shows_which() {
    for (name, dimension) in OFFERED {
        let home = Home::with_settings(&format!("[embeddings]\nmodel = \"{name}\"\n"));
        let chosen = listed(&home, name);
        assert_eq!(
            (&chosen["configured"], &chosen["dimension"]),
            (&json!(true), &json!(dimension))
        );
        home.run(&["remember", NEAR]).ok();
        let status = super::stats(&home);
        assert_eq!(status["state"], "missing", "no weights are here");
        assert!(
            status["detail"].as_str().unwrap().contains(name),
            "{status}"
        );
        assert!(home.run(&["status"]).ok().contains(name));
    }
}

#[test]
fn a_model_is_chosen_in_any_case_and_with_its_publisher() {
    for name in ["Hash-384", "HASH-384"] {
        let home = Home::with_settings(&format!("[embeddings]\nmodel = \"{name}\"\n"));
        assert_eq!(listed(&home, "hash-384")["configured"], true);
    }
    let full = "[embeddings]\nmodel = \"sentence-transformers/all-MiniLM-L6-v2\"\n";
    let home = Home::with_settings(full);
    assert_eq!(listed(&home, "all-minilm-l6-v2")["configured"], true);
}

#[test]
fn status_tells_how_far_the_model_has_read() {
    let home = Home::with_settings(HASHED);
    home.run(&["remember", NEAR]).ok();
    let server = Server::start(&home);
    server.owner().remember("Something else.");
    read(&home);
    let shown = home.run(&["status"]).ok();
    let line = shown.lines().find(|line| line.starts_with("meaning"));
    let line = line.unwrap_or_else(|| panic!("{shown}"));
    assert!(
        line.contains("hash-384") && line.contains("2 vectors"),
        "{line}"
    );
    assert!(!line.contains("still to read"), "{line}");
}

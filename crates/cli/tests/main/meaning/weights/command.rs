//! One command after the other, no server.

use serde_json::json;

use super::{ASKED, MEANT, MINILM, home};
use crate::meaning::vectors;
use crate::support::{Home, texts};

#[test]
fn what_one_command_remembers_the_next_recalls_in_other_words() {
    let home = home();
    home.run(&["remember", "The cat sleeps on the sofa."]).ok();
    home.run(&["remember", MEANT]).ok();
    let answer = home.json(&["recall", ASKED, "--explain", "--json"]);
    assert_eq!(texts(&answer)[0], MEANT, "{answer}");
    let ways = answer["memories"][0]["provenance"].as_array().unwrap();
    assert!(ways.contains(&json!("vector")), "{answer}");
    assert_eq!(answer["question"]["model"], MINILM);
    assert_eq!(vectors(&home, MINILM), 2, "and they are kept");
    let shown = home.run(&["recall", ASKED, "--explain"]).ok();
    assert!(
        shown.contains("by words and meaning (all-minilm-l6-v2)"),
        "{shown}"
    );
}

#[test]
fn a_flag_is_enough_to_find_the_weights() {
    let home = Home::new();
    let models = super::models();
    let models = ["--models-dir", models.to_str().unwrap()];
    home.run(&[&models[..], &["remember", MEANT]].concat()).ok();
    let recall = [&models[..], &["recall", ASKED, "--json"]].concat();
    assert_eq!(texts(&home.json(&recall)), [MEANT]);
}

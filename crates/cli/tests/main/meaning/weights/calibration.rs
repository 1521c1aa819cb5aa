//! A score is the probability it says it is: held against the LoCoMo development
//! conversations, whose questions say which turns are evidence. They are not ours to copy: they
//! are looked for in `$MNEME_TEST_LOCOMO`, then beside the project.

use std::io::Write;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::settings;
use crate::support::Home;

/// A range with fewer answers tells nothing.
const ENOUGH: u64 = 90;
/// Mean distance over all answers.
const ERROR: f64 = 0.02;

fn conversations() -> Option<PathBuf> {
    let given = std::env::var_os("MNEME_TEST_LOCOMO").map(PathBuf::from);
    let beside =
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/locomo-dev.json");
    let path = given.unwrap_or_else(beside);
    path.exists().then_some(path)
}

/// Past the capture of the test harness, which shows nothing of a test that passes.
#[allow(
    clippy::explicit_write,
    reason = "eprintln is what the harness captures"
)]
fn skipped(test: &str) {
    let why = "no LoCoMo development set; name one in MNEME_TEST_LOCOMO";
    writeln!(std::io::stderr(), "SKIPPED {test}: {why}").unwrap();
}

/// What `bench locomo` says of the scores of `mneme`.
fn calibration(home: &Home, data: &Path) -> Value {
    let data = data.to_str().unwrap();
    let ranking = ["--ranking", "mneme", "--layout", "each"];
    let args = [&["bench", "locomo", "--data", data, "--json"], &ranking[..]].concat();
    home.run(&args).json()["layouts"][0]["arms"][0]["calibration"].clone()
}

/// `farthest`: how far a range of scores may lie from what was seen in it.
fn assert_calibrated(calibration: &Value, farthest: f64) {
    assert!(
        calibration["error"].as_f64().unwrap() < ERROR,
        "{calibration}"
    );
    let ranges = calibration["ranges"].as_array().unwrap();
    let enough = |range: &&Value| range["answers"].as_u64().unwrap() >= ENOUGH;
    let telling: Vec<&Value> = ranges.iter().filter(enough).collect();
    assert!(telling.len() >= 6, "{calibration}");
    for range in telling {
        let apart = range["told"].as_f64().unwrap() - range["seen"].as_f64().unwrap();
        assert!(apart.abs() < farthest, "{range}");
    }
}

#[test]
fn scores_are_probabilities_with_a_model() {
    let Some(data) = conversations() else {
        return skipped("scores_are_probabilities_with_a_model");
    };
    assert_calibrated(&calibration(&Home::with_settings(&settings()), &data), 0.12);
}

#[test]
fn scores_are_probabilities_by_words_alone() {
    let Some(data) = conversations() else {
        return skipped("scores_are_probabilities_by_words_alone");
    };
    let words = Home::with_settings("[embeddings]\nmodel = \"off\"\n");
    // What words alone call an even chance comes true once in three times.
    assert_calibrated(&calibration(&words, &data), 0.2);
}

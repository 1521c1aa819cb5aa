//! Files and choices that are no good.

use serde_json::json;

use super::{run, sample, two_conversations, write};
use crate::support::Home;

#[test]
fn a_file_that_is_no_locomo_is_refused_and_says_why() {
    let home = Home::new();
    let refused = |data: &str, why: &str| {
        let ran = run(&home, &["bench", "locomo", "--data", data]).refused(2, "[bad_file]");
        assert!(
            ran.err.contains(why) && ran.err.contains("sample_id"),
            "{ran:?}"
        );
    };
    refused("nowhere.json", "nowhere.json cannot be read");
    refused(&write(&home, "[{ \"cut"), "is not JSON");
    refused(&write(&home, "{}"), "is not shaped like LoCoMo");
    refused(&write(&home, "[]"), "has no conversation");
    let mut timeless = sample("talk-1", "goat");
    timeless["conversation"]["session_2_date_time"] = json!("later");
    let timeless = json!([timeless]).to_string();
    refused(
        &write(&home, &timeless),
        "conversation talk-1: session_2 has no time",
    );
    let ran = run(
        &home,
        &["bench", "locomo", "--data", "nowhere.json", "--json"],
    );
    assert_eq!(ran.refused(2, "bad_file").fault()["code"], "bad_file");
}

#[test]
fn what_cannot_be_chosen_or_written_is_refused() {
    let home = Home::new();
    let data = two_conversations(&home);
    let with = |args: &[&str]| {
        run(
            &home,
            &[&["bench", "locomo", "--data", &data], args].concat(),
        )
    };
    with(&["--ranking", "best"]).refused(2, "mneme, memoryoss, words or vectors");
    with(&["--layout", "heap"]).refused(2, "each, pooled, both");
    with(&["--ranking", "mneme", "--layout", "each", "--report", &data]).refused(2, "[bad_file]");
    with(&["--features", "no/such/folder"]).refused(2, "[bad_file]");
}

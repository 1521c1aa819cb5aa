//! Recall by meaning: vectors made in the background, what they find, how it is ranked and
//! packed, and the models they come from.
//!
//! Most of it is shown with `hash-384`, which needs no weights: texts are near that are spelt
//! alike. What takes real weights is in `weights`.

mod anew;
mod background;
mod bad_input;
mod brought;
mod fetch;
mod filters;
mod found;
mod kill;
mod memoryoss;
mod migrate;
mod models;
mod odd;
mod packing;
mod pip;
mod ranking;
mod size;
mod switching;
mod time;
mod told;
pub mod weights;

use serde_json::Value;

use crate::support::{Client, Home, eventually, hashed, hashed_segmented};

/// A question, and a text that shares no word with it but is near enough for `hash-384`.
const QUESTION: &str = "antidisestablishmentarianism";
const NEAR: &str = "Disestablishmentarians met.";

/// What `mneme status` knows of vectors.
fn stats(home: &Home) -> Value {
    home.json(&["status", "--json"])["vectors"].take()
}

/// How many vectors of a model are in the store.
fn vectors(home: &Home, model: &str) -> u64 {
    let stats = stats(home);
    let mut models = stats["models"].as_array().unwrap().iter();
    let known = models.find(|known| known["name"] == model);
    known.map_or(0, |known| known["vectors"].as_u64().unwrap())
}

/// Waits until the model has read, in the background, everything that is in the journal now.
pub fn read(home: &Home) {
    // Head and backlog are not of the same moment: the backlog may be that of a later one.
    let through = |status: &Value| {
        let head = status["head"].as_u64().unwrap();
        (
            head,
            head.saturating_sub(status["vectors"]["behind"].as_u64().unwrap()),
        )
    };
    let (wanted, _) = through(&home.json(&["status", "--json"]));
    eventually("the model to read everything", || {
        (through(&home.json(&["status", "--json"])).1 >= wanted).then_some(())
    });
    // What status calls read is on disk; this waits until it is searched too.
    home.run_soon(&["migrate-embeddings"]).ok();
}

/// Fills a namespace and asks when everything has been read: where documents are in memory,
/// and where they are in segments.
fn everywhere<T>(name: &str, fill: impl Fn(&mut Client) -> T, ask: impl Fn(&mut Client, &T)) {
    for server in [hashed(), hashed_segmented()] {
        let mut client = server.room(name);
        let filled = fill(&mut client);
        server.settled();
        read(server.home());
        ask(&mut client, &filled);
    }
}

/// The hits of an answer.
fn hits(recalled: &Value) -> &Vec<Value> {
    recalled["memories"].as_array().unwrap()
}

/// The shares of every hit add up to its score, and scores are probabilities.
fn assert_shares(recalled: &Value) {
    for hit in hits(recalled) {
        let score = hit["score"].as_f64().unwrap();
        assert!((0.0..=1.0).contains(&score), "{hit}");
        let features = hit["why"]["features"].as_array().unwrap();
        let sum: f64 = features.iter().map(|f| f["share"].as_f64().unwrap()).sum();
        // Printed numbers have six digits.
        assert!((sum - score).abs() < 1e-5, "{sum} is not {score}: {hit}");
    }
}

//! Looking for the words, everywhere.

use std::path::PathBuf;

use serde_json::{Value, json};

use super::told::Told;
use super::{answered, everything};
use crate::support::{Client, Home, eventually, having, having_bytes};

/// No plain word, and not even the sealed bytes that once held one.
pub fn assert_nowhere_on_disk(home: &Home, told: &Told) {
    for word in everything() {
        assert_eq!(having(home.path(), word), Vec::<PathBuf>::new(), "{word}");
    }
    // The log is emptied last.
    eventually("the sealed bytes to go", || {
        sealed_on_disk(home, told).is_empty().then_some(())
    });
}

/// The files that have the sealed bytes of one of the records, for each that has any.
pub fn sealed_on_disk(home: &Home, told: &Told) -> Vec<Vec<PathBuf>> {
    let files = told
        .sealed
        .iter()
        .map(|sealed| having_bytes(&home.data(), sealed));
    files.filter(|files| !files.is_empty()).collect()
}

/// However it is asked.
pub fn assert_unanswered(client: &mut Client, told: &Told) {
    for question in questions(told) {
        let said = answered(&client.recall(&question));
        for word in everything() {
            assert!(!said.contains(word), "{word} answers {question}: {said}");
        }
    }
    for list in [
        "/v1/memories",
        "/v1/events?limit=999",
        "/v1/export?events=true",
    ] {
        let said = client.get(list).text.to_lowercase();
        for word in everything() {
            assert!(!said.contains(word), "{word} in {list}");
        }
    }
    for id in &told.all {
        client
            .get(&format!("/v1/inspect/{id}"))
            .refused(404, "no_such_memory");
    }
}

fn questions(told: &Told) -> Vec<Value> {
    let paraphrases = [
        "where is it hidden?",
        "how is the safe opened?",
        "what must not be mentioned to guests?",
        "tagged note",
        "what does the old letter name?",
        "lantern umbrella bicycle",
    ];
    let mut all = Vec::new();
    for query in everything().into_iter().chain(paraphrases) {
        all.extend([
            json!({ "query": query, "limit": 100, "explain": true }),
            json!({ "query": query, "limit": 100, "as_of": told.then }),
            json!({ "query": query, "limit": 10, "budget": 4_000 }),
            json!({ "query": query, "limit": 100, "ranking": "memoryoss" }),
        ]);
    }
    all
}

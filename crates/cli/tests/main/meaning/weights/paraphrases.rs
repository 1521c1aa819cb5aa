//! Ten questions in other words, among two hundred memories about much the same things.

use serde_json::{Value, json};

use super::distractors::distractors;
use super::{ASKED, MEANT, home};
use crate::meaning::{assert_shares, hits, read};
use crate::support::{Client, Home, Server, texts};

const PAIRS: [(&str, &str); 10] = [
    (ASKED, MEANT),
    (
        "what is the dog called?",
        "Our puppy answers to the name Biscuit.",
    ),
    (
        "which drinks can't she have?",
        "Marta is allergic to cow's milk, so no lattes for her.",
    ),
    (
        "how do I get into the building at night?",
        "After eight in the evening the front door opens with the code on the back of your badge.",
    ),
    (
        "why was the website down?",
        "The outage happened because a certificate had expired.",
    ),
    (
        "what is his profession?",
        "Tomás earns his living as a carpenter.",
    ),
    (
        "when can I reach the doctor?",
        "Dr. Hale takes phone calls between nine and eleven in the morning.",
    ),
    (
        "how did they travel to the seaside?",
        "The family took a train to the coast last August.",
    ),
    (
        "is there a cheaper subscription for students?",
        "Anyone enrolled at a university pays half price for the plan.",
    ),
    (
        "where are the backups stored?",
        "Every night a copy of the database is uploaded to a bucket in Frankfurt.",
    ),
];

fn filled(home: &Home) -> Server {
    let server = Server::start(home);
    let pairs = PAIRS.iter().map(|(_, text)| (*text).to_owned());
    let all = distractors().into_iter().chain(pairs);
    let memories: Vec<Value> = all.map(|text| json!({ "content": text })).collect();
    assert_eq!(memories.len(), 210);
    let batch = json!({ "memories": memories });
    server.owner().post("/v1/store/batch", &batch).ok();
    read(home);
    server
}

/// The place of the right answer among the first, if it is there.
fn place(client: &mut Client, asked: &str, meant: &str) -> Option<usize> {
    let answer = client.recall(&json!({ "query": asked, "explain": true }));
    assert_shares(&answer);
    texts(&answer).iter().position(|text| text == meant)
}

#[test]
fn paraphrases_are_among_the_first_three() {
    let home = home();
    let server = filled(&home);
    let mut client = server.owner();
    let places = PAIRS.map(|(asked, meant)| (place(&mut client, asked, meant), asked));
    let found = places
        .iter()
        .filter(|(place, _)| place.is_some_and(|n| n < 3));
    assert!(found.count() >= 9, "{places:?}");
    server.assert_sound();
}

#[test]
fn the_other_ranking_finds_paraphrases_too() {
    let home = home();
    let server = filled(&home);
    let mut client = server.owner();
    let found = PAIRS.iter().filter(|(asked, meant)| {
        let question = json!({ "query": asked, "ranking": "memoryoss", "limit": 5 });
        texts(&client.recall(&question))
            .iter()
            .any(|text| text == meant)
    });
    let found = found.count();
    assert!(found >= 7, "{found} of 10");
}

#[test]
fn a_paraphrase_without_a_shared_word_is_found_by_meaning_alone() {
    let home = home();
    let server = Server::start(&home);
    let mut client = server.owner();
    client.remember("The cat sleeps on the sofa.");
    client.remember("Quarterly revenue rose by four percent.");
    read(&home);
    let answer = client.recall(&json!({ "query": "kitten napping on a couch", "explain": true }));
    assert_eq!(texts(&answer)[0], "The cat sleeps on the sofa.");
    assert_eq!(hits(&answer)[0]["provenance"], json!(["vector"]));
    assert_eq!(answer["question"]["model"], super::MINILM);
    assert_eq!(texts(&answer).len(), 1, "what is far stays away: {answer}");
}

#[test]
fn both_precisions_find_the_same() {
    for precision in ["int8", "f32"] {
        let home = Home::with_settings(&format!(
            "{}precision = \"{precision}\"\n",
            super::settings()
        ));
        home.run(&["remember", MEANT]).ok();
        home.run(&["remember", "The cat sleeps on the sofa."]).ok();
        let found = texts(&home.json(&["recall", ASKED, "--json"]));
        assert_eq!(
            found.first().map(String::as_str),
            Some(MEANT),
            "{precision}"
        );
    }
}

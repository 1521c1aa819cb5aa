//! What only its meaning finds.

use serde_json::{Value, json};

use super::{NEAR, QUESTION, everywhere, hits};
use crate::support::{Client, chatter, eventually, hashed, texts};

fn fill(client: &mut Client) -> String {
    let noise: Vec<Value> = (0..30)
        .map(|n| json!({ "session": "noise", "text": chatter(n) }))
        .collect();
    client.ingest(&json!(noise));
    client.remember(NEAR)
}

#[test]
fn a_text_without_a_word_of_the_question_is_found_by_meaning() {
    everywhere("found-near", fill, |client, id| {
        let answer = client.recall(&json!({ "query": QUESTION, "explain": true }));
        assert_eq!(texts(&answer), [NEAR]);
        let hit = &hits(&answer)[0];
        assert_eq!(hit["memory"]["id"], id.as_str());
        assert_eq!(hit["provenance"], json!(["vector"]));
        assert_eq!(hit["why"]["matched"], json!([]));
        assert_eq!(answer["question"]["model"], "hash-384");
        super::assert_shares(&answer);
    });
}

#[test]
fn words_and_meaning_together_are_told_as_both() {
    everywhere("found-both", fill, |client, _| {
        let answer = client.recall(&json!({ "query": "disestablishmentarians met" }));
        assert_eq!(hits(&answer)[0]["provenance"], json!(["vector", "fts"]));
        let answer = client.recall(
            &json!({ "query": "Which ancient astronomers calibrated harbour instruments throughout medieval Byzantium?" }),
        );
        let lone: Vec<&Value> = hits(&answer)
            .iter()
            .filter(|hit| hit["provenance"] == json!(["fts"]))
            .collect();
        assert!(
            !lone.is_empty(),
            "found by a word, far in meaning: {answer}"
        );
    });
}

#[test]
fn what_is_far_in_meaning_and_shares_no_word_is_not_found() {
    everywhere("found-far", fill, |client, _| {
        for query in ["submarine", "quarterly revenue", "zzzz"] {
            assert_eq!(client.ask(query), Vec::<String>::new(), "{query}");
        }
    });
}

/// When something was recorded, the clock having moved on since.
fn then(client: &mut Client, id: &str) -> String {
    let then = client.inspect(id)["updated_at"]
        .as_str()
        .unwrap()
        .to_owned();
    eventually("the clock to move on", || {
        let probe = client.remember(&crate::support::unique("Tick "));
        let now = client.inspect(&probe)["created_at"].clone();
        (now.as_str() > Some(then.as_str())).then_some(())
    });
    then
}

#[test]
fn as_of_holds_for_what_meaning_finds() {
    let fill = |client: &mut Client| {
        let early = client.remember("Nothing yet.");
        let early = then(client, &early);
        let id = client.remember(NEAR);
        (early, then(client, &id))
    };
    everywhere("found-as-of", fill, |client, (early, late)| {
        let mut asked =
            |as_of: &str| texts(&client.recall(&json!({ "query": QUESTION, "as_of": as_of })));
        assert_eq!(asked(early), Vec::<String>::new(), "not written yet");
        assert_eq!(asked(late), [NEAR]);
        assert_eq!(asked("2099-01-01"), [NEAR]);
    });
}

#[test]
fn what_an_update_replaced_is_not_found_by_its_old_meaning() {
    let fill = |client: &mut Client| {
        let id = client.remember(NEAR);
        let before = then(client, &id);
        client.update(&id, "Counterrevolution began.");
        before
    };
    everywhere("found-updated", fill, |client, before| {
        let new = "Counterrevolution began.";
        assert_eq!(client.ask(QUESTION), Vec::<String>::new());
        assert_eq!(client.ask("counterrevolutionary"), [new]);
        let mut asked =
            |query: &str| texts(&client.recall(&json!({ "query": query, "as_of": before })));
        assert_eq!(asked(QUESTION), [NEAR], "what was believed then");
        assert_eq!(asked("counterrevolutionary"), Vec::<String>::new());
    });
}

#[test]
fn an_update_before_its_vector_is_made_leaves_only_the_new_meaning() {
    let mut client = hashed().room("found-hasty");
    let id = client.remember(NEAR);
    for n in 0..20 {
        client.update(&id, &format!("Disestablishmentarians {n}."));
    }
    client.update(&id, "Counterrevolution began.");
    super::read(hashed().home());
    assert_eq!(client.ask(QUESTION), Vec::<String>::new());
    assert_eq!(
        client.ask("counterrevolutionary"),
        ["Counterrevolution began."]
    );
}

/// Not a moment later: whoever says so waits for the model.
#[test]
fn what_was_just_written_is_found_by_meaning_where_somebody_insists() {
    for n in 0..3 {
        let mut client = hashed().room(&format!("found-at-once-{n}"));
        fill(&mut client);
        let answer = client.recall(&json!({ "query": QUESTION, "consistency": "strong" }));
        assert_eq!(texts(&answer), [NEAR]);
    }
}

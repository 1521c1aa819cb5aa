//! The ranking `mneme`: who said it, whether it asks, what is newest, what was said before.

use serde_json::{Value, json};

use super::{assert_shares, everywhere, hits};
use crate::support::{Client, ids, texts};

/// Events in talks of their own, so that none stands beside another.
fn apart(client: &mut Client, events: &[Value]) {
    let alone = |(n, event): (usize, &Value)| {
        let mut event = event.clone();
        event["session"] = json!(format!("talk-{n}"));
        event
    };
    let events: Vec<Value> = events.iter().enumerate().map(alone).collect();
    client.ingest(&json!(events));
}

fn explained(client: &mut Client, query: &str) -> Value {
    let answer = client.recall(&json!({ "query": query, "explain": true }));
    assert_shares(&answer);
    answer
}

#[test]
fn a_speaker_named_in_the_question_wins() {
    let fill = |client: &mut Client| {
        apart(
            client,
            &[
                json!({ "id": "bela", "speaker": "Bela", "text": "The harbour was closed all summer." }),
                json!({ "id": "ann", "speaker": "Ann Ortiz", "text": "The harbour was closed in the summer." }),
            ],
        );
    };
    everywhere("rank-speaker", fill, |client, ()| {
        let ann = explained(client, "What did Ann say about the harbour?");
        assert_eq!(ids(&ann), ["ann", "bela"]);
        assert_eq!(ann["question"]["people"], json!(["Ann Ortiz"]));
        let bela = explained(client, "Bela's words about the harbour");
        assert_eq!(ids(&bela), ["bela", "ann"]);
        let nobody = explained(client, "Who spoke about the harbour?");
        assert_eq!(nobody["question"]["people"], json!([]));
        let named = |hit: &Value| hit["why"].to_string().contains("speaker");
        assert!(!hits(&nobody).iter().any(named), "{nobody}");
    });
}

#[test]
fn a_speaker_is_named_in_any_case_and_only_by_whole_words() {
    let fill = |client: &mut Client| {
        apart(
            client,
            &[
                json!({ "speaker": "Ann", "text": "I sold the bicycle." }),
                json!({ "speaker": "Zoë", "text": "I sold the violin." }),
            ],
        );
    };
    everywhere("rank-names", fill, |client, ()| {
        let mut people = |query: &str| explained(client, query)["question"]["people"].clone();
        assert_eq!(people("what did ANN sell?"), json!(["Ann"]));
        assert_eq!(people("what did zoë sell?"), json!(["Zoë"]));
        assert_eq!(people("the annual sale of Annabel"), json!([]));
        assert_eq!(people("Ann and Zoë sold what?"), json!(["Ann", "Zoë"]));
    });
}

#[test]
fn a_question_turn_ranks_below_the_statement() {
    let fill = |client: &mut Client| {
        apart(
            client,
            &[
                json!({ "id": "asks", "text": "Is there a night ferry to the island in winter?" }),
                json!({ "id": "says", "text": "There is a night ferry to the island in winter." }),
            ],
        );
    };
    everywhere("rank-asks", fill, |client, ()| {
        let answer = explained(client, "the night ferry to the island");
        assert_eq!(ids(&answer), ["says", "asks"]);
    });
}

#[test]
fn the_latest_of_two_equals_is_preferred_when_asked_for() {
    let fill = |client: &mut Client| {
        apart(
            client,
            &[
                json!({ "id": "old", "text": "The release is called Raven.", "occurred_at": "2025-01-10" }),
                json!({ "id": "new", "text": "The release is called Heron.", "occurred_at": "2025-05-10" }),
            ],
        );
    };
    everywhere("rank-newest", fill, |client, ()| {
        let mut asked = |query: &str| {
            let question = json!({ "query": query, "now": "2025-05-12", "explain": true });
            let answer = client.recall(&question);
            assert_shares(&answer);
            (ids(&answer), answer["question"]["newest"] == true)
        };
        let both = |a: &str, b: &str| vec![a.to_owned(), b.to_owned()];
        for query in [
            "what is the latest release?",
            "current release",
            "the release right now",
        ] {
            assert_eq!(asked(query), (both("new", "old"), true), "{query}");
        }
        assert_eq!(
            asked("what is the release called?"),
            (both("old", "new"), false)
        );
    });
}

#[test]
fn what_was_said_already_makes_room_for_something_else() {
    let same = "The spare key of the boathouse hangs behind the red door.";
    let other = "A spare key of the boathouse lies under the third flower pot.";
    let fill = |client: &mut Client| {
        let said = |text: &str| json!({ "text": text });
        apart(client, &[said(same), said(same), said(same), said(other)]);
    };
    everywhere("rank-double", fill, |client, ()| {
        let answer = explained(client, "where is the spare key of the boathouse?");
        assert_eq!(texts(&answer), [same, other, same, same]);
    });
}

#[test]
fn scores_fall_and_shares_add_up_for_any_question() {
    let fill = |client: &mut Client| {
        client.ingest(&crate::support::ScriptedEvents::new("r").events(0, 150));
    };
    everywhere("rank-scores", fill, |client, ()| {
        for query in [
            "What did Ann paint near the museum last month?",
            "latest umbrella of Bela or Chidi?",
            "number 42",
            "violin ticket map recipe lantern kite",
            "ticketing",
            "Ann",
        ] {
            let answer = client.recall(&json!({ "query": query, "explain": true, "limit": 60 }));
            assert!(!hits(&answer).is_empty(), "{query}");
            assert_shares(&answer);
            let scores: Vec<f64> = hits(&answer)
                .iter()
                .map(|h| h["score"].as_f64().unwrap())
                .collect();
            assert!(
                scores.windows(2).all(|pair| pair[0] >= pair[1]),
                "{query} {scores:?}"
            );
        }
    });
}

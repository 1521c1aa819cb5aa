//! Versions of a memory that stands in a talk: only the one believed is ever shown.

use serde_json::json;

use super::everywhere;
use crate::support::{Client, eventually};

/// A memory in a talk, corrected later: gives when the old words were still believed.
fn corrected(client: &mut Client) -> String {
    client.ingest(&json!([{ "session": "plan", "text": "We meet at the fountain." }]));
    let id = client.store(&json!({ "content": "The code word is heliotrope.", "session": "plan" }));
    client.ingest(&json!([{ "id": "boat", "session": "plan", "text": "Then we take the boat." }]));
    let then = client.inspect("boat")["created_at"]
        .as_str()
        .unwrap()
        .to_owned();
    eventually("the clock to move on", || {
        let now = client
            .patch("/v1/update", &json!({ "id": id, "tags": ["x"] }))
            .ok();
        (now["updated_at"].as_str() > Some(then.as_str())).then_some(())
    });
    client.update(&id, "The code word is marigold.");
    client.ingest(&json!([{ "session": "plan", "text": "Afterwards the boat sinks." }]));
    then
}

#[test]
fn words_that_were_updated_away_do_not_return_as_context() {
    everywhere("pack-retired", corrected, |client, _| {
        for query in ["fountain boat", "what is the code word?"] {
            let answer = client.recall(&json!({ "query": query, "limit": 2, "budget": 2_000 }));
            let text = answer["context"]["text"].as_str().unwrap();
            assert!(!text.contains("heliotrope"), "{query}: {text}");
        }
    });
}

#[test]
fn what_came_later_is_no_context_of_then() {
    everywhere("pack-then", corrected, |client, then| {
        let question = json!({ "query": "boat", "limit": 3, "budget": 2_000, "as_of": then });
        let answer = client.recall(&question);
        let text = answer["context"]["text"].as_str().unwrap();
        assert!(text.contains("Then we take the boat."), "{text}");
        assert!(text.contains("heliotrope"), "believed then: {text}");
        assert!(!text.contains("marigold"), "not yet believed: {text}");
        assert!(!text.contains("sinks"), "not yet said: {text}");
    });
}

#[test]
fn versions_of_a_memory_do_not_crowd_out_what_stood_around_it() {
    let fill = |client: &mut Client| {
        // Times of their own: within one millisecond the order is that of arrival, and a new
        // version arrives last.
        let at = |minute: u8| format!("2025-01-01T08:0{minute}:00Z");
        client.ingest(&json!([{ "session": "talk", "text": "First we met the ferryman.", "occurred_at": at(1) }]));
        let memory =
            json!({ "content": "The fare is one coin.", "session": "talk", "occurred_at": at(2) });
        let id = client.store(&memory);
        client.ingest(&json!([{ "session": "talk", "text": "Finally we saw the lighthouse.", "occurred_at": at(3) }]));
        for coins in 2..9 {
            client.update(&id, &format!("The fare is {coins} coins."));
        }
    };
    everywhere("versions-crowd", fill, |client, ()| {
        let question = json!({ "query": "lighthouse", "limit": 1, "budget": 2_000 });
        let answer = client.recall(&question);
        let lines = answer["context"]["text"].as_str().unwrap();
        let said: Vec<&str> = lines.lines().collect();
        assert_eq!(said.len(), 3, "{lines}");
        for (line, words) in said.iter().zip(["ferryman", "8 coins", "lighthouse"]) {
            assert!(line.contains(words), "{words} in {lines}");
        }
    });
}

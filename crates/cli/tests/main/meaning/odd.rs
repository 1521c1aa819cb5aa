//! Odd questions and odd texts, with a model that reads them.

use serde_json::{Value, json};

use super::{NEAR, assert_shares, read};
use crate::bad_input::questions::{questions, texts};
use crate::support::{Client, Server, chatter, hashed, hashed_segmented};

fn fill(client: &mut Client) {
    let events: Vec<Value> = (0..40)
        .map(|n| json!({ "session": "s", "speaker": "Ann", "text": chatter(n) }))
        .collect();
    client.ingest(&json!(events));
    client.remember("日本語 and 42 and 👋 and naïve café.");
    client.remember(NEAR);
}

fn check_answers(server: &Server, client: &mut Client) {
    for question in questions() {
        for ranking in ["mneme", "memoryoss"] {
            let asked = json!({
                "query": question, "ranking": ranking, "limit": 5, "budget": 300, "explain": true,
            });
            let reply = client.post("/v1/recall", &asked);
            let shown: String = question.chars().take(30).collect();
            assert_eq!(reply.status, 200, "{shown}: {}", reply.text);
            assert_shares(&reply.body);
            let tokens = reply.body["context"]["tokens"].as_u64().unwrap();
            assert!(tokens <= 300, "{shown}: {tokens}");
        }
    }
    server.assert_sound();
}

#[test]
fn odd_questions_are_answered_with_a_model_too() {
    for server in [hashed(), hashed_segmented()] {
        let mut client = server.room("odd-near");
        fill(&mut client);
        server.settled();
        read(server.home());
        check_answers(server, &mut client);
    }
}

#[test]
fn an_empty_question_is_refused_with_a_model_too() {
    let mut client = hashed().room("empty-near");
    client.remember(NEAR);
    for query in ["", " ", "\n\t", "\u{3000}"] {
        let question = json!({ "query": query });
        client
            .post("/v1/recall", &question)
            .refused(400, "query_empty");
    }
}

#[test]
fn odd_texts_get_vectors_and_are_found() {
    let mut client = hashed().room("odd-texts");
    let odd = texts();
    let memories: Vec<Value> = odd.iter().map(|text| json!({ "content": text })).collect();
    client
        .post("/v1/store/batch", &json!({ "memories": memories }))
        .ok();
    read(hashed().home());
    for text in ["مرحبا", "日本語", "42", "NULL"] {
        assert_eq!(client.ask(text).first().map(String::as_str), Some(text));
    }
    assert!(
        client.ask("👋").contains(&"👋".to_owned()),
        "no word, but a meaning"
    );
    hashed().assert_sound();
}

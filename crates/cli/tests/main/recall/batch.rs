//! `POST /v1/recall/batch`.

use serde_json::json;

use super::{at_rest, everywhere};
use crate::support::{Client, ids, texts};

fn fill(client: &mut Client) -> Vec<String> {
    ["Otters hold hands.", "Badgers dig.", "Herons wait."]
        .map(|text| client.remember(text))
        .to_vec()
}

#[test]
fn g_087_recall_batch_answers_in_the_order_of_its_questions() {
    everywhere("g087", fill, |client, stored| {
        let order = [2, 0, 1, 1, 0];
        let words = ["otters", "badgers", "herons"];
        let queries: Vec<_> = order
            .iter()
            .map(|n| json!({ "query": words[*n] }))
            .collect();
        let answered = client
            .post("/v1/recall/batch", &json!({ "queries": queries }))
            .ok();
        let results = answered["results"].as_array().unwrap();
        assert_eq!(results.len(), order.len());
        for (result, n) in results.iter().zip(order) {
            assert_eq!(ids(result), [stored[n].as_str()]);
        }
    });
}

#[test]
fn each_question_of_a_batch_is_asked_as_if_alone() {
    at_rest("batch-alone", fill, |client, _| {
        let alone = json!({ "query": "otters badgers herons", "limit": 2, "explain": true });
        let other = json!({ "query": "nothing of the sort" });
        let queries = json!({ "queries": [alone, other] });
        let answered = client.post("/v1/recall/batch", &queries).ok();
        assert_eq!(answered["results"][0], client.recall(&alone));
        assert_eq!(texts(&answered["results"][1]), Vec::<String>::new());
    });
}

//! Questions that point at something: what is written comes before what is near.

use serde_json::json;

use super::{Oss, PLAIN, WRITER, usual};
use crate::support::Client;

const ENDPOINT: &str = "POST /proxy/anthropic/v1/messages is where Anthropic messages go.";
const TALK: &str = "Messages through the proxy: Anthropic handles them, says the proxy team.";
const QUESTION: &str = "which endpoint handles Anthropic messages through the proxy?";

fn filled(more: &str) -> (Oss, crate::support::Server, Client) {
    let oss = Oss::new(&usual(&format!("{PLAIN}{more}")));
    let server = oss.serve(&["serve"]);
    let mut writer = Client::new(server.http(), Some(WRITER));
    for text in [TALK, ENDPOINT, "The ferry is red."] {
        writer.remember(text);
    }
    (oss, server, writer)
}

#[test]
fn g_072_a_question_for_an_endpoint_finds_the_one_that_is_written_down_first() {
    let (_oss, _server, mut writer) = filled("");
    let told = writer
        .post("/v1/recall", &json!({ "query": QUESTION }))
        .ok();
    assert_eq!(told["memories"][0]["memory"]["content"], ENDPOINT, "{told}");
    let provenance = told["memories"][0]["provenance"].as_array().unwrap();
    for said in [
        "identifier_kind_match:endpoint",
        "identifier_focus_match:anthropic",
        "identifier_route:kind",
    ] {
        assert!(provenance.contains(&json!(said)), "{provenance:?}");
    }
    let named = json!({ "query": "what goes to /proxy/anthropic/v1/messages" });
    let told = writer.post("/v1/recall", &named).ok();
    let provenance = told["memories"][0]["provenance"].as_array().unwrap();
    let literal = json!("identifier_match:/proxy/anthropic/v1/messages");
    assert!(provenance.contains(&literal), "{provenance:?}");
}

#[test]
fn g_072_switched_off_the_words_alone_decide_and_the_explanation_says_so() {
    let (_oss, _server, mut writer) = filled("[proxy]\nidentifier_first_routing = false\n");
    let question = json!({ "query": QUESTION });
    let told = writer.post("/v1/admin/query-explain", &question).ok();
    let route = &told["identifier_route"];
    assert_eq!(route["enabled"], false, "{route}");
    assert_eq!(route["active"], false);
    assert_eq!(route["kinds"], json!(["endpoint"]));
    let first = &told["final_results"][0];
    assert_eq!(first["memory"]["content"], TALK, "{told}");
    let provenance = first["provenance"].to_string();
    assert!(!provenance.contains("identifier_"), "{provenance}");
}

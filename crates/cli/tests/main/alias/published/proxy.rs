//! Keys of the proxy, each beside what it says as published.

use std::net::TcpListener;

use mneme_peers::upstream::Fact;
use serde_json::{Value, json};

use super::{ADMIN, Oss, changed, client};
use crate::gateway::{FERRY, Form, QUESTION, Stage};
use crate::support::{Client, Provider, Reply, eventually};

const CLIENT: &str = "Bearer ek_of_a_client";
const STRANGER: &str = "Bearer sk-of-a-stranger";
const MAPPED: &str = "proxy_key = \"ek_of_a_client\"";
/// The same key with one of the provider behind it, without which it opens nothing.
const KEYED: &str = "proxy_key = \"ek_of_a_client\"\nupstream_key = \"sk-real\"";
const PUBLISHED_SCORE: &str = "min_recall_score = 0.40";
const SCORE: &str = "min_recall_score = 0.20";
const LEARNT: &str = "The shop-api service deploys from branch release-train in crates/deploy.";

/// The published settings with some lines otherwise, before a provider that is played, with a ferry
/// in the namespace of its key.
fn stage(changes: &[(&str, &str)]) -> Stage {
    let provider = Provider::start();
    let upstream = format!(
        "upstream_url = \"{}\"\nanthropic_upstream_url = \"{}\"",
        provider.openai(),
        provider.anthropic()
    );
    let usual = [
        ("port = 8000", "port = 0"),
        (
            "hybrid_mode = true\ncore_port = 8001",
            "hybrid_mode = false",
        ),
        ("model = \"all-minilm-l6-v2\"", "model = \"off\""),
        (
            "upstream_url = \"https://api.openai.com/v1\"",
            upstream.as_str(),
        ),
        (MAPPED, KEYED),
        // By words alone nothing scores as high as with a model (0095).
        (PUBLISHED_SCORE, SCORE),
    ];
    let server = Oss::new(&changed(&[&usual, changes].concat())).serve(&["serve"]);
    client(&server, ADMIN).remember(FERRY);
    Stage { provider, server }
}

fn call(stage: &Stage, question: &str, headers: &[(&str, &str)]) -> Reply {
    let body = Form::Chat.body(question, false).to_string();
    stage.raw("POST", Form::Chat.path(), headers, body.as_bytes())
}

/// Whether the model was told of the ferry.
fn is_told(stage: &Stage, more: &[(&str, &str)]) -> bool {
    let headers = [&[("authorization", CLIENT)], more].concat();
    let reply = call(stage, QUESTION, &headers);
    assert_eq!(reply.status, 200, "{}", reply.text);
    stage
        .block()
        .is_some_and(|block| block.contains("pier seven"))
}

fn stats(stage: &Stage) -> Value {
    let path = "/proxy/v1/debug/stats";
    stage
        .raw("GET", path, &[("authorization", CLIENT)], b"")
        .ok()
}

fn memories(client: &mut Client) -> Vec<Value> {
    let listed = client.get("/v1/memories").ok();
    listed["memories"].as_array().unwrap().clone()
}

#[test]
pub fn g_063_the_proxy_is_there_where_it_is_switched_on() {
    assert!(is_told(&stage(&[]), &[]));
    let off = stage(&[("[proxy]\nenabled = true", "[proxy]\nenabled = false")]);
    let reply = call(&off, QUESTION, &[("authorization", CLIENT)]);
    assert_eq!(reply.status, 404, "{}", reply.text);
    assert!(reply.text.contains("proxy not enabled"), "{}", reply.text);
    assert!(off.provider.requests().is_empty());
}

#[test]
pub fn g_063_keys_of_others_pass_as_far_as_the_file_lets_them() {
    let (own, far) = (
        [("authorization", STRANGER)],
        [
            ("authorization", STRANGER),
            ("x-forwarded-for", "203.0.113.9"),
        ],
    );
    let published = stage(&[]);
    assert_eq!(call(&published, "hi", &own).status, 200);
    let seen = published.provider.calls();
    assert_eq!(seen[0].key(), Some("sk-of-a-stranger"));
    assert_eq!(call(&published, "hi", &far).status, 401);
    let anywhere = stage(&[(
        "passthrough_local_only = true",
        "passthrough_local_only = false",
    )]);
    assert_eq!(call(&anywhere, "hi", &far).status, 200);
    let none = stage(&[("passthrough_auth = true", "passthrough_auth = false")]);
    assert_eq!(call(&none, "hi", &own).status, 401);
}

#[test]
pub fn g_063_a_call_goes_where_the_file_says() {
    let closed = TcpListener::bind("127.0.0.1:0").unwrap();
    let nowhere = format!(
        "upstream_url = \"http://{}/v1\"",
        closed.local_addr().unwrap()
    );
    drop(closed);
    let lost = Oss::new(&changed(&[
        ("port = 8000", "port = 0"),
        (
            "hybrid_mode = true\ncore_port = 8001",
            "hybrid_mode = false",
        ),
        ("model = \"all-minilm-l6-v2\"", "model = \"off\""),
        ("upstream_url = \"https://api.openai.com/v1\"", &nowhere),
    ]));
    let lost = Stage {
        provider: Provider::start(),
        server: lost.serve(&["serve"]),
    };
    let reply = call(&lost, "hi", &[("authorization", STRANGER)]);
    assert_eq!(reply.status, 502, "{}", reply.text);
    let reached = stage(&[]);
    assert_eq!(
        call(&reached, "hi", &[("authorization", STRANGER)]).status,
        200
    );
    assert_eq!(reached.provider.calls().len(), 1);
}

#[test]
pub fn g_063_the_mode_of_the_file_holds_and_clients_may_choose_another_if_it_says_so() {
    let off = [("x-memory-mode", "off")];
    let published = stage(&[]);
    assert!(is_told(&published, &[]));
    assert!(!is_told(&published, &off));
    let silent = stage(&[(
        "default_memory_mode = \"full\"",
        "default_memory_mode = \"off\"",
    )]);
    assert!(!is_told(&silent, &[]));
    let firm = stage(&[(
        "allow_client_memory_control = true",
        "allow_client_memory_control = false",
    )]);
    assert!(is_told(&firm, &off), "the header does not count");
}

/// Whether the ferry is told beside something that every channel finds better.
fn is_told_beside(change: (&str, &str)) -> bool {
    let open = "diversity_factor = 0.3\nconfidence_gate = false";
    let stage = stage(&[("diversity_factor = 0.3", open), change]);
    let better = "Our ferry to Oslo: from which pier does our ferry to Oslo leave?";
    client(&stage.server, ADMIN).remember(better);
    is_told(&stage, &[])
}

#[test]
pub fn g_063_what_is_told_follows_share_score_and_channel() {
    assert!(is_told_beside((SCORE, SCORE)));
    for change in [
        ("max_memory_pct = 0.10", "max_memory_pct = 0.0001"),
        (SCORE, "min_recall_score = 1.0"),
        ("min_channel_score = 0.15", "min_channel_score = 1.0"),
    ] {
        assert!(!is_told_beside(change), "{change:?}");
    }
}

#[test]
pub fn g_063_the_more_diversity_the_more_agents_are_heard() {
    let heard = |factor: &str| {
        let factor = format!("diversity_factor = {factor}\nconfidence_gate = false");
        let stage = stage(&[
            ("diversity_factor = 0.3", &factor),
            (SCORE, "min_recall_score = 0.0"),
            ("min_channel_score = 0.15", "min_channel_score = 0.0"),
        ]);
        let mut admin = client(&stage.server, ADMIN);
        for n in 0..14 {
            let content =
                format!("Harbour note {n}: the pilot boat of crew {n} waits at buoy {n}.");
            admin.store(&json!({ "content": content, "agent": "crowd" }));
        }
        let alone = "A pilot boat needs paint.";
        admin.store(&json!({ "content": alone, "agent": "loner" }));
        let question = "harbour note: where does the pilot boat of the crew wait, at which buoy?";
        let reply = call(&stage, question, &[("authorization", CLIENT)]);
        assert_eq!(reply.status, 200, "{}", reply.text);
        let block = stage.block().unwrap();
        assert!(block.contains("Harbour note"), "{block}");
        block.contains("needs paint")
    };
    assert!(!heard("0.0"));
    assert!(heard("1.0"));
}

#[test]
pub fn g_063_identifiers_come_first_where_the_file_says_so() {
    let published = stage(&[]);
    assert_eq!(stats(&published)["identifier_first_routing"], true);
    let route = |stage: &Stage| {
        let question = json!({ "query": "which endpoint handles messages?" });
        let mut admin = client(&stage.server, ADMIN);
        let told = admin.post("/v1/admin/query-explain", &question).ok();
        told["identifier_route"]["active"].clone()
    };
    assert_eq!(route(&published), true);
    let words = stage(&[(
        "identifier_first_routing = true",
        "identifier_first_routing = false",
    )]);
    assert_eq!(stats(&words)["identifier_first_routing"], false);
    assert_eq!(route(&words), false);
}

#[test]
pub fn g_063_who_reads_along_follows_the_file() {
    let told = "we deploy shop-api from release-train, always";
    let silent = stage(&[]);
    assert_eq!(
        call(&silent, told, &[("authorization", CLIENT)]).status,
        200
    );
    silent.server.stop();
    assert!(silent.provider.extractions().is_empty(), "as published");
    let on = ("extraction_enabled = false", "extraction_enabled = true");
    for (by, path) in [
        ("openai", "/v1/chat/completions"),
        ("claude", "/v1/messages"),
    ] {
        let provider = format!("extract_provider = \"{by}\"");
        let stage = stage(&[
            on,
            ("extract_provider = \"openai\"", &provider),
            (
                "extract_model = \"gpt-4o-mini\"",
                "extract_model = \"reader-9\"\nextract_api_key = \"sk-reads\"",
            ),
        ]);
        stage.provider.teach(&[Fact::new(LEARNT, &[])]);
        assert_eq!(call(&stage, told, &[("authorization", CLIENT)]).status, 200);
        let asked = eventually("somebody to read it", || stage.provider.extractions().pop());
        assert_eq!(
            (asked.path(), &asked.json()["model"]),
            (path, &json!("reader-9"))
        );
        let mut admin = client(&stage.server, ADMIN);
        eventually("the fact to be kept", || {
            let kept = memories(&mut admin);
            kept.iter()
                .any(|one| one["content"] == LEARNT)
                .then_some(())
        });
    }
}

#[test]
pub fn g_063_rules_of_our_own_learn_where_the_file_says_so() {
    let told = "Remember that staging approval is required before production deploys.";
    let learns = |changes: &[(&str, &str)]| {
        let stage = stage(changes);
        assert_eq!(call(&stage, told, &[("authorization", CLIENT)]).status, 200);
        (stats(&stage)["memory_coprocessor"].clone(), stage)
    };
    let (mode, local) = learns(&[
        (
            "memory_coprocessor = \"off\"",
            "memory_coprocessor = \"local_heuristic\"",
        ),
        ("extraction_enabled = false", "extraction_enabled = true"),
    ]);
    assert_eq!(mode, "local_heuristic");
    let mut admin = client(&local.server, ADMIN);
    eventually("the fact to be kept", || {
        (memories(&mut admin).len() == 2).then_some(())
    });
    assert!(local.provider.extractions().is_empty());
    let (mode, _) = learns(&[]);
    assert_eq!(mode, "off");
}

#[test]
pub fn g_063_a_mapped_key_opens_its_namespace_alone() {
    let shut = ("passthrough_auth = true", "passthrough_auth = false");
    assert!(is_told(&stage(&[shut]), &[]));
    let other = stage(&[shut, (MAPPED, "proxy_key = \"ek_of_somebody_else\"")]);
    let reply = call(&other, QUESTION, &[("authorization", CLIENT)]);
    assert_eq!(reply.status, 401, "{}", reply.text);
    let elsewhere = format!("{KEYED}\nnamespace = \"elsewhere\"");
    let apart = stage(&[(&format!("{KEYED}\nnamespace = \"default\""), &elsewhere)]);
    assert!(!is_told(&apart, &[]), "what is in default stays there");
}

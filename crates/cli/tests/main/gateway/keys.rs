//! Who may call, and what the provider is shown.

use serde_json::json;

use super::{FERRY, FORMS, Form, ONE, QUESTION, REAL, Stage, TWO, settings};
use crate::alias::Oss;
use crate::support::{Home, Provider, Server, curl, eventually};

/// A token of a person, with these scopes.
pub fn token(scopes: &[&str]) -> String {
    let claims = json!({ "scp": scopes, "sub": "somebody" }).to_string();
    let middle = mneme_model::base64::encode(claims.as_bytes());
    let middle = middle.replace('+', "-").replace('/', "_").replace('=', "");
    format!("Bearer eyJhbGciOiJub25lIn0.{middle}.x")
}

#[test]
fn g_044_a_persons_token_reaches_anthropic_as_it_is() {
    let stage = Stage::new("", "");
    let token = token(&["anything"]);
    let headers = [
        ("authorization", token.as_str()),
        ("anthropic-beta", "oauth-2025-04-20"),
        ("anthropic-version", "2024-01-01"),
    ];
    let body = br#"{"model":"claude-sonnet-4-6", "context_management":{"edits":[]},"messages":[{"role":"user","content":"hi"}],"max_tokens":5}"#;
    let reply = stage.raw("POST", Form::Messages.path(), &headers, body);
    assert_eq!(reply.status, 200, "{}", reply.text);
    let sent = &stage.provider.calls()[0];
    for (name, value) in headers {
        assert_eq!(sent.header(name), Some(value));
    }
    assert_eq!(sent.header("x-api-key"), None);
    assert_eq!(sent.body, body, "byte for byte");
}

#[test]
fn g_045_a_token_that_opens_no_model_is_told_where_to_go() {
    let stage = Stage::new("", "");
    let body = Form::Responses.body("hi", false).to_string();
    let token_of = |scopes: &[&str]| token(scopes);
    let closed = token_of(&["openid", "email"]);
    let reply = stage.raw(
        "POST",
        Form::Responses.path(),
        &[("authorization", &closed)],
        body.as_bytes(),
    );
    assert_eq!(reply.status, 400, "{}", reply.text);
    let told = reply.body["error"]["message"].as_str().unwrap();
    assert!(told.contains("Use Codex via MCP"), "{told}");
    assert!(stage.provider.requests().is_empty());
    let open = token_of(&["model.request"]);
    let reply = stage.raw(
        "POST",
        Form::Responses.path(),
        &[("authorization", &open)],
        body.as_bytes(),
    );
    assert_eq!(reply.status, 200, "{}", reply.text);
    assert_eq!(reply.body["object"], "response", "{}", reply.text);
    assert_eq!(reply.body["status"], "completed");
    assert_eq!(stage.provider.calls()[0].path(), "/v1/chat/completions");
}

#[test]
fn a_persons_responses_come_through_chats_with_memory_and_as_a_stream() {
    let provider = Provider::start();
    let home = Home::with_settings(&settings(&provider, "", ""));
    let stage = Stage {
        provider,
        server: Server::start(&home),
    };
    stage.server.owner().remember(super::FERRY);
    let open = token(&["model.request"]);
    let body = Form::Responses.body(QUESTION, true).to_string();
    let reply = stage.raw(
        "POST",
        Form::Responses.path(),
        &[("authorization", &open)],
        body.as_bytes(),
    );
    assert_eq!(reply.status, 200, "{}", reply.text);
    assert_eq!(reply.header("x-memory-injected-count"), Some("1"));
    for event in [
        "response.created",
        "response.output_text.delta",
        "response.completed",
    ] {
        assert!(
            reply.text.contains(&format!("event: {event}")),
            "{event}: {}",
            reply.text
        );
    }
    assert!(stage.block().unwrap().contains("pier seven"));
}

#[test]
fn g_065_a_providers_key_passes_from_this_machine_only() {
    let stage = Stage::new("", "");
    let ask = |more: &[(&str, &str)]| {
        let headers = [&[("authorization", "Bearer sk-of-the-client")], more].concat();
        let body = Form::Chat.body("hi", false).to_string();
        stage.raw("POST", Form::Chat.path(), &headers, body.as_bytes())
    };
    assert_eq!(ask(&[]).status, 200);
    assert_eq!(stage.provider.calls()[0].key(), Some("sk-of-the-client"));
    for (header, value, why) in [
        ("x-forwarded-for", "203.0.113.9", "comes from elsewhere"),
        ("forwarded", "for=203.0.113.9", "comes from elsewhere"),
        ("origin", "https://evil.example", "Origin header"),
    ] {
        let reply = ask(&[(header, value)]);
        assert_eq!(reply.status, 401, "{header}");
        let told = reply.body["error"]["message"].as_str().unwrap();
        assert!(told.contains(why), "{header}: {told}");
        assert!(told.contains("passthrough_local_only"), "{told}");
    }
    assert_eq!(ask(&[("x-forwarded-for", "127.0.0.1")]).status, 200);
    let anywhere = Stage::new("passthrough_local_only = false", "");
    let forwarded = [
        ("authorization", "Bearer sk-x"),
        ("x-forwarded-for", "203.0.113.9"),
    ];
    let body = Form::Chat.body("hi", false).to_string();
    let reply = anywhere.raw("POST", Form::Chat.path(), &forwarded, body.as_bytes());
    assert_eq!(reply.status, 200, "{}", reply.text);
    let shut = Stage::new("passthrough_auth = false", "");
    let reply = shut.raw("POST", Form::Chat.path(), &forwarded[..1], body.as_bytes());
    assert_eq!(reply.status, 401, "{}", reply.text);
    assert_eq!(reply.body["error"]["type"], "authentication_error");
}

#[test]
fn g_066_g_075_a_call_goes_where_it_is_told_with_the_key_behind_ours() {
    let stage = Stage::new("", "");
    for form in FORMS {
        stage.call(form, "hi", &[]);
        assert_eq!(
            stage.provider.calls().last().unwrap().key(),
            Some(REAL),
            "{form:?}"
        );
    }
    let body = Form::Chat.body("hi", false).to_string();
    let two = format!("Bearer {TWO}");
    stage.raw(
        "POST",
        Form::Chat.path(),
        &[("authorization", &two)],
        body.as_bytes(),
    );
    assert_eq!(
        stage.provider.calls().last().unwrap().key(),
        Some("sk-real-two")
    );
    let body = Form::Messages.body("hi", false).to_string();
    stage.raw(
        "POST",
        Form::Messages.path(),
        &[("x-api-key", ONE)],
        body.as_bytes(),
    );
    let sent = stage.provider.calls().pop().unwrap();
    assert_eq!(
        (sent.header("x-api-key"), sent.header("authorization")),
        (Some(REAL), None)
    );
    assert_eq!(sent.header("anthropic-version"), Some("2023-06-01"));
}

#[test]
fn g_074_two_keys_never_see_each_others_memories() {
    let stage = Stage::with_ferry("", "");
    let two = format!("Bearer {TWO}");
    for form in FORMS {
        let body = form.body(QUESTION, false).to_string();
        let reply = stage.raw(
            "POST",
            form.path(),
            &[("authorization", &two)],
            body.as_bytes(),
        );
        assert_eq!(
            reply.header("x-memory-injected-count"),
            Some("0"),
            "{form:?}"
        );
        assert_eq!(stage.block(), None);
        stage.call(form, QUESTION, &[]);
        assert!(stage.block().is_some());
    }
}

/// Every mode, as a header and what else it needs.
const MODES: [&[(&str, &str)]; 5] = [
    &[],
    &[("x-memory-mode", "full")],
    &[("x-memory-mode", "readonly")],
    &[("x-memory-mode", "after"), ("x-memory-after", "2000-01-01")],
    &[("x-memory-mode", "off")],
];

#[test]
fn g_074_no_caller_is_told_what_is_anothers_in_any_mode() {
    let shared_key = "upstream_api_key = \"sk-for-all\"\nanthropic_api_key = \"sk-for-all\"\ndefault_memory_mode = \"full\"";
    let stage = Stage::with_ferry(shared_key, "");
    stage.room("three").remember(FERRY);
    // A key of ours that is mapped, keys of the store of other rooms, and a key of the provider's.
    let strangers = [
        TWO.to_owned(),
        stage.server.key("two", "writer"),
        stage.server.key("four", "reader"),
        String::from("sk-of-the-client"),
    ];
    let holders = [ONE.to_owned(), stage.server.key("three", "reader")];
    for form in FORMS {
        for mode in MODES {
            for stream in [false, true] {
                let told = |key: &str| {
                    let key = format!("Bearer {key}");
                    let headers = [&[("authorization", key.as_str())], mode].concat();
                    let body = form.body(QUESTION, stream).to_string();
                    let reply = stage.raw("POST", form.path(), &headers, body.as_bytes());
                    assert_eq!(reply.status, 200, "{form:?} {mode:?}: {}", reply.text);
                    let sent = stage.provider.calls().pop().unwrap();
                    String::from_utf8(sent.body).unwrap().contains("pier seven")
                };
                for key in &strangers {
                    assert!(!told(key), "{form:?} {mode:?} {key}");
                }
                let off = mode.contains(&("x-memory-mode", "off"));
                for key in &holders {
                    assert_eq!(told(key), !off, "{form:?} {mode:?}");
                }
            }
        }
    }
}

#[test]
fn what_one_caller_says_is_learnt_for_its_own_room() {
    let shared_key = "upstream_api_key = \"sk-for-all\"\ndefault_memory_mode = \"full\"\nmemory_coprocessor = \"local_heuristic\"";
    let stage = Stage::new(shared_key, "");
    let said = "Remember that staging approval is required before production deploys.";
    stage.call(Form::Chat, said, &[]);
    let listed = |room: &mut crate::support::Client| {
        let listed = room.get("/v1/memories").ok();
        listed["count"].as_u64().unwrap()
    };
    let mut one = stage.room("one");
    eventually("the fact to be kept", || {
        (listed(&mut one) == 1).then_some(())
    });
    for other in ["two", "default"] {
        assert_eq!(listed(&mut stage.room(other)), 0, "{other}");
    }
}

#[test]
fn a_door_that_is_open_to_everybody_is_told_at_the_start() {
    let provider = Provider::start();
    let told = |local: bool| {
        let proxy = format!(
            "[server]\nport = 0\n[tls]\nenabled = false\n[storage]\ndata_dir = \"data\"\n[embeddings]\nmodel = \"off\"\n[proxy]\nenabled = true\nupstream_url = \"{}\"\nupstream_api_key = \"sk-owner\"\npassthrough_auth = true\npassthrough_local_only = {local}\n",
            provider.openai()
        );
        let server = Oss::new(&proxy).serve(&["serve"]);
        server.errors().contains("spends the configured key")
    };
    assert!(told(false));
    assert!(!told(true), "programs of this machine are its owner's");
}

#[test]
fn g_082_numbers_are_for_holders_of_a_key() {
    let stage = Stage::with_ferry("", "");
    stage.call(Form::Chat, QUESTION, &[]);
    for headers in [&[][..], &[("authorization", "Bearer sk-of-the-client")]] {
        let reply = stage.raw("GET", "/proxy/v1/debug/stats", headers, b"");
        assert_eq!(reply.status, 401, "{}", reply.text);
    }
    let stats = stage.stats();
    assert_eq!(stats["key_mappings"], 2);
    assert_eq!(stats["metrics"]["total_requests"], 1, "{stats}");
    assert_eq!(stats["metrics"]["memories_injected"], 1);
    assert_eq!(stats["metrics"]["gate_inject"], 1);
    assert!(
        stats["tokens"]["injected"].as_u64().unwrap() > 10,
        "{stats}"
    );
    assert_eq!(stats["proxy_enabled"], true);
    for published in [
        "extract_model",
        "max_memory_pct",
        "min_recall_score",
        "confidence_gate",
        "identifier_first_routing",
        "memory_coprocessor",
        "log_privacy_mode",
    ] {
        assert!(!stats[published].is_null(), "{published}: {stats}");
    }
    let waits = &stats["review_queue_summary"];
    assert_eq!((&waits["pending"], waits.get("items")), (&json!(0), None));
    let own = std::fs::read_to_string(stage.server.home().data().join("keys/api.key")).unwrap();
    let own = format!("Bearer {}", own.trim());
    let reply = stage.raw(
        "GET",
        "/proxy/v1/debug/stats",
        &[("authorization", &own)],
        b"",
    );
    assert_eq!(reply.status, 200, "the store's own key does as well");
}

#[test]
fn g_214_nothing_of_the_proxy_is_open() {
    let stage = Stage::new("", "");
    for (method, path) in [
        ("POST", "/proxy/v1/chat/completions"),
        ("POST", "/proxy/v1/responses"),
        ("POST", "/proxy/anthropic/v1/messages"),
        ("POST", "/proxy/anthropic/v1/messages/count_tokens"),
        ("GET", "/proxy/v1/models"),
        ("GET", "/proxy/v1/debug/stats"),
        ("POST", "/proxy/v1/embeddings"),
        ("DELETE", "/proxy/v1/files/f"),
    ] {
        let reply = stage.raw(method, path, &[], b"{}");
        assert_eq!(reply.status, 401, "{method} {path}: {}", reply.text);
        assert_eq!(reply.body["error"]["type"], "authentication_error");
    }
    assert!(stage.provider.requests().is_empty());
}

#[test]
fn the_stores_own_key_never_reaches_a_provider() {
    let stage = Stage::with_ferry("", "");
    let key = format!("Bearer {}", stage.server.key("one", "writer"));
    let body = Form::Chat.body(QUESTION, false).to_string();
    let reply = stage.raw(
        "POST",
        Form::Chat.path(),
        &[("authorization", &key)],
        body.as_bytes(),
    );
    assert_eq!(
        reply.status, 401,
        "there is none of the provider's for it: {}",
        reply.text
    );
    assert!(stage.provider.requests().is_empty());
    let stage = Stage::with_ferry("upstream_api_key = \"sk-for-all\"", "");
    let key = format!("Bearer {}", stage.server.key("one", "writer"));
    let reply = stage.raw(
        "POST",
        Form::Chat.path(),
        &[("authorization", &key)],
        body.as_bytes(),
    );
    assert_eq!(
        reply.header("x-memory-injected-count"),
        Some("1"),
        "{}",
        reply.text
    );
    assert_eq!(stage.provider.calls()[0].key(), Some("sk-for-all"));
}

#[test]
fn g_049_g_050_clients_need_an_address_and_nothing_else() {
    let provider = Provider::start();
    let upstreams = format!(
        "[proxy]\nupstream_url = \"{}\"\nanthropic_upstream_url = \"{}\"\n",
        provider.openai(),
        provider.anthropic()
    );
    let home = Home::with_settings(&upstreams);
    let stage = Stage {
        provider,
        server: Server::start(&home),
    };
    stage.server.owner().remember(super::FERRY);
    let base = format!("http://{}/proxy", stage.server.http());
    for (url, header, form) in [
        (
            format!("{base}/v1/chat/completions"),
            "authorization: Bearer sk-x",
            Form::Chat,
        ),
        (
            format!("{base}/v1/responses"),
            "authorization: Bearer sk-x",
            Form::Responses,
        ),
        (
            format!("{base}/anthropic/v1/messages"),
            "x-api-key: sk-x",
            Form::Messages,
        ),
        (
            format!("{base}/anthropic/v1/v1/messages"),
            "x-api-key: sk-x",
            Form::Messages,
        ),
    ] {
        let body = form.body(QUESTION, false).to_string();
        let kind = "content-type: application/json";
        let reply = curl(&home, &["-H", header, "-H", kind, "-d", &body, &url]).unwrap();
        assert_eq!(reply.status, 200, "{url}: {}", reply.text);
        assert!(stage.block().unwrap().contains("pier seven"), "{url}");
        assert_eq!(stage.provider.calls().last().unwrap().key(), Some("sk-x"));
    }
}

//! Everything that is not the block passes as it is.

use mneme_peers::upstream::Reply as Scripted;
use serde_json::{Value, json};

use super::{FORMS, Form, ONE, QUESTION, Stage};

/// A body no serialiser would write like this.
const ODD: &str = r#"{ "model" : "gpt-4o","messages":[ {"role":"system","content":[{"type":"text","text":"b\u00e9 brief"}]},
  {"role":"user","content":[{"type":"text","text":"hello \ud83d\ude00"},{"type":"image_url","image_url":{"url":"data:image\/png;base64,aGk="}}]}],
  "tools":[{"type":"function","function":{"name":"f","parameters":{"x":1.0,"y":1e40,"z":0.10}}}],"unknown":{"a":[null,true]} }"#;

#[test]
fn a_call_without_memory_is_the_same_bytes() {
    let stage = Stage::new("", "");
    let key = format!("Bearer {ONE}");
    let headers = [
        ("authorization", key.as_str()),
        ("openai-organization", "org-1"),
        ("openai-beta", "assistants=v2"),
        ("x-stainless-lang", "python"),
        ("accept-encoding", "gzip"),
    ];
    let reply = stage.raw(
        "POST",
        "/proxy/v1/chat/completions?beta=true&x=%20",
        &headers,
        ODD.as_bytes(),
    );
    assert_eq!(reply.status, 200, "{}", reply.text);
    let sent = &stage.provider.calls()[0];
    assert_eq!(String::from_utf8_lossy(&sent.body), ODD);
    assert_eq!(sent.query(), Some("beta=true&x=%20"));
    for (name, value) in &headers[1..] {
        assert_eq!(sent.header(name), Some(*value));
    }
    for ours in ["x-memory-mode", "x-forwarded-for"] {
        assert_eq!(sent.header(ours), None);
    }
}

#[test]
fn a_call_with_memory_is_the_same_bytes_around_one_piece() {
    for placement in ["tail", "system"] {
        let stage = Stage::with_ferry("", &format!("[gateway]\nplacement = \"{placement}\"\n"));
        for form in FORMS {
            let body = serde_json::to_string_pretty(&form.body(QUESTION, false)).unwrap();
            let key = format!("Bearer {ONE}");
            stage.raw(
                "POST",
                form.path(),
                &[("authorization", &key)],
                body.as_bytes(),
            );
            let sent = stage.provider.calls().pop().unwrap();
            assert!(sent.memory().is_some(), "{form:?}");
            let same = body
                .bytes()
                .zip(&sent.body)
                .take_while(|(a, b)| a == *b)
                .count();
            assert!(
                sent.body.ends_with(&body.as_bytes()[same..]),
                "{placement} {form:?}"
            );
        }
    }
}

#[test]
fn what_a_provider_refuses_comes_back_as_it_was_said() {
    let stage = Stage::new("", "");
    let said = json!({ "error": { "message": "slow down", "type": "requests", "code": "rate" } })
        .to_string();
    for form in FORMS {
        let scripted = Scripted::raw(429, "application/json", said.clone())
            .with_header("retry-after", "7")
            .with_header("x-ratelimit-remaining-tokens", "0")
            .with_header("anthropic-ratelimit-requests-limit", "50")
            .with_header("request-id", "req_1")
            .with_header("x-request-id", "req_2");
        stage.provider.push(scripted);
        let reply = stage.stream(form, "hi", &[]);
        assert_eq!(
            (reply.status, reply.text.as_str()),
            (429, said.as_str()),
            "{form:?}"
        );
        for (name, value) in [
            ("retry-after", "7"),
            ("x-ratelimit-remaining-tokens", "0"),
            ("anthropic-ratelimit-requests-limit", "50"),
            ("request-id", "req_1"),
            ("x-request-id", "req_2"),
            ("x-memory-injected-count", "0"),
            ("x-memory-gate-decision", "abstain"),
        ] {
            assert_eq!(reply.header(name), Some(value), "{form:?}");
        }
    }
    assert_eq!(stage.provider.calls().len(), 3, "none was sent twice");
}

#[test]
fn a_provider_that_hangs_up_is_told_once_and_not_asked_again() {
    let stage = Stage::new("", "");
    for form in FORMS {
        stage.provider.push(Scripted::silence());
        let reply = stage.call(form, "hi", &[]);
        assert_eq!(reply.status, 502, "{form:?}: {}", reply.text);
        let kind = if form == Form::Messages {
            "api_error"
        } else {
            "upstream_error"
        };
        assert_eq!(reply.body["error"]["type"], kind);
    }
    assert_eq!(stage.provider.calls().len(), 3);
    assert_eq!(stage.stats()["metrics"]["upstream_errors"], 3);
}

#[test]
fn half_an_answer_is_told_as_the_providers_failure_and_not_asked_for_again() {
    let stage = Stage::new("default_memory_mode = \"full\"", "");
    for form in FORMS {
        stage
            .provider
            .push(Scripted::says("half of this").cut_after(0));
        let reply = stage.call(form, "hi", &[]);
        assert_eq!(reply.status, 502, "{form:?}: {}", reply.text);
        let typed = reply.body["type"] == "error";
        assert_eq!(typed, form == Form::Messages, "{}", reply.text);
        let told = reply.body["error"]["message"].as_str().unwrap();
        assert!(
            told.contains("broke off") || told.contains("broke"),
            "{told}"
        );
    }
    assert_eq!(stage.provider.calls().len(), 3);
    assert!(stage.provider.extractions().is_empty());
    stage.server.assert_sound();
}

#[test]
fn other_calls_of_both_providers_pass() {
    let stage = Stage::new("", "");
    let key = format!("Bearer {ONE}");
    let count = Form::Messages.body("hi", false).to_string();
    let path = "/proxy/anthropic/v1/messages/count_tokens?beta=true";
    let reply = stage.raw("POST", path, &[("authorization", &key)], count.as_bytes());
    assert_eq!(reply.status, 200, "{}", reply.text);
    let sent = stage.provider.requests().pop().unwrap();
    assert_eq!(sent.target, "/v1/messages/count_tokens?beta=true");
    assert_eq!(sent.body, count.as_bytes());
}

#[test]
fn a_field_in_beta_goes_with_a_key_only_where_its_beta_is_named() {
    let stage = Stage::new("", "");
    let key = format!("Bearer {ONE}");
    let mut body = Form::Messages.body("hi", false);
    body["context_management"] = json!({ "edits": [] });
    for (beta, kept) in [("x", false), ("context-management-2025-06-27", true)] {
        let headers = [("authorization", key.as_str()), ("anthropic-beta", beta)];
        stage.raw(
            "POST",
            Form::Messages.path(),
            &headers,
            body.to_string().as_bytes(),
        );
        let sent = stage.provider.calls().pop().unwrap();
        assert_eq!(
            sent.json().get("context_management").is_some(),
            kept,
            "{beta}"
        );
        assert_eq!(sent.header("anthropic-beta"), Some(beta));
        assert_ne!(sent.json(), Value::Null);
    }
}

#[test]
fn a_wish_for_a_websocket_is_refused_in_the_providers_form() {
    let stage = Stage::new("", "");
    let key = format!("Bearer {ONE}");
    let wish = [
        ("upgrade", "websocket"),
        ("sec-websocket-version", "13"),
        ("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ=="),
    ];
    for path in ["/proxy/v1/realtime?model=x", "/proxy/anthropic/v1/realtime"] {
        let known = [&[("authorization", key.as_str())], &wish[..]].concat();
        let reply = stage.raw("GET", path, &known, b"");
        assert_eq!(reply.status, 400, "{path}: {}", reply.text);
        let error = &reply.body["error"];
        assert_eq!(error["type"], "invalid_request_error", "{}", reply.text);
        let told = error["message"].as_str().unwrap();
        assert!(told.contains("WebSocket"), "{told}");
        let unknown = stage.raw("GET", path, &wish, b"");
        assert_eq!(unknown.status, 401, "{path}: {}", unknown.text);
    }
    assert!(stage.provider.requests().is_empty());
    // What could be another version of HTTP is answered as it is.
    let offer = [("authorization", key.as_str()), ("upgrade", "h2c")];
    let body = Form::Chat.body("hi", false).to_string();
    let reply = stage.raw("POST", Form::Chat.path(), &offer, body.as_bytes());
    assert_eq!(reply.status, 200, "{}", reply.text);
}

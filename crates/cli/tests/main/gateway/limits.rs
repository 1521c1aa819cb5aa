//! Sizes, paths and rates.

use mneme_peers::upstream::Reply as Scripted;
use serde_json::{Value, json};

use super::{Form, ONE, Stage, settings};
use crate::alias::{Oss, WRITER, client};
use crate::support::{Provider, Reply};

const MEBIBYTE: usize = 1024 * 1024;

fn published(proxy: &str) -> Stage {
    let provider = Provider::start();
    let toml = settings(
        &provider,
        &format!("enabled = true\n{proxy}"),
        "[server]\nport = 0\n[tls]\nenabled = false\n[storage]\ndata_dir = \"data\"\n[embeddings]\nmodel = \"off\"\n",
    );
    let server = Oss::new(&toml).serve(&["serve"]);
    Stage { provider, server }
}

fn with_key(stage: &Stage, method: &str, path: &str, body: &[u8]) -> Reply {
    let key = format!("Bearer {ONE}");
    stage.raw(method, path, &[("authorization", &key)], body)
}

/// As memoryOSS had them; whoever wants them names them.
const CAPS: &str = "max_request_bytes = 2097152\nmax_response_bytes = 10485760\n";

#[test]
fn g_212_a_request_and_an_answer_have_their_largest_size() {
    let stage = published(CAPS);
    let long = Form::Chat
        .body(&"x".repeat(2 * MEBIBYTE), false)
        .to_string();
    let reply = with_key(&stage, "POST", Form::Chat.path(), long.as_bytes());
    assert_eq!(reply.status, 413, "{}", reply.text);
    assert!(stage.provider.requests().is_empty());
    let answer = json!({ "choices": [], "x": "y".repeat(10 * MEBIBYTE) }).to_string();
    stage
        .provider
        .push(Scripted::raw(200, "application/json", answer));
    let reply = stage.call(Form::Chat, "hi", &[]);
    assert_eq!(reply.status, 502, "{}", reply.text.len());
    assert_eq!(reply.body["error"]["type"], "upstream_error");
    assert_eq!(stage.stats()["metrics"]["upstream_errors"], 1);
}

#[test]
fn g_233_what_only_passes_has_the_same_limit() {
    let stage = published(CAPS);
    let body = |bytes: usize| json!({ "model": "m", "input": "x".repeat(bytes) }).to_string();
    let fits = body(MEBIBYTE * 3 / 2);
    let reply = with_key(&stage, "POST", "/proxy/v1/embeddings", fits.as_bytes());
    assert_eq!(reply.status, 200, "{}", reply.text);
    assert_eq!(
        stage.provider.requests()[0].body,
        fits.as_bytes(),
        "byte for byte"
    );
    let large = body(2 * MEBIBYTE + 100_000);
    let reply = with_key(&stage, "POST", "/proxy/v1/embeddings", large.as_bytes());
    assert_eq!(reply.status, 413, "{}", reply.text);
    assert_eq!(stage.provider.requests().len(), 1);
}

#[test]
fn a_call_with_pictures_passes_whoever_published_the_settings() {
    for stage in [Stage::new("", ""), published("")] {
        let long = Form::Chat
            .body(&"x".repeat(5 * MEBIBYTE), false)
            .to_string();
        let reply = with_key(&stage, "POST", Form::Chat.path(), long.as_bytes());
        assert_eq!(reply.status, 200, "{}", reply.text);
        let sent = stage.provider.calls().pop().unwrap();
        assert_eq!(sent.body, long.as_bytes(), "byte for byte");
    }
}

#[test]
fn an_answer_that_is_too_long_to_hold_goes_by_as_it_comes() {
    let full = "default_memory_mode = \"full\"";
    for stage in [Stage::new(full, ""), published(full)] {
        let long = json!({ "choices": [{ "message": { "content": "y".repeat(12 * MEBIBYTE) } }] });
        let long = long.to_string();
        for form in super::FORMS {
            stage
                .provider
                .push(Scripted::raw(200, "application/json", long.clone()));
            let reply = stage.call(form, "hi", &[]);
            assert_eq!(reply.status, 200, "{form:?}");
            assert!(reply.text == long, "{form:?}: {} bytes", reply.text.len());
            assert!(reply.header("x-memory-injected-count").is_some());
        }
        for (path, mode) in [("/proxy/v1/embeddings", "full"), (Form::Chat.path(), "off")] {
            let upstream = path.strip_prefix("/proxy").unwrap();
            let scripted = Scripted::raw(200, "application/json", long.clone());
            stage.provider.push_at(upstream, scripted);
            let key = format!("Bearer {ONE}");
            let headers = [("authorization", key.as_str()), ("x-memory-mode", mode)];
            let body = Form::Chat.body("hi", false).to_string();
            let reply = stage.raw("POST", path, &headers, body.as_bytes());
            assert!(reply.status == 200 && reply.text == long, "{path}");
        }
        let metrics = stage.stats()["metrics"].clone();
        assert_eq!(metrics["answers_unheard"], 3, "{metrics}");
        assert_eq!(metrics["upstream_errors"], 0, "{metrics}");
    }
}

#[test]
fn the_memory_api_has_the_published_limit_unless_a_file_raises_it() {
    let rest = |limits: &str| {
        let keys = format!(
            "[[auth.api_keys]]\nkey = \"{WRITER}\"\nrole = \"writer\"\nnamespace = \"one\"\n"
        );
        let toml = format!(
            "[server]\nport = 0\n[tls]\nenabled = false\n[storage]\ndata_dir = \"data\"\n[embeddings]\nmodel = \"off\"\n{limits}{keys}"
        );
        Oss::new(&toml).serve(&["serve"])
    };
    let long = json!({ "query": "x".repeat(3 * MEBIBYTE) });
    let published = rest("");
    let reply = client(&published, WRITER).post("/v1/recall", &long);
    assert_eq!(reply.status, 413, "{}", reply.text);
    let raised = rest("[limits]\nmax_body_bytes = 8388608\n");
    let reply = client(&raised, WRITER).post("/v1/recall", &long);
    assert_ne!(reply.status, 413, "{}", reply.text);
}

#[test]
fn g_213_no_path_leads_elsewhere() {
    let stage = Stage::new("", "");
    for path in [
        "/proxy/v1/..%2f",
        "/proxy/v1/../v1/models",
        "/proxy/v1/%2e%2e/admin",
        "/proxy/v1/%252e%252e/admin",
        "/proxy/v1//models",
        "/proxy/v1/./models",
        "/proxy/v1/%2e/models",
        "/proxy/v2/models",
        "/proxy/v1/",
        "/proxy",
    ] {
        let reply = with_key(&stage, "GET", path, b"");
        assert_eq!(reply.status, 400, "{path}: {}", reply.text);
        assert!(reply.body["error"]["message"].is_string(), "{path}");
    }
    assert!(stage.provider.requests().is_empty());
}

#[test]
fn g_081_models_stand_under_both_names() {
    let stage = Stage::new("", "");
    let reply = with_key(&stage, "GET", "/proxy/v1/models?limit=5", b"");
    let models = reply.ok();
    assert!(!models["data"].as_array().unwrap().is_empty(), "{models}");
    assert_eq!(models["models"], models["data"]);
    let sent = &stage.provider.requests()[0];
    assert_eq!((sent.path(), sent.query()), ("/v1/models", Some("limit=5")));
}

#[test]
fn a_proxy_that_is_off_is_not_there() {
    let stage = Stage::new("enabled = false", "");
    for form in super::FORMS {
        let reply = stage.call(form, "hi", &[]);
        assert_eq!(reply.status, 404, "{}", reply.text);
        assert_eq!(reply.body["error"]["message"], "proxy not enabled");
    }
}

#[test]
fn what_is_no_conversation_is_refused_in_the_providers_words() {
    let stage = Stage::new("", "");
    for wrong in [&b"{"[..], b"[]", b"{}", br#"{"messages":"x","input":3}"#] {
        for form in super::FORMS {
            let reply = with_key(&stage, "POST", form.path(), wrong);
            assert_eq!(reply.status, 400, "{form:?}: {}", reply.text);
            assert_eq!(reply.body["error"]["type"], "invalid_request_error");
            let typed = reply.body["type"] == json!("error");
            assert_eq!(typed, form == Form::Messages, "{}", reply.text);
        }
    }
    assert!(stage.provider.requests().is_empty());
}

#[test]
fn a_key_has_its_rate() {
    let stage = Stage::new("", "[limits]\nrate_limit_per_sec = 2\n");
    let replies: Vec<Reply> = (0..20)
        .map(|_| stage.call(Form::Messages, "hi", &[]))
        .collect();
    let refused = replies.iter().find(|reply| reply.status == 429).unwrap();
    assert_eq!(refused.body["error"]["type"], "rate_limit_error");
    assert!(
        refused.body["error"]["retry_after_ms"].as_u64() > Some(0),
        "{}",
        refused.text
    );
    assert!(refused.header("retry-after").is_some());
    assert_eq!(refused.body["type"], Value::from("error"));
}

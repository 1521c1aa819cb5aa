//! The official kits, as anybody has them, against a real server.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use mneme_peers::upstream::{Refusal, Reply};
use serde_json::{Value, json};

use super::*;
use crate::support::{Ran, python};

const FACT: &str = "The billing service is deployed to Frankfurt.";
const RATE: Refusal = Refusal::Rate { retry_after_s: 7 };

/// Where `scripts/kits.sh` puts them; it is asked to unless they are there.
fn kits() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let named = std::env::var_os("MNEME_TEST_KITS").map(PathBuf::from);
    let cache = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from);
    let home = || PathBuf::from(std::env::var_os("HOME").unwrap()).join(".cache");
    let dir = named.unwrap_or_else(|| cache.unwrap_or_else(home).join("mneme/kits"));
    // Another test may be at it; the lock is gone with whoever holds it.
    std::fs::create_dir_all(dir.parent().unwrap()).unwrap();
    let lock = std::fs::File::create(dir.with_extension("lock")).unwrap();
    lock.lock().unwrap();
    let mut script = Command::new(root.join("scripts/kits.sh"));
    Ran::of(script.stdin(Stdio::null()).env("MNEME_TEST_KITS", &dir)).ok();
    dir
}

fn program(name: &str) -> String {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/main/gateway_clients");
    dir.join(name).to_str().unwrap().to_owned()
}

/// What a program said in its last line.
fn told(command: &mut Command) -> Value {
    let said = Ran::of(command.env("NO_PROXY", "127.0.0.1").stdin(Stdio::null())).ok();
    serde_json::from_str(said.lines().last().unwrap()).unwrap()
}

fn in_python(name: &str, base: &str) -> Value {
    let mut command = python(&[&program(name), base]);
    told(command.env("PYTHONPATH", kits().join("python")))
}

fn in_node(name: &str, base: &str) -> Value {
    let mut command = Command::new("node");
    command
        .arg(program(name))
        .arg(kits().join("node"))
        .arg(base);
    told(&mut command)
}

fn weather() -> Value {
    json!({ "city": "Zürich" })
}

/// Answers in the order the programs ask: words, a stream of them, calls of a tool.
fn script(provider: &Provider, words: &[&str]) {
    for text in words {
        match *text {
            "weather" => provider.push(Reply::calls("weather", weather())),
            text => provider.push(Reply::says(text)),
        }
    }
}

/// Each call came with the memory, and with the kit's own headers.
fn assert_remembered(provider: &Provider, paths: &[&str]) {
    let mut seen = 0;
    for request in provider.take_requests() {
        if paths.iter().any(|path| request.path().ends_with(path)) {
            let memory = request.memory().unwrap_or_default();
            assert!(memory.contains("Frankfurt"), "{request:?}");
            assert!(request.header("x-stainless-lang").is_some(), "{request:?}");
            seen += 1;
        }
    }
    assert!(seen > 4, "{seen}");
}

const OPENAI: [&str; 8] = [
    "Whole.",
    "In a stream.",
    "weather",
    "weather",
    "From text.",
    "From a list.",
    "As events.",
    "weather",
];

#[test]
fn g_050_g_216_the_openai_kit_for_python_works_through_the_proxy() {
    let stage = Stage::new();
    stage.server.owner().remember(FACT);
    script(&stage.provider, &OPENAI);
    stage.provider.push(Reply::refused(RATE));
    let base = format!("http://{}/proxy/v1", stage.server.http());
    let told = in_python("kit_openai.py", &base);
    let expected = json!({
        "chat": "Whole.", "chat_stream": "In a stream.", "chat_tool": weather(),
        "chat_tool_stream": weather(), "responses": "From text.",
        "responses_list": "From a list.", "responses_stream": "As events.",
        "responses_tool": weather(), "models": ["gpt-4o", "gpt-4o-mini", "o3", "gpt-5-codex"],
        "embedding": 8, "refused": [429, "rate_limit_exceeded", "7"],
    });
    assert_eq!(told, expected);
    assert_remembered(&stage.provider, &["/chat/completions", "/responses"]);
}

#[test]
fn g_050_g_216_the_openai_kit_for_node_works_through_the_proxy() {
    let stage = Stage::new();
    stage.server.owner().remember(FACT);
    script(&stage.provider, &OPENAI[..7]);
    stage.provider.push(Reply::refused(RATE));
    let base = format!("http://{}/proxy/v1", stage.server.http());
    let told = in_node("kit_openai.mjs", &base);
    let expected = json!({
        "chat": "Whole.", "chat_stream": "In a stream.", "chat_tool": weather(),
        "chat_tool_stream": weather(), "responses": "From text.",
        "responses_list": "From a list.", "responses_stream": "As events.",
        "models": ["gpt-4o", "gpt-4o-mini", "o3", "gpt-5-codex"],
        "refused": [429, "rate_limit_exceeded", "7"],
    });
    assert_eq!(told, expected);
    assert_remembered(&stage.provider, &["/chat/completions", "/responses"]);
}

#[test]
fn g_049_g_216_the_anthropic_kit_works_with_both_forms_of_its_address() {
    let stage = Stage::new();
    stage.server.owner().remember(FACT);
    for form in ["/proxy/anthropic", "/proxy/anthropic/v1"] {
        script(
            &stage.provider,
            &["Whole.", "In a stream.", "As events.", "weather", "weather"],
        );
        stage.provider.push(Reply::refused(RATE));
        stage.provider.push(Reply::refused(Refusal::Overloaded));
        let base = format!("http://{}{form}", stage.server.http());
        let told = in_python("kit_anthropic.py", &base);
        let expected = json!({
            "messages": "Whole.", "messages_stream": "In a stream.", "tool": weather(),
            "tool_stream": weather(), "refused": [429, "7"],
            "overloaded": [529, "overloaded_error"],
        });
        assert_eq!(told, expected, "{form}");
        assert_remembered(&stage.provider, &["/v1/messages"]);
    }
}

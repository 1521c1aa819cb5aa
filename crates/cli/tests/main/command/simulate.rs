//! `mneme gateway simulate`: a provider for whoever has none.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Stdio};

use serde_json::{Value, json};

use crate::support::{Client, Home, Server, end_of, eventually};

/// As many as it says; whoever stops listening before ends it.
const LINES: usize = 10;
const CHAT: &str = "/v1/chat/completions";

/// The command while it runs, where it listens, and the settings that lead there.
fn simulated(home: &Home, more: &[&str]) -> (Child, SocketAddr, String) {
    let args = ["gateway", "simulate", "--bind", "127.0.0.1:0"];
    let mut command = home.command(&[&args[..], more].concat());
    let pipes = command.stdin(Stdio::null()).stdout(Stdio::piped());
    let mut child = pipes.stderr(Stdio::null()).spawn().unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let told: Vec<String> = lines.map_while(Result::ok).take(LINES).collect();
    assert_eq!(told[3], "[proxy]", "{told:?}");
    toml::from_str::<toml::Value>(&told.join("\n")).unwrap();
    let url = told[0].split_whitespace().nth(2).unwrap();
    let address = url.trim_start_matches("http://").trim_end_matches("/v1");
    (child, address.parse().unwrap(), told.join("\n"))
}

fn asked(text: &str) -> Value {
    json!({ "model": "gpt-4o", "messages": [{ "role": "user", "content": text }] })
}

fn said(reply: &Value) -> &str {
    reply["choices"][0]["message"]["content"].as_str().unwrap()
}

#[test]
fn a_newcomer_without_a_key_has_a_provider() {
    let home = Home::new();
    let (mut child, address, _) = simulated(&home, &[]);
    let mut client = Client::new(address, Some("any"));
    let reply = client.post(CHAT, &asked("Where is billing deployed?")).ok();
    assert!(said(&reply).contains("It heard: Where is billing deployed?"));
    assert!(said(&reply).contains("no memory"), "{reply}");
    let prompt = format!(
        "{}\n\nuser: Remember that billing goes to Frankfurt.",
        mneme_peers::upstream::OPENING
    );
    let reply = client.post(CHAT, &asked(&prompt)).ok();
    let facts: Value = serde_json::from_str(said(&reply)).unwrap();
    assert_eq!(facts[0]["content"], "Billing goes to Frankfurt.");
    client
        .post("/v1/messages", &asked("Hi."))
        .header("request-id")
        .unwrap();
    child.kill().unwrap();
    end_of(&mut child);
    assert!(!home.data().exists(), "it keeps nothing");
}

#[test]
fn a_simulated_provider_says_what_it_is_told_to_and_names_a_taken_port() {
    let home = Home::new();
    let (mut child, address, _) = simulated(&home, &["--say", "Frankfurt."]);
    let mut client = Client::new(address, Some("any"));
    for _ in 0..2 {
        let reply = client.post(CHAT, &asked("Where?")).ok();
        assert_eq!(said(&reply), "Frankfurt.");
    }
    let taken = address.to_string();
    let ran = home.run_soon(&["gateway", "simulate", "--bind", &taken]);
    assert!(ran.code != 0 && ran.err.contains(&taken), "{ran:?}");
    child.kill().unwrap();
    end_of(&mut child);
}

#[test]
fn the_readme_begins_with_what_one_conversation_tells_the_next() {
    let (mut child, _, settings) = simulated(&Home::new(), &[]);
    let home = Home::with_settings(&settings);
    let server = Server::start(&home);
    let chat = "Remember that our choir rehearses in the chapel of Saint Brannock.";
    let mut owner = server.owner();
    owner.post("/proxy/v1/chat/completions", &asked(chat)).ok();
    let queue = || {
        owner.get("/v1/admin/review-queue").ok()["items"]
            .get(0)
            .cloned()
    };
    eventually("what was learnt to wait for a word", queue);
    let confirmed = home.run(&["review", "confirm", "--item", "1"]).ok();
    assert!(confirmed.contains("Saint Brannock"), "{confirmed}");
    let mut question = asked("Where does our choir rehearse?");
    question["max_tokens"] = json!(99);
    let reply = server
        .owner()
        .post("/proxy/anthropic/v1/messages", &question)
        .ok();
    let told = reply["content"][0]["text"].as_str().unwrap();
    assert!(told.contains("It was given this memory"), "{told}");
    assert!(told.contains("Saint Brannock"), "{told}");
    child.kill().unwrap();
    end_of(&mut child);
}

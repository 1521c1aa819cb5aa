//! Vectors of a model elsewhere: asked where it may be, done without where it fails.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::gemini::{Gemini, READ};
use super::*;
use crate::support::eventually;

/// The notebook under its published name.
fn agentmemory(home: &Home, variables: &[(&str, &str)]) -> Server {
    let bin = home.path().join("bin");
    home.run(&["install-aliases", "--dir", bin.to_str().unwrap()])
        .ok();
    let mut command = home.program(bin.join("agentmemory"));
    command
        .env("MNEME_DATA_DIR", home.data())
        .env("PORT", "0")
        .envs(variables.iter().copied());
    Server::launch(command, home)
}

fn remember(client: &mut Client, content: &str) {
    let reply = client.post("/agentmemory/remember", &json!({ "content": content }));
    assert_eq!(reply.status, 201, "{}", reply.text);
}

/// What is found first, and how near it is by meaning.
fn first(client: &mut Client, query: &str) -> Option<(String, f64)> {
    let hits = client.post(
        "/agentmemory/search",
        &json!({ "query": query, "limit": 3 }),
    );
    let hits = hits.ok();
    let hit = hits.as_array().unwrap().first()?;
    let content = hit["content"].as_str().unwrap().to_owned();
    Some((content, hit["vectorScore"].as_f64().unwrap()))
}

/// Waits until a question without a word in common finds something.
fn found_by_meaning(client: &mut Client, query: &str) -> String {
    eventually("the vector", || {
        let found = first(client, query).filter(|(_, near)| *near > 0.9);
        found.map(|(content, _)| content)
    })
}

fn provider(client: &mut Client) -> Value {
    let tool = json!({ "name": "memory_diagnose", "arguments": {} });
    let told = client.post("/agentmemory/mcp/tools", &tool).ok();
    let text = told["content"][0]["text"].as_str().unwrap();
    let told: Value = serde_json::from_str(text).unwrap();
    told["subsystems"]["embeddingProvider"].clone()
}

/// Requests for vectors, each with its head.
fn read(gemini: &Gemini) -> Vec<(String, Value)> {
    let asked = gemini.asked().into_iter();
    asked
        .filter(|(head, _)| head.contains(":batchEmbedContents"))
        .collect()
}

#[test]
fn n_097_the_key_alone_has_gemini_read_and_talk_under_one_name_only() {
    for key in ["GOOGLE_API_KEY", "GEMINI_API_KEY"] {
        let gemini = Gemini::start(|_| (200, json!({ "title": "By the model", "narrative": "n" })));
        let variables = [(key, "hush"), ("GEMINI_BASE_URL", &*gemini.base)];
        let home = Home::new();
        let server = agentmemory(&home, &variables);
        let mut client = guest(&server);
        let secret = format!("ghp_{}", "Wq8".repeat(12));
        remember(&mut client, "The hound sleeps in the yard");
        remember(&mut client, "A lorry waits at the gate");
        let event = format!("nothing to see but {secret}");
        let seen = client.observe(&told("s", "stop", json!(event)));
        assert_eq!(
            found_by_meaning(&mut client, "puppy"),
            "The hound sleeps in the yard"
        );
        let asked = read(&gemini);
        let (head, body) = &asked[0];
        assert!(head.starts_with("POST /v1beta/models/gemini-embedding-001:batchEmbedContents"));
        assert!(
            head.to_lowercase().contains("x-goog-api-key: hush"),
            "{head}"
        );
        assert_eq!(body["requests"][0]["outputDimensionality"], 768);
        assert!(
            !format!("{asked:?}").contains("Wq8Wq8"),
            "no secret is sent"
        );
        assert_eq!(provider(&mut client)["state"], "ok");
        let flags = client.get("/agentmemory/config/flags").ok();
        assert_eq!(flags["embeddingProvider"], "gemini-embedding-001");
        assert_eq!(flags["provider"], "llm");
        let summed = client.post("/agentmemory/summarize", &json!({ "sessionId": "s" }));
        assert_eq!(summed.ok()["summary"]["title"], "By the model", "{seen}");
        // What was read stays read.
        server.stop();
        let before = read(&gemini).len();
        let server = agentmemory(&home, &variables);
        let mut client = guest(&server);
        assert_eq!(
            found_by_meaning(&mut client, "truck"),
            "A lorry waits at the gate"
        );
        let texts = read(&gemini).split_off(before);
        let texts: Vec<&Value> = texts.iter().map(|(_, body)| &body["requests"]).collect();
        assert!(!format!("{texts:?}").contains("hound"), "{texts:?}");
    }
    let gemini = Gemini::start(|_| (200, json!({})));
    let base = ("GEMINI_BASE_URL", &*gemini.base);
    let (nobody, ours) = (Home::new(), Home::new());
    for server in [
        agentmemory(&nobody, &[base]),
        served(&ours, &[base, ("GEMINI_API_KEY", "hush")]),
    ] {
        let mut client = guest(&server);
        remember(&mut client, "The hound sleeps in the yard");
        client.observe(&told("s", "stop", json!("words")));
        assert!(first(&mut client, "hound").is_some());
        assert_eq!(first(&mut client, "puppy"), None);
        server.stop();
    }
    assert_eq!(gemini.calls(), 0, "without a key, and under our own name");
}

#[test]
fn n_097_while_gemini_is_away_words_are_enough_and_nothing_is_lost() {
    let away = Arc::new(AtomicBool::new(true));
    let gemini = Gemini::start({
        let away = away.clone();
        move |prompt| match (prompt, away.load(Ordering::SeqCst)) {
            (READ, true) => (503, json!({})),
            _ => (200, json!({})),
        }
    });
    let home = Home::new();
    let variables = [
        ("GOOGLE_API_KEY", "hush"),
        ("GEMINI_BASE_URL", &*gemini.base),
    ];
    let server = agentmemory(&home, &variables);
    let mut client = guest(&server);
    remember(&mut client, "The hound sleeps in the yard");
    let (found, near) = first(&mut client, "hound").unwrap();
    assert_eq!(
        (found.as_str(), near),
        ("The hound sleeps in the yard", 0.0)
    );
    let told = eventually("a failure", || {
        Some(provider(&mut client)).filter(|told| told["state"] == "down")
    });
    let why = told["message"].as_str().unwrap();
    assert!(
        why.contains("gemini-embedding-001") && why.contains("503"),
        "{why}"
    );
    let asked = gemini.calls();
    for _ in 0..20 {
        assert!(first(&mut client, "hound in trouble").is_some());
    }
    assert!(gemini.calls() < asked + 10, "it is left alone for a while");
    away.store(false, Ordering::SeqCst);
    assert_eq!(
        found_by_meaning(&mut client, "puppy"),
        "The hound sleeps in the yard"
    );
    assert_eq!(provider(&mut client)["state"], "ok");
}

#[test]
fn a_model_elsewhere_is_named_in_the_settings_and_other_lengths_are_refused() {
    let gemini = Gemini::start(|_| (200, json!(3)));
    let home = Home::with_settings(&format!(
        "[embeddings]\nmodel = \"gemini-embedding-001\"\nbase_url = \"{}\"\ntimeout_ms = 9000\n",
        gemini.base
    ));
    let refused = home.run(&["config", "show"]);
    assert!(
        refused.code != 0 && refused.err.contains("GEMINI_API_KEY"),
        "{refused:?}"
    );
    let server = served(&home, &[("GEMINI_API_KEY", "hush")]);
    let mut client = guest(&server);
    remember(&mut client, "The hound sleeps in the yard");
    let told = eventually("a failure", || {
        Some(provider(&mut client)).filter(|told| told["state"] == "down")
    });
    assert!(
        told["message"].is_string(),
        "vectors of three numbers are none"
    );
    assert!(first(&mut client, "hound").is_some());
    assert!(!read(&gemini).is_empty());
    let mut shown = home.command(&["config", "show", "--json"]);
    shown.env("GEMINI_API_KEY", "hush");
    let shown = crate::support::Ran::of(&mut shown).json().to_string();
    for value in ["gemini-embedding-001", &gemini.base, "9000"] {
        assert!(shown.contains(value), "{value}: {shown}");
    }
}

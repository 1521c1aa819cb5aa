//! Limits of the file that nobody sees at once: what is remembered of questions, how many writes
//! share a commit, and who splits a question.

use std::thread;

use mneme_peers::upstream::Reply as Scripted;
use serde_json::{Value, json};

use super::{ADMIN, Oss, PLAIN, client, usual};
use crate::support::{Client, Provider, Server, eventually, texts};

fn served(more: &str) -> (Oss, Server) {
    let text = usual(&format!("{PLAIN}{more}"));
    started(&text.replace("model = \"off\"", "model = \"hash-384\""))
}

fn started(text: &str) -> (Oss, Server) {
    let oss = Oss::new(text);
    let server = oss.serve(&["serve"]);
    (oss, server)
}

/// Texts whose meaning is remembered after one was stored, which is compared with what is there,
/// and three questions were asked.
fn remembered(limits: &str) -> Value {
    let (_oss, server) = served(&format!("[limits]\n{limits}\n"));
    let mut admin = client(&server, ADMIN);
    admin.remember("The ferry is red.");
    for question in ["a red ferry", "what is red?", "which ferry?"] {
        admin.ask(question);
    }
    admin.get("/v1/admin/index-health").ok()["embedding_cache"].clone()
}

#[test]
fn questions_are_remembered_as_many_and_as_long_as_the_file_says() {
    assert_eq!(remembered(""), json!({ "valid": 4, "total": 4 }));
    let none = json!({ "valid": 0, "total": 0 });
    assert_eq!(remembered("embedding_cache_ttl_secs = 0"), none);
    assert_eq!(remembered("embedding_cache_max_size = 0"), none);
    let one = json!({ "valid": 1, "total": 1 });
    assert_eq!(remembered("embedding_cache_max_size = 1"), one);
}

/// Commits and writes since the start.
fn commits(admin: &mut Client) -> [u64; 2] {
    let numbers = admin.get("/metrics").text;
    ["flushes", "ops"].map(|name| {
        let name = format!("memoryoss_group_commit_{name}_total ");
        let line = numbers.lines().find_map(|line| line.strip_prefix(&name));
        line.unwrap().parse().unwrap()
    })
}

#[test]
fn no_more_writes_share_a_commit_than_the_file_says() {
    let limits = "[limits]\ngroup_commit_batch_size = 1\nrate_limit_per_sec = 9999\n";
    let (_oss, server) = started(&usual(&format!("{PLAIN}{limits}")));
    let mut admin = client(&server, ADMIN);
    let before = commits(&mut admin);
    thread::scope(|scope| {
        for writer in 0..16 {
            let mut client = client(&server, ADMIN);
            scope.spawn(move || {
                for n in 0..4 {
                    client.remember(&format!("Crate {n} of writer {writer} is full."));
                }
            });
        }
    });
    let [flushes, writes] = commits(&mut admin);
    let (flushes, writes) = (flushes - before[0], writes - before[1]);
    assert!(writes >= 64, "{writes}");
    assert_eq!(flushes, writes, "each has a commit of its own");
}

#[test]
fn what_changes_nothing_says_why() {
    let more = format!("{PLAIN}[limits]\ngroup_commit_flush_ms = 5\n[sharing]\nenabled = false\n");
    let oss = Oss::new(&usual(&more));
    let shown = oss.run(&["config", "show", "--json"]);
    for key in ["limits.group_commit_flush_ms", "sharing.enabled"] {
        let said = format!("memoryoss.toml: {key} changes nothing: ");
        assert!(shown.err.contains(&said), "{}", shown.err);
    }
    let shown = shown.json();
    let rows = shown.as_array().unwrap();
    let row = rows
        .iter()
        .find(|row| row["key"] == "limits.group_commit_flush_ms");
    let note = row.unwrap()["note"].as_str().unwrap();
    assert!(note.contains("waits for no other"), "{note}");
    let server = oss.serve(&["serve"]);
    assert!(server.errors().contains("sharing.enabled changes nothing"));
}

const BOATS: &str = "The pilot boat is moored at buoy nine.";
const COOKS: &str = "Soup of the canteen is made by Mirela.";
const BOTH: &str = "tell me about the harbour and lunch";

/// More than one question finds well: filled with other things, and with two that have no word of
/// [`BOTH`].
fn filled(server: &Server) -> Client {
    let mut admin = client(server, ADMIN);
    let filler = |n: usize| {
        let words = (0..4_000).map(|word| format!("w{n}x{word}"));
        let content = words.collect::<Vec<_>>().join(" ");
        json!({ "content": content, "tags": ["ballast"], "agent": "filler" })
    };
    for n in 0..8 {
        admin.store(&filler(n));
    }
    admin.remember(BOATS);
    admin.remember(COOKS);
    eventually("everything to be read", || {
        let health = admin.get("/v1/admin/index-health").ok();
        (health["indexer_lag"] == 0).then_some(())
    });
    admin
}

fn splitting(provider: &Provider, more: &str) -> String {
    format!(
        "[decompose]\nprovider = \"openai\"\napi_key = \"sk-splits\"\nendpoint = \"{}\"\n{more}\n",
        provider.openai()
    )
}

#[test]
fn a_question_to_a_large_namespace_is_asked_in_parts() {
    let provider = Provider::start();
    let (_oss, server) = served(&splitting(&provider, "model = \"splitter-1\""));
    let mut admin = filled(&server);
    let parts = json!({ "questions": ["where is the pilot boat moored?", "who makes the soup?"] });
    provider.push(Scripted::says(parts.to_string()));
    let asked = json!({ "query": BOTH, "limit": 3 });
    let told = admin.recall(&asked);
    let found = texts(&told);
    assert!(
        found.contains(&BOATS.to_owned()) && found.contains(&COOKS.to_owned()),
        "{found:?}"
    );
    let hits = told["memories"].as_array().unwrap();
    let boats = hits.iter().find(|hit| hit["memory"]["content"] == BOATS);
    let provenance = boats.unwrap()["provenance"].as_array().unwrap();
    assert!(provenance.contains(&json!("decomposed")), "{provenance:?}");
    let request = provider.requests().pop().unwrap();
    assert_eq!(
        (request.key(), &request.json()["model"]),
        (Some("sk-splits"), &json!("splitter-1"))
    );
    let prompt = request.prompt();
    assert!(
        prompt.contains(BOTH)
            && prompt.contains("filler: 8 memories")
            && prompt.contains("ballast"),
        "{prompt}"
    );
    for kept in ["pilot boat", "Mirela", "w0x1"] {
        assert!(
            !prompt.contains(kept),
            "nothing that is kept is told: {prompt}"
        );
    }
    admin.recall(&asked);
    assert_eq!(provider.requests().len(), 1, "asked again, it is known");
    // Nobody who answers nonsense stops a question.
    provider.push(Scripted::says("no idea"));
    admin.recall(&json!({ "query": "the harbour and lunch, once more" }));
    assert_eq!(provider.requests().len(), 2);
}

#[test]
fn a_small_namespace_a_small_budget_and_a_proxy_ask_nobody() {
    let provider = Provider::start();
    let (_oss, server) = served(&splitting(&provider, ""));
    let mut admin = client(&server, ADMIN);
    admin.remember(BOATS);
    assert_eq!(admin.ask("pilot boat"), [BOATS]);
    server.stop();
    let (_oss, server) = served(&splitting(&provider, "token_budget = 1"));
    assert!(!filled(&server).ask("pilot boat").is_empty());
    let explained = json!({ "query": BOTH });
    client(&server, ADMIN)
        .post("/v1/admin/query-explain", &explained)
        .ok();
    assert!(provider.requests().is_empty());
    let unknown = usual(&format!("{PLAIN}[decompose]\nprovider = \"oracle\"\n"));
    Oss::new(&unknown)
        .run(&["serve"])
        .refused(2, "decompose.provider");
    let keyless = usual(&format!("{PLAIN}[decompose]\nprovider = \"claude\"\n"));
    Oss::new(&keyless)
        .run(&["serve"])
        .refused(2, "decompose.api_key");
}

#[test]
fn a_hangup_reads_the_file_again_and_lists_that_are_gone_are_gone() {
    let text = |rate: u32, more: &str| {
        let rate = format!("[limits]\nrate_limit_per_sec = {rate}\n");
        usual(&format!("{PLAIN}{rate}{more}"))
    };
    let closed = "[trust.ip_allowlists]\ndefault = [\"192.0.2.7\"]\n";
    let (oss, server) = started(&text(10_000, closed));
    let mut admin = client(&server, ADMIN);
    admin
        .get("/v1/memories")
        .refused(403, "address_not_allowed");
    let open = text(10_000, "[trust]\nthreshold = 0.9\n");
    oss.write("memoryoss.toml", &open);
    server.hang_up();
    eventually("the list to be gone", || {
        (admin.get("/v1/memories").status == 200).then_some(())
    });
    eventually("the new threshold", || {
        let stats = admin.get("/v1/admin/trust-stats").ok();
        (stats["threshold"] == 0.9).then_some(())
    });
    oss.write("memoryoss.toml", &text(1, ""));
    server.hang_up();
    eventually("the new rate", || {
        (admin.get("/v1/memories").status == 429).then_some(())
    });
}

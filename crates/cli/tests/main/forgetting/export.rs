//! Taking everything along.

use serde_json::{Value, json};

use super::{assert_clean, quick};
use crate::support::{Client, HASHED, Home, Ran, shared, texts};

pub fn fill(home: &Home, client: &mut Client) {
    client.store(&json!({
        "content": "Grüße aus dem Hafen.\nZweite Zeile \"zitiert\".", "tags": ["port", "mail"],
        "agent": "ann", "session": "s", "memory_type": "episodic", "occurred_at": "2024-02-03T04:05:06Z",
        "metadata": { "room": { "n": 7 } },
    }));
    let changed = client.remember("The pier has six lamps.");
    client.update(&changed, "The pier has seven lamps.");
    (0..3).for_each(|_| drop(client.remember("Fog comes early.")));
    let old = client.remember("The harbour master is Olaf.");
    let new = client.remember("The harbour master is Ingrid.");
    home.run(&["supersede", &old, &new]).ok();
    let gone = client.remember("The vault combination is 1234.");
    client.forget(&json!({ "id": gone }));
    client.ingest(&json!([
        { "id": "e1", "session": "talk", "speaker": "Bela", "role": "user", "text": "Is the crane safe?", "occurred_at": "2025-01-01T00:00:00Z" },
        { "session": "talk", "speaker": "Ann", "kind": "rumour", "text": "The crane squeaks.", "metadata": { "loud": true } },
    ]));
}

/// By a program that is not ours.
fn sha256(home: &Home, text: &str) -> String {
    let mut python = home.program("python3");
    python.args([
        "-c",
        "import hashlib, sys; print(hashlib.sha256(sys.argv[1].encode()).hexdigest())",
        text,
    ]);
    Ran::from(python.output().unwrap()).ok().trim().to_owned()
}

#[test]
fn g_180_an_export_has_everything_of_the_caller_and_no_embeddings() {
    let (home, server) = quick(HASHED);
    let mut client = server.owner();
    fill(&home, &mut client);
    server.admin("elsewhere").remember("Not of this house.");
    crate::meaning::read(&home);
    let all = client.get("/v1/export?events=true").ok();
    assert_eq!(
        (&all["count"], &all["namespace"]),
        (&json!(5), &json!("default"))
    );
    assert_eq!(all["memories"].as_array().unwrap().len(), 5);
    assert_eq!(all["events"].as_array().unwrap().len(), 2);
    let only = client.get("/v1/export").ok();
    assert!(
        only["events"].as_array().is_none_or(Vec::is_empty),
        "{only}"
    );
    assert_eq!(only["memories"], all["memories"]);
    let text = all.to_string();
    assert!(
        !text.contains("embedding") && !text.contains("1234") && !text.contains("Not of this"),
        "{text}"
    );
    for memory in all["memories"].as_array().unwrap() {
        let content = memory["content"].as_str().unwrap();
        assert_eq!(memory["content_hash"], sha256(&home, content), "{memory}");
        assert!(memory["source_key_id"].is_string(), "{memory}");
    }
    let mut reader = Client::new(server.http(), Some(&server.key("default", "reader")));
    assert_eq!(reader.get("/v1/export").ok()["count"], 5);
    let mut other = server.admin("empty");
    assert_eq!(other.get("/v1/export").ok()["count"], 0);
    other
        .get("/v1/export?namespace=default")
        .refused(403, "foreign_namespace");
}

/// Everything of a store that should survive a move, in a settled order.
fn known(home: &Home) -> Vec<Value> {
    let export = home.json(&["export", "--events"]);
    let lists = ["memories", "events"].map(|list| export[list].as_array().unwrap().clone());
    let kept = [
        "content",
        "tags",
        "agent",
        "session",
        "speaker",
        "role",
        "kind",
        "memory_type",
        "occurred_at",
        "metadata",
    ];
    let shape = |record: &Value| {
        kept.iter()
            .map(|field| ((*field).to_owned(), record[field].clone()))
            .collect::<Value>()
    };
    let mut all: Vec<Value> = lists
        .concat()
        .iter()
        .filter(|r| r["status"] != "stale")
        .map(shape)
        .collect();
    all.sort_by_key(Value::to_string);
    all
}

#[test]
fn g_180_exported_lines_import_into_a_fresh_store() {
    let (home, server) = quick(HASHED);
    fill(&home, &mut server.owner());
    let file = home.path().join("all.jsonl");
    let said = home.run(&[
        "export",
        "--events",
        "--lines",
        "-o",
        file.to_str().unwrap(),
    ]);
    assert!(
        said.err.contains("exported 5 memories and 2 events to"),
        "{said:?}"
    );
    let (fresh_home, fresh) = quick(HASHED);
    let imported = fresh_home.json(&["import", file.to_str().unwrap(), "--json"]);
    assert_eq!(
        (&imported["memories"], &imported["events"]),
        (&json!(5), &json!(2)),
        "what is superseded stays so"
    );
    assert_eq!(known(&fresh_home), known(&home));
    let mut client = fresh.owner();
    for (question, answer) in [
        ("seven lamps", "The pier has seven lamps."),
        ("crane squeaks", "The crane squeaks."),
        ("harbour master", "The harbour master is Ingrid."),
    ] {
        let found = client.recall(&json!({ "query": question }));
        assert_eq!(texts(&found)[0], answer);
    }
    assert_eq!(
        client.inspect("e1")["content"],
        "Is the crane safe?",
        "events keep their ids"
    );
    let again = fresh_home.json(&["import", file.to_str().unwrap(), "--json"]);
    assert_eq!(again["known_already"], 7, "{again}");
    assert_clean(&fresh_home);
}

#[test]
fn an_export_goes_to_standard_output_or_a_file() {
    let (home, server) = quick("");
    fill(&home, &mut server.owner());
    let shown = home.json(&["export"]);
    let contract = &shown["runtime_contract"];
    assert_eq!(contract["contract_id"], "memoryoss.runtime.v1alpha1");
    assert_eq!(contract["document_route"], "/v1/runtime/contract");
    home.run(&["export", "-o", "all.json"]).ok();
    let text = std::fs::read_to_string(home.path().join("all.json")).unwrap();
    let kept: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(kept["memories"], shown["memories"]);
    home.run(&["export", "-o", "no/such/place"])
        .refused(2, "bad_file");
    server.stop();
    assert_eq!(
        home.json(&["export"])["memories"],
        shown["memories"],
        "unserved"
    );
}

#[test]
fn g_180_a_full_export_tells_what_came_of_each_memory() {
    let mut admin = shared().admin("full-export");
    let id = admin.remember("The lantern is lit at dusk.");
    let word = json!({ "id": id, "action": "confirm" });
    admin.post("/v1/feedback", &word).ok();
    let plain = admin.get("/v1/export").ok();
    for name in ["reuse_count", "review_events"] {
        assert!(plain["memories"][0].get(name).is_none(), "{plain}");
    }
    let full = admin.get("/v1/export?full=true").ok();
    assert_eq!(full["count"], 1, "{full}");
    let one = &full["memories"][0];
    assert_eq!(
        [&one["id"], &one["content_hash"], &one["confirm_count"]],
        [&json!(id), &plain["memories"][0]["content_hash"], &json!(1)]
    );
    assert_eq!([&one["injection_count"], &one["reuse_count"]], [0, 0]);
    assert!(one["last_outcome_at"].is_string(), "{one}");
    let said = one["review_events"].as_array().unwrap();
    assert_eq!(said.len(), 1, "{one}");
    assert_eq!(
        [&said[0]["action"], &said[0]["via"]],
        ["confirm", "feedback_api"]
    );
    admin
        .get("/v1/export?full=perhaps")
        .refused(422, "bad_request");
}

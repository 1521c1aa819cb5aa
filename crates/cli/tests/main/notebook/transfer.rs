//! Everything out, and in again.

use super::model::{plenty, willing, with_key};
use super::*;
use crate::support::eventually;

/// A notebook with something of everything.
fn fill(client: &mut Client) {
    let start = json!({ "sessionId": "s1", "project": "/code/app", "cwd": "/code/app/src", "title": "A title", "agentId": "ann" });
    client.post("/agentmemory/session/start", &start).ok();
    let tool = json!({ "tool_name": "Edit", "tool_input": { "file_path": "a.rs" }, "tool_output": "done", "exit": 0 });
    client.observe(&told("s1", "post_tool_use", tool));
    client.observe(&told("s1", "prompt_submit", json!({ "prompt": "why?" })));
    client
        .post("/agentmemory/session/end", &json!({ "sessionId": "s1" }))
        .ok();
    client.observe(&told("s2", "stop", json!("just words")));
    let said =
        json!({ "sessionId": "s2", "project": "p", "text": "cold cache", "type": "thought" });
    assert_eq!(client.post("/agentmemory/agent/observe", &said).status, 201);
    for content in [
        "The deploy needs two approvals from the team",
        "The deploy needs two approvals from the team lead",
    ] {
        let new = json!({ "content": content, "concepts": "deploy, ops", "files": ["d.yml"], "project": "/code/app", "agentId": "ann", "ttlDays": 30 });
        assert_eq!(client.post("/agentmemory/remember", &new).status, 201);
    }
    for _ in 0..2 {
        client.post(
            "/agentmemory/lessons",
            &json!({ "content": "Always lint first", "context": "CI", "tags": ["ci"] }),
        );
    }
    let slot = json!({ "label": "mine", "content": "pinned", "project": "/code/app" });
    assert_eq!(client.post("/agentmemory/slot", &slot).status, 201);
    client
        .post(
            "/agentmemory/slot/append",
            &json!({ "label": "persona", "text": "terse" }),
        )
        .ok();
    let relation = json!({ "sourceId": "s1", "targetId": "s2", "type": "extends" });
    assert_eq!(client.post("/agentmemory/relations", &relation).status, 201);
    let commit = json!({ "sha": "0123456789abcdef0123456789abcdef01234567", "sessionId": "s1", "message": "mend it" });
    client.post("/agentmemory/session/commit", &commit).ok();
    client
        .post("/agentmemory/summarize", &json!({ "sessionId": "s1" }))
        .ok();
    client
        .post(
            "/agentmemory/actions",
            &json!({ "title": "mend it", "priority": 3 }),
        )
        .ok();
}

fn exported(client: &mut Client) -> Value {
    let mut export = client.get("/agentmemory/export").ok();
    assert!(export["exportedAt"].is_string(), "{export}");
    export.as_object_mut().unwrap().remove("exportedAt");
    export
}

fn import(client: &mut Client, export: &Value, strategy: &str) -> Value {
    let body = json!({ "exportData": export, "strategy": strategy });
    client.post("/agentmemory/import", &body).ok()
}

#[test]
fn n_084_an_export_taken_in_elsewhere_is_the_same_export() {
    let (home, other) = (Home::new(), Home::new());
    let (server, empty) = (served(&home, &[]), served(&other, &[]));
    let (mut client, mut there) = (guest(&server), guest(&empty));
    fill(&mut client);
    let export = exported(&mut client);
    for (list, many) in [
        ("sessions", 2),
        ("memories", 2),
        ("lessons", 1),
        ("slots", 2),
        ("actions", 1),
        ("relations", 1),
        ("commits", 1),
        ("summaries", 1),
        ("crystals", 1),
    ] {
        assert_eq!(
            export[list].as_array().map(Vec::len),
            Some(many),
            "{list} of {export:#}"
        );
    }
    assert_eq!(export["observations"]["s1"].as_array().unwrap().len(), 2);
    let taken = import(&mut there, &export, "merge");
    assert_eq!(taken["imported"]["observations"], 4, "{taken}");
    assert_eq!(exported(&mut there), export);
    // What came in is found, and what gave way there has given way here.
    let found = there
        .post("/agentmemory/search", &json!({ "query": "approvals" }))
        .ok();
    assert_eq!(found.as_array().unwrap().len(), 1, "{found}");
    let again = import(&mut there, &export, "merge");
    assert_eq!(again["imported"]["observations"], 0, "{again}");
    assert_eq!(again["imported"]["memories"], 0, "{again}");
    assert_eq!(
        exported(&mut there),
        export,
        "taken in twice it is there once"
    );
    other.run(&["verify"]).ok();
    other.run(&["rebuild"]).ok();
    assert_eq!(exported(&mut there), export);
}

/// What a model made: told observations, what they name, memories, facts and procedures.
#[test]
fn n_084_what_a_model_made_is_the_same_elsewhere() {
    let gemini = willing();
    let flags = [
        ("AGENTMEMORY_AUTO_COMPRESS", "true"),
        ("GRAPH_EXTRACTION_ENABLED", "true"),
    ];
    let (home, other) = (Home::new(), Home::new());
    let server = served(&home, &with_key(&gemini, &[]));
    let mut client = guest(&server);
    plenty(&mut client);
    client.post("/agentmemory/consolidate", &json!({})).ok();
    server.stop();
    let server = served(&home, &with_key(&gemini, &flags));
    let mut client = guest(&server);
    client.observe(&told(
        "told",
        "prompt_submit",
        json!({ "prompt": "polish it" }),
    ));
    eventually("the model to have told it", || {
        let export = exported(&mut client);
        let told = ["compressed", "extracted"].map(|list| export[list][0].is_object());
        (told == [true; 2]).then_some(())
    });
    let empty = served(&other, &[]);
    let mut there = guest(&empty);
    let export = exported(&mut client);
    for list in ["semanticMemories", "proceduralMemories", "memories"] {
        let many = export[list].as_array().map_or(0, Vec::len);
        assert_ne!(many, 0, "{list} of {export:#}");
    }
    let calls = gemini.calls();
    import(&mut there, &export, "merge");
    assert_eq!(exported(&mut there), export);
    for path in ["semantic", "procedural", "graph/stats", "insights"] {
        let path = format!("/agentmemory/{path}");
        assert_eq!(there.get(&path).ok(), client.get(&path).ok(), "{path}");
    }
    assert_eq!(gemini.calls(), calls, "nobody is asked for what was told");
    other.run(&["verify"]).ok();
}

#[test]
fn n_084_what_was_hidden_and_what_nobody_asked_come_back_the_same() {
    let (home, other) = (Home::new(), Home::new());
    let (server, empty) = (served(&home, &[]), served(&other, &[]));
    let (mut client, mut there) = (guest(&server), guest(&empty));
    let token = format!("ghp_{}", "Wq8".repeat(12));
    let by_token = json!({ token.as_str(): "the staging one" });
    let tool = json!({ "tool_name": "Edit", "tool_input": by_token, "tool_output": "done" });
    // Summed up, though nobody asked anything in it: its title is the summary's.
    client.observe(&told("quiet", "post_tool_use", tool));
    let quiet = json!({ "sessionId": "quiet" });
    client.post("/agentmemory/summarize", &quiet).ok();
    let long = format!("{} password: {token}", "long ".repeat(37));
    client.observe(&told("asked", "prompt_submit", json!({ "prompt": long })));
    let asked = json!({ "sessionId": "asked" });
    client.post("/agentmemory/summarize", &asked).ok();
    let lesson = json!({ "content": "Never show <private>the door", "context": "at night" });
    let lesson = client.post("/agentmemory/lessons", &lesson).body["lesson"].clone();
    assert_eq!(
        (&lesson["content"], &lesson["context"]),
        (&json!("Never show [REDACTED]"), &json!("at night"))
    );
    let export = exported(&mut client);
    let session = client.noted_session("quiet").unwrap();
    assert!(session["title"].is_string(), "{session}");
    assert_eq!(session.get("firstPrompt"), None, "{session}");
    let seen = &export["observations"]["quiet"][0]["toolInput"];
    assert_eq!(*seen, json!({ "[REDACTED_SECRET]": "the staging one" }));
    import(&mut there, &export, "merge");
    assert_eq!(exported(&mut there), export);
}

#[test]
fn n_084_pages_of_sessions_say_whether_there_are_more() {
    let home = Home::new();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    for session in ["a", "b", "c"] {
        client.observe(&told(session, "stop", json!(session)));
    }
    let page = |client: &mut Client, offset: &str| {
        let path = query(
            "/agentmemory/export",
            &[("maxSessions", "2"), ("offset", offset)],
        );
        let told = client.get(&path).ok();
        (
            told["sessions"].as_array().unwrap().len(),
            told["pagination"].clone(),
        )
    };
    let (many, pages) = page(&mut client, "0");
    let first = json!({ "offset": 0, "limit": 2, "total": 3, "hasMore": true });
    assert_eq!((many, pages), (2, first));
    let (many, pages) = page(&mut client, "2");
    let second = json!({ "offset": 2, "limit": 2, "total": 3, "hasMore": false });
    assert_eq!((many, pages), (1, second));
}

#[test]
fn a_strategy_says_what_becomes_of_what_is_here() {
    let home = Home::new();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    fill(&mut client);
    let before = exported(&mut client);
    let mut changed = before.clone();
    changed["lessons"][0]["confidence"] = json!(0.9);
    let skipped = import(&mut client, &changed, "skip");
    assert_eq!(skipped["imported"]["lessons"], 0, "{skipped}");
    assert_eq!(exported(&mut client), before);
    import(&mut client, &changed, "merge");
    assert_eq!(exported(&mut client), changed);
    client.post(
        "/agentmemory/remember",
        &json!({ "content": "an entirely other thing" }),
    );
    client.observe(&told("s9", "stop", json!("another session")));
    let replaced = import(&mut client, &changed, "replace");
    assert!(replaced["replaced"].as_u64().unwrap() >= 2, "{replaced}");
    assert_eq!(exported(&mut client), changed);
}

#[test]
fn what_is_newer_here_is_not_put_back_by_an_older_export() {
    let home = Home::new();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    let slot = |content: &str| json!({ "label": "mine", "content": content, "scope": "global" });
    client.post("/agentmemory/slot", &slot("old"));
    let lesson = json!({ "content": "Always lint first" });
    client.post("/agentmemory/lessons", &lesson);
    let action = client.post("/agentmemory/actions", &json!({ "title": "Lint" }));
    let action = action.ok()["action"]["id"].as_str().unwrap().to_owned();
    let old = exported(&mut client);
    client.post("/agentmemory/slot/replace", &slot("new")).ok();
    client.post("/agentmemory/lessons", &lesson);
    let done = json!({ "status": "completed" });
    client
        .patch(&format!("/agentmemory/actions/{action}"), &done)
        .ok();
    let new = exported(&mut client);
    let told = import(&mut client, &old, "merge");
    assert_eq!(exported(&mut client), new, "{told}");
    import(&mut client, &old, "replace");
    assert_eq!(
        exported(&mut client)["slots"],
        old["slots"],
        "where that is wanted"
    );
}

#[test]
fn a_memory_is_current_unless_the_file_says_otherwise() {
    let home = Home::new();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    let brought =
        json!({ "memories": [{ "id": "mem_gnu", "content": "gnus live in the savanna" }] });
    import(&mut client, &brought, "merge");
    let listed = client.get("/agentmemory/memories?latest=true").ok();
    assert_eq!(listed["memories"][0]["id"], "mem_gnu", "{listed}");
}

#[test]
fn a_page_of_an_export_replaces_nothing() {
    let home = Home::new();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    fill(&mut client);
    let page = client.get("/agentmemory/export?maxSessions=1").ok();
    assert_eq!(page["pagination"]["hasMore"], true);
    let before = exported(&mut client);
    let body = json!({ "exportData": page, "strategy": "replace" });
    let refused = client.post("/agentmemory/import", &body);
    refused.refused(400, "bad_request");
    assert_eq!(exported(&mut client), before);
}

#[test]
fn what_is_no_export_is_refused_before_anything_is_written() {
    let home = Home::new();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    let before = exported(&mut client);
    for (body, why) in [
        (json!({}), "exportData is required"),
        (json!({ "exportData": [] }), "an export is a JSON object"),
        (
            json!({ "exportData": { "memories": [] }, "strategy": "x" }),
            "strategy 'x'",
        ),
        (
            json!({ "exportData": { "memories": [{ "id": "mem_1", "content": "a" }, { "id": "mem_2" }] } }),
            "memories[1]",
        ),
        (
            json!({ "exportData": { "sessions": [{ "id": "s", "startedAt": "soon" }], "memories": [{ "id": "m", "content": "a" }] } }),
            "startedAt",
        ),
        (
            json!({ "exportData": { "memories": [], "lessons": [{ "content": " " }] } }),
            "lessons[0]",
        ),
        (
            json!({ "exportData": { "memories": [{ "id": "m", "content": "a" }],
                "slots": [{ "label": "long", "scope": "global", "content": "x".repeat(2_001) }] } }),
            "slots[0]: content exceeds sizeLimit",
        ),
    ] {
        let reply = client.post("/agentmemory/import", &body);
        assert_eq!(reply.status, 400, "{}", reply.text);
        assert!(reply.text.contains(why), "{why}: {}", reply.text);
    }
    assert_eq!(exported(&mut client), before);
}

#[test]
fn n_018_no_door_lets_a_secret_into_an_export() {
    let home = Home::new();
    let server = served(&home, &[]);
    let (mut client, secret) = (guest(&server), format!("ghp_{}", "Wq8".repeat(12)));
    let kept = client.post(
        "/agentmemory/remember",
        &json!({ "content": format!("one {secret}") }),
    );
    let id = kept.body["memory"]["id"].clone();
    let export = json!({
        "sessions": [{ "id": "in", "project": secret, "title": secret }],
        "observations": { "in": [{ "id": "obs_1", "timestamp": "2026-01-01T00:00:00Z", "hookType": "stop", "raw": { "password": secret, "note": secret } }] },
        "memories": [{ "id": "mem_in", "content": format!("two {secret}"), "isLatest": true }],
        "lessons": [{ "content": format!("never show {secret}") }],
    });
    for (path, said) in [
        (
            "evolve",
            json!({ "memoryId": id, "newContent": format!("three {secret}") }),
        ),
        (
            "lessons",
            json!({ "content": format!("always hide {secret}") }),
        ),
        ("slot", json!({ "label": "hidden", "content": secret })),
        ("actions", json!({ "title": format!("mend {secret}") })),
        (
            "agent/observe",
            json!({ "sessionId": "a", "project": "p", "text": secret }),
        ),
        ("import", json!({ "exportData": export })),
        ("second-brain", json!({ "file": "n.md", "content": secret })),
    ] {
        let reply = client.post(&format!("/agentmemory/{path}"), &said);
        assert!(reply.status < 300, "{path}: {}", reply.text);
    }
    let told = client.get("/agentmemory/export").ok().to_string();
    for kept in [
        "three ",
        "two ",
        "never show",
        "always hide",
        "mend ",
        "[REDACTED_SECRET]",
    ] {
        assert!(told.contains(kept), "{kept} is not in {told}");
    }
    assert!(!told.contains("Wq8Wq8"), "{told}");
    server.stop();
    assert_eq!(
        crate::support::having(home.path(), "Wq8Wq8"),
        Vec::<std::path::PathBuf>::new()
    );
}

#[test]
fn n_084_lists_this_notebook_does_not_have_are_told() {
    let home = Home::new();
    let server = served(&home, &[]);
    let export = json!({
        "memories": [{ "id": "mem_1", "content": "The quay is dry" }], "sessions": [],
        "profiles": [{ "project": "p" }], "facets": [{ "id": "f" }, { "id": "g" }], "routines": [],
    });
    let asked = json!({ "exportData": export });
    let told = guest(&server).post("/agentmemory/import", &asked).ok();
    assert_eq!(told["imported"]["memories"], 1, "{told}");
    assert_eq!(told["leftOut"], json!({ "profiles": 1, "facets": 2 }));
}

#[test]
fn n_084_what_another_notebook_says_of_an_observation_is_kept() {
    let (home, other) = (Home::new(), Home::new());
    let server = served(&home, &[("AUTO_FORGET_ENABLED", "false")]);
    let mut client = guest(&server);
    let told = json!({
        "id": "obs_z", "timestamp": "2020-01-01T00:00:00Z", "hookType": "post_tool_use", "type": "discovery",
        "title": "Airship found", "subtitle": "at dusk", "narrative": "A zeppelin hung over the harbour",
        "facts": ["It carries gondolas"], "concepts": ["aviation"], "files": ["hangar/keel.rs"],
        "importance": 1, "confidence": 0.9,
    });
    // Another program's wording of the same data is no news.
    let plain = json!({
        "id": "obs_p", "timestamp": "2020-01-02T00:00:00Z", "hookType": "post_tool_use", "title": "Bash",
        "narrative": "{\"command\": \"make\"} | ok", "importance": 5, "confidence": 0.3,
        "toolName": "Bash", "toolInput": { "command": "make" }, "toolOutput": "ok",
    });
    let export = json!({ "sessions": [], "observations": { "old": [told, plain] } });
    let asked = json!({ "exportData": export });
    let taken = client.post("/agentmemory/import", &asked).ok();
    assert_eq!(taken["imported"]["observations"], 2, "{taken}");
    let seen = client.observations("old");
    for (field, said) in told.as_object().unwrap() {
        if field != "timestamp" {
            assert_eq!(&seen[0][field], said, "{field}: {}", seen[0]);
        }
    }
    assert_eq!(seen[1]["narrative"], "{\"command\":\"make\"} | ok");
    for query in ["zeppelin", "gondolas", "aviation"] {
        let found = client.post("/agentmemory/search", &json!({ "query": query }));
        assert_eq!(found.ok()[0]["obsId"], "obs_z", "{query}");
    }
    let again = client.post("/agentmemory/import", &asked).ok();
    assert_eq!(again["imported"]["observations"], 0, "{again}");
    let mut before = home.json(&["notebook", "export"]);
    assert_eq!(
        before["compressed"].as_array().unwrap().len(),
        1,
        "{before:#}"
    );
    let file = home.path().join("old.json");
    std::fs::write(&file, before.to_string()).unwrap();
    let told = other.json(&["notebook", "import", file.to_str().unwrap(), "--json"]);
    assert_eq!(
        (&told["skipped"], &told["imported"]["compressed"]),
        (&json!(0), &json!(1)),
        "{told}"
    );
    let after = other.json(&["notebook", "export"]);
    before["exportedAt"] = after["exportedAt"].clone();
    assert_eq!(after, before);
    let swept = client.post("/agentmemory/auto-forget", &json!({})).ok();
    assert_eq!(swept["evictedObservations"], json!(["obs_z"]), "{swept}");
    assert_eq!(client.observations("old").len(), 1);
}

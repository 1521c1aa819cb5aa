//! A notebook that reads its own export changes nothing, whatever stands in it.

use super::*;

fn token() -> String {
    format!("ghp_{}", "Wq8".repeat(12))
}

fn exported(client: &mut Client) -> Value {
    let mut export = client.get("/agentmemory/export").ok();
    export.as_object_mut().unwrap().remove("exportedAt");
    export
}

fn import(client: &mut Client, export: &Value, strategy: &str) -> Value {
    let body = json!({ "exportData": export, "strategy": strategy });
    client.post("/agentmemory/import", &body).ok()
}

fn made(client: &mut Client, path: &str, body: &Value) -> Value {
    let reply = client.post(&format!("/agentmemory/{path}"), body);
    assert!(reply.status < 300, "{path}: {}", reply.text);
    reply.body
}

/// Secrets in everything that is kept, and a session whose name looks like one.
fn fill(client: &mut Client) {
    let (token, secret) = (token(), format!("password={}", "Zx9".repeat(12)));
    let start = json!({ "sessionId": token, "project": "/code/app", "cwd": "/", "title": secret });
    made(client, "session/start", &start);
    let data = json!({ "tool_name": "Edit", "tool_input": { "file_path": "a.rs", "apiKey": "k" }, "tool_output": secret });
    client.observe(&told(&token, "post_tool_use", data));
    made(client, "summarize", &json!({ "sessionId": token }));
    let lesson =
        json!({ "content": format!("Never use {secret}"), "context": secret, "tags": [secret] });
    let lesson = made(client, "lessons", &lesson)["lesson"]["id"].take();
    made(
        client,
        "remember",
        &json!({ "content": format!("It was {secret}"), "concepts": [secret] }),
    );
    made(
        client,
        "slot",
        &json!({ "label": "mine", "content": format!("say {secret}") }),
    );
    let action = json!({ "title": format!("rotate {secret}"), "sessionId": token });
    made(client, "actions", &action);
    made(
        client,
        "relations",
        &json!({ "sourceId": token, "targetId": lesson, "type": "extends" }),
    );
    for n in 0..6 {
        let sha = format!("{n}123456789abcdef0123456789abcdef0123456{n}");
        let commit =
            json!({ "sha": sha, "sessionId": token, "message": format!("mend {n} {secret}") });
        made(client, "session/commit", &commit);
    }
}

#[test]
fn a_notebook_reads_its_own_export_and_nothing_changes() {
    let (home, other) = (Home::new(), Home::new());
    let (server, empty) = (served(&home, &[]), served(&other, &[]));
    let (mut client, mut there) = (guest(&server), guest(&empty));
    fill(&mut client);
    let export = exported(&mut client);
    assert_eq!(export["sessions"][0]["id"], token(), "called what it is");
    assert_eq!(export["summaries"][0]["sessionId"], token());
    let shas = export["sessions"][0]["commitShas"].as_array().unwrap();
    assert!(
        shas.is_sorted_by_key(|sha| sha.as_str().unwrap()),
        "{shas:?}"
    );
    for strategy in ["merge", "skip", "replace"] {
        let taken = import(&mut client, &export, strategy);
        let mut counts = taken["imported"].as_object().unwrap().values();
        assert!(counts.all(|count| *count == 0), "{strategy}: {taken}");
        assert_eq!(taken["replaced"], 0, "{taken}");
        assert_eq!(exported(&mut client), export, "{strategy}");
    }
    import(&mut there, &export, "merge");
    assert_eq!(exported(&mut there), export, "and elsewhere it is the same");
    // The lesson told again is the one that is there, on both.
    for client in [&mut client, &mut there] {
        let told = json!({ "content": format!("never use password={}", "Zx9".repeat(12)) });
        assert_eq!(made(client, "lessons", &told)["action"], "strengthened");
    }
}

#[test]
fn a_forgotten_session_does_not_come_back_by_its_name() {
    let home = Home::new();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    fill(&mut client);
    let bare = json!({ "sessionId": "bare", "project": "/code/app", "cwd": "/" });
    made(&mut client, "session/start", &bare);
    let export = exported(&mut client);
    for session in [token(), String::from("bare")] {
        made(&mut client, "forget", &json!({ "sessionId": session }));
    }
    let after = exported(&mut client);
    assert_eq!(after["sessions"], json!([]));
    let taken = import(&mut client, &export, "merge");
    assert_eq!(taken["imported"]["sessions"], 0, "{taken}");
    assert!(taken["forgotten"].as_u64().unwrap() >= 3, "{taken}");
    assert_eq!(exported(&mut client), after);
    // What nobody forgot begins it again.
    let mut more = export.clone();
    let seen = json!({ "id": "obs_new", "timestamp": "2026-02-01T00:00:00Z", "hookType": "stop", "raw": "unheard of" });
    more["observations"]["bare"] = json!([seen]);
    let taken = import(&mut client, &more, "merge");
    assert_eq!(taken["imported"]["sessions"], 1, "{taken}");
    assert_eq!(client.observations("bare").len(), 1);
}

#[test]
fn notes_of_agents_kept_apart_are_found_by_name_when_they_are_together_again() {
    let home = Home::new();
    let server = kept_apart(&home, "ann", &[]);
    let mut client = guest(&server);
    made(
        &mut client,
        "slot",
        &json!({ "label": "own", "content": "ann's" }),
    );
    let lesson = json!({ "content": "Oil the hinges" });
    let id = made(&mut client, "lessons", &lesson)["lesson"]["id"].clone();
    let action =
        made(&mut client, "actions", &json!({ "title": "oil it" }))["action"]["id"].clone();
    server.stop();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    let slot = client.get(&query("/agentmemory/slot", &[("label", "own")]));
    assert_eq!(slot.ok()["slot"]["content"], "ann's");
    let told = json!({ "label": "own", "text": "and ours" });
    assert_eq!(
        made(&mut client, "slot/append", &told)["slot"]["content"],
        "ann's\nand ours"
    );
    let grown = made(
        &mut client,
        "lessons/strengthen",
        &json!({ "lessonId": id }),
    );
    assert_eq!(grown["lesson"]["reinforcements"], 1);
    assert_eq!(
        made(&mut client, "lessons", &lesson)["action"],
        "strengthened"
    );
    let path = format!("/agentmemory/actions/{}", action.as_str().unwrap());
    client.patch(&path, &json!({ "status": "completed" })).ok();
    let export = exported(&mut client);
    for list in ["lessons", "actions"] {
        assert_eq!(export[list].as_array().map(Vec::len), Some(1), "{export:#}");
    }
    let taken = import(&mut client, &export, "replace");
    assert_eq!(
        taken["replaced"], 0,
        "what comes in is not forgotten: {taken}"
    );
    assert_eq!(exported(&mut client), export);
}

#[test]
fn the_list_of_memories_says_how_many_there_are() {
    let home = Home::new();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    for (n, project) in [(0, "a"), (1, "a"), (2, "b"), (3, "b"), (4, "b")] {
        let content = format!("{} entirely other matter {n}", "xyzzy ".repeat(n + 1));
        let kind = ["fact", "pattern"][n % 2];
        let kept = json!({ "content": format!("{content} {n}{n}{n}{n} {project}{n}{n}"), "project": project, "type": kind, "ttlDays": 9 });
        made(&mut client, "remember", &kept);
    }
    let first = client.get("/agentmemory/memories?limit=1").ok()["memories"][0]["id"].clone();
    made(
        &mut client,
        "evolve",
        &json!({ "memoryId": first, "newContent": "a newer word" }),
    );
    made(
        &mut client,
        "lessons",
        &json!({ "content": "a lesson is no memory" }),
    );
    made(
        &mut client,
        "slot",
        &json!({ "label": "mine", "content": "nor is a slot" }),
    );
    let mut told = |asked: &[(&str, &str)]| {
        let told = client.get(&query("/agentmemory/memories", asked)).ok();
        let total = told["total"].as_u64().unwrap();
        (told["memories"].as_array().unwrap().len(), total)
    };
    assert_eq!(told(&[("latest", "true"), ("limit", "2")]), (2, 5));
    assert_eq!(told(&[("latest", "true")]), (5, 5));
    assert_eq!(told(&[("limit", "1")]), (1, 6));
    assert_eq!(told(&[("limit", "1"), ("project", "a")]), (1, 2));
    assert_eq!(told(&[("limit", "0"), ("latest", "true")]), (0, 5));
    let insights = client.get("/agentmemory/insights?limit=1").ok();
    assert_eq!(insights["total"], 2, "{insights}");
}

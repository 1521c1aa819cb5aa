//! Agents that are kept apart: none takes over what is another's, whatever it brings along.

use super::*;
use crate::support::Reply;

fn import(client: &mut Client, data: &Value) -> Reply {
    let body = json!({ "exportData": data, "strategy": "merge" });
    client.post("/agentmemory/import", &body)
}

/// Bob writes into everything an export has; what he exports.
fn written_by_bob(home: &Home) -> Value {
    let server = kept_apart(home, "bob", &[]);
    let mut client = guest(&server);
    client.observe(&told(
        "s-bob",
        "prompt_submit",
        json!({ "prompt": "Bob asks" }),
    ));
    for (path, body) in [
        (
            "/remember",
            json!({ "content": "Bob keeps his key under the fern" }),
        ),
        (
            "/lessons",
            json!({ "content": "Bob waters the fern first" }),
        ),
        (
            "/slot",
            json!({ "label": "garden", "scope": "global", "content": "ferns" }),
        ),
        ("/actions", json!({ "title": "Bob buys a fern" })),
    ] {
        let reply = client.post(&format!("/agentmemory{path}"), &body);
        assert!(reply.status < 300, "{path}: {}", reply.text);
    }
    client.get("/agentmemory/export").ok()
}

/// What an agent has, without the moment it was asked.
fn all_of(home: &Home, agent: &str) -> Value {
    let server = kept_apart(home, agent, &[]);
    let mut export = guest(&server).get("/agentmemory/export").ok();
    export["exportedAt"].take();
    export
}

#[test]
fn an_import_takes_nothing_over_and_a_refused_one_writes_nothing() {
    let home = Home::new();
    let export = written_by_bob(&home);
    let (bob, nothing) = (all_of(&home, "bob"), all_of(&home, "alice"));
    let id = &export["memories"][0]["id"];
    let taken_over = json!({ "version": "0.1.0", "memories": [{ "id": id, "content": "taken by alice", "type": "fact" }] });
    let mut renamed = export.clone();
    renamed["memories"][0]["agentId"] = json!("alice");
    renamed["memories"][0]["content"] = json!("Alice has the key now");
    {
        let server = kept_apart(&home, "alice", &[]);
        let mut client = guest(&server);
        for data in [&taken_over, &export, &renamed] {
            import(&mut client, data).refused(403, "foreign_agent");
        }
    }
    assert_eq!(all_of(&home, "alice"), nothing, "nothing came in");
    assert_eq!(all_of(&home, "bob"), bob, "and nothing changed");
}

#[test]
fn what_is_ones_own_comes_in() {
    let home = Home::new();
    let export = written_by_bob(&home);
    let server = kept_apart(&home, "bob", &[]);
    import(&mut guest(&server), &export).ok();
    drop(server);
    let elsewhere = Home::new();
    let server = kept_apart(&elsewhere, "bob", &[]);
    let taken = import(&mut guest(&server), &export).ok();
    assert_eq!(taken["imported"]["memories"], 1, "{taken}");
}

#[test]
fn each_has_a_second_brain_of_its_own() {
    let home = Home::new();
    let notes = home.path().join("notes");
    let place = [("SECOND_BRAIN_DIR", notes.to_str().unwrap())];
    let note = |content: &str| json!({ "file": "diary.md", "content": content });
    for agent in ["bob", "../Bob", "alice"] {
        let server = kept_apart(&home, agent, &place);
        let mut client = guest(&server);
        let listed = client.get("/agentmemory/second-brain").ok();
        assert_eq!(listed["files"], json!([]), "{agent}");
        client.post("/agentmemory/second-brain", &note(agent)).ok();
        let own = client.get("/agentmemory/second-brain?file=diary.md").ok();
        assert_eq!(own["content"], agent);
    }
    assert_eq!(std::fs::read_dir(notes.join("agents")).unwrap().count(), 3);
}

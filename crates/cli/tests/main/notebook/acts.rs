//! Who did what: every write leaves a line, with its agent.

use super::joined::list;
use super::*;

/// Lines the journal of writes has got since it was last looked at, the latest first.
struct Written {
    known: usize,
}

impl Written {
    /// At least one line, by this agent, that begins so.
    fn expect(&mut self, client: &mut Client, operation: &str, agent: &str) -> usize {
        let lines = list(client, "/dolt/commits?limit=500", "commits");
        let new = lines.len() - self.known;
        self.known = lines.len();
        assert!(new > 0, "no line for {operation}: {}", lines[0]);
        let said = lines[..new].iter().map(|line| line["message"].as_str());
        let said: Vec<&str> = said.map(|message| message.unwrap()).collect();
        assert!(
            said.iter().any(|message| message.starts_with(operation)),
            "{operation}: {said:?}"
        );
        for line in &lines[..new] {
            assert_eq!(line["agent"], agent, "{operation}: {line}");
            assert_eq!(line["sha"].as_str().unwrap().len(), 40);
        }
        new
    }
}

#[test]
fn n_052_every_write_is_told_with_its_agent() {
    let home = Home::new();
    let server = served(&home, &[("AGENT_ID", "rook")]);
    let mut client = guest(&server);
    let mut journal = Written { known: 0 };
    let mut wrote = |client: &mut Client, operation: &str, agent: &str| {
        assert_eq!(journal.expect(client, operation, agent), 1, "{operation}");
    };
    let start = json!({ "sessionId": "s", "project": "/p", "cwd": "/p" });
    client.post("/agentmemory/session/start", &start).ok();
    wrote(&mut client, "session_start", "rook");
    let mut one = told("s", "prompt_submit", json!({ "prompt": "x" }));
    let seen = client.observe(&one);
    wrote(&mut client, "observe", "rook");
    one["agentId"] = json!("jay");
    client.observe(&one);
    wrote(&mut client, "observe", "jay");
    let posts = [
        (
            "/agent/observe",
            json!({ "sessionId": "s", "project": "/p", "text": "the mill stands" }),
            "observe",
        ),
        (
            "/remember",
            json!({ "content": "The mill turns" }),
            "remember",
        ),
        (
            "/lessons",
            json!({ "content": "Oil the mill" }),
            "lesson_create",
        ),
        (
            "/lessons",
            json!({ "content": "Oil the mill" }),
            "lesson_update",
        ),
        (
            "/slot",
            json!({ "label": "mill", "content": "turns" }),
            "slot_create",
        ),
        (
            "/slot/append",
            json!({ "label": "mill", "text": "on" }),
            "slot_update",
        ),
        (
            "/slot/replace",
            json!({ "label": "mill", "content": "rests" }),
            "slot_update",
        ),
        (
            "/actions",
            json!({ "title": "Mend the mill" }),
            "action_create",
        ),
        (
            "/relations",
            json!({ "sourceId": "s", "targetId": seen, "type": "related" }),
            "relation_create",
        ),
        ("/session/commit", json!({ "sha": "abc" }), "commit_create"),
        (
            "/second-brain",
            json!({ "file": "plan for now.md", "content": "oil it" }),
            "second_brain_write plan for now.md",
        ),
        ("/summarize", json!({ "sessionId": "s" }), "summary_create"),
        ("/session/end", json!({ "sessionId": "s" }), "session_end"),
        ("/forget", json!({ "sessionId": "s" }), "forget"),
    ];
    for (path, body, operation) in posts {
        let reply = client.post(&format!("/agentmemory{path}"), &body);
        assert!(reply.status < 300, "{path}: {}", reply.text);
        wrote(&mut client, operation, "rook");
    }
    let lessons = list(&mut client, "/audit?operation=lesson_create", "entries");
    assert_eq!(lessons.len(), 1);
    let entry = &lessons[0];
    assert_eq!(
        (&entry["userId"], &entry["operation"]),
        (&json!("rook"), &json!("lesson_create"))
    );
    assert!(
        entry["targetIds"][0].as_str().unwrap().starts_with("lsn_"),
        "{entry}"
    );
    for key in ["id", "timestamp", "functionId", "details", "qualityScore"] {
        assert!(entry.get(key).is_some(), "{key}");
    }
    assert_eq!(list(&mut client, "/audit?limit=2", "entries").len(), 2);
}

#[test]
fn n_052_what_is_changed_and_taken_away_is_told_too() {
    let home = Home::new();
    let server = served(&home, &[("AGENT_ID", "rook")]);
    let mut client = guest(&server);
    let mut journal = Written { known: 0 };
    let mut wrote = |client: &mut Client, operation: &str| {
        assert_eq!(journal.expect(client, operation, "rook"), 1, "{operation}");
    };
    for (path, body, operation) in [
        ("lessons", json!({ "content": "Oil the mill" }), "lesson"),
        ("actions", json!({ "title": "Mend the mill" }), "action"),
        ("slot", json!({ "label": "mill", "content": "x" }), "slot"),
        ("remember", json!({ "content": "It turns" }), "remember"),
    ] {
        let made = client.post(&format!("/agentmemory/{path}"), &body);
        assert!(made.status < 300, "{path}: {}", made.text);
        wrote(&mut client, operation);
    }
    let lesson = list(&mut client, "/lessons", "lessons")[0]["id"].clone();
    let lesson = json!({ "lessonId": lesson });
    client.post("/agentmemory/lessons/strengthen", &lesson).ok();
    wrote(&mut client, "lesson_update");
    let action = list(&mut client, "/actions", "actions")[0]["id"].clone();
    let action = format!("/agentmemory/actions/{}", action.as_str().unwrap());
    client.patch(&action, &json!({ "status": "active" })).ok();
    wrote(&mut client, "action_update");
    let mill = "/agentmemory/slot?label=mill";
    client.delete(mill, &json!({})).ok();
    wrote(&mut client, "supersede");
    let memory = list(&mut client, "/memories", "memories")[0]["id"].clone();
    let change = json!({ "memoryId": memory, "newContent": "The wheel is broken" });
    client.post("/agentmemory/evolve", &change).ok();
    wrote(&mut client, "evolve");
    let evolved = list(&mut client, "/audit?operation=evolve", "entries");
    assert_eq!(evolved.len(), 1, "{evolved:?}");
    let remembered = list(&mut client, "/audit?operation=remember", "entries");
    assert_eq!(remembered.len(), 1, "{remembered:?}");
}

/// What one call writes in several steps.
#[test]
fn n_052_what_is_made_of_much_is_told_too() {
    let home = Home::new();
    let server = served(
        &home,
        &[("AGENT_ID", "rook"), ("AUTO_FORGET_ENABLED", "false")],
    );
    let mut client = guest(&server);
    let mut journal = Written { known: 0 };
    for session in ["one", "two"] {
        for n in 0..3 {
            let input = json!({ "file_path": "src/sluice/gate.go" });
            let data = json!({ "tool_name": "Edit", "tool_input": input, "tool_output": format!("todo: oil it {n}") });
            client.observe(&told(session, "post_tool_use", data));
        }
    }
    journal.expect(&mut client, "observe", "rook");
    let reflected = client.post("/agentmemory/slot/reflect", &json!({ "sessionId": "one" }));
    assert_ne!(reflected.ok()["applied"], 0);
    journal.expect(&mut client, "slot_create", "rook");
    let made = client.post("/agentmemory/consolidate", &json!({ "minObservations": 3 }));
    assert_eq!(made.ok()["consolidated"], 1);
    journal.expect(&mut client, "remember", "rook");
    let passing = json!({ "content": "a passing thought", "ttlDays": 0.000_000_01 });
    assert_eq!(client.post("/agentmemory/remember", &passing).status, 201);
    journal.expect(&mut client, "remember", "rook");
    let swept = client.post("/agentmemory/auto-forget", &json!({})).ok();
    assert_eq!(swept["evicted"], 1);
    journal.expect(&mut client, "forget", "rook");
    let brought = json!({
        "sessions": [{ "id": "in" }], "memories": [{ "id": "mem_in", "content": "Gnus graze" }],
        "observations": { "in": [{ "id": "obs_in", "timestamp": "2026-01-01T00:00:00Z", "hookType": "stop", "raw": "x" }] },
        "lessons": [{ "content": "Never feed a gnu" }], "actions": [{ "id": "act_in", "title": "Fence" }],
    });
    let brought = json!({ "exportData": brought });
    client.post("/agentmemory/import", &brought).ok();
    journal.expect(&mut client, "remember", "rook");
    for (operation, id) in [("lesson_create", "lsn_"), ("action_create", "act_in")] {
        let path = format!("/audit?operation={operation}");
        let told = list(&mut client, &path, "entries");
        let target = told[0]["targetIds"][0].as_str().unwrap();
        assert!(target.starts_with(id), "{told:?}");
    }
}

//! What a call needs: without it the call is refused by name, and nothing is done.

use super::*;

/// Calls that say all there is to say by being made.
pub const FREE: [&str; 33] = [
    "GET /livez",
    "GET /health",
    "GET /sessions",
    "GET /memories",
    "GET /lessons",
    "GET /slots",
    "GET /actions",
    "GET /frontier",
    "GET /profile",
    "GET /relations",
    "GET /review",
    "GET /graph",
    "GET /graph/stats",
    "GET /commits",
    "GET /audit",
    "GET /dolt/commits",
    "GET /mcp/tools",
    "GET /toc",
    "GET /crystals",
    "GET /semantic",
    "GET /procedural",
    "GET /insights",
    "GET /config/flags",
    "GET /export",
    "GET /replay/sessions",
    "GET /second-brain",
    "POST /crystals/auto",
    "POST /consolidate",
    "POST /consolidate-pipeline",
    "POST /auto-forget",
    "POST /forget",
    "POST /replay/import-jsonl",
    "POST /claude-bridge/sync",
];

fn needing() -> Vec<(String, String)> {
    let needs = |(method, path): &(String, String)| {
        let call = format!("{method} {path}");
        !FREE.contains(&call.as_str())
    };
    routes::listed().filter(needs).collect()
}

/// Everything there is, and who did what.
fn state(client: &mut Client) -> (Value, Value) {
    let mut export = client.get("/agentmemory/export").ok();
    export.as_object_mut().unwrap().remove("exportedAt");
    let acts = client.get("/agentmemory/dolt/commits?limit=500").ok();
    (export, acts)
}

#[test]
fn n_116_who_says_nothing_where_something_is_needed_is_told_what() {
    let home = Home::new();
    let brain = home.path().join("brain");
    std::fs::create_dir_all(&brain).unwrap();
    std::fs::create_dir_all(home.path().join(".claude/projects")).unwrap();
    let server = served(&home, &[("SECOND_BRAIN_DIR", brain.to_str().unwrap())]);
    let mut client = guest(&server);
    client.observe(&told("s", "prompt_submit", json!({ "prompt": "work" })));
    let made = json!({ "content": "The gate is red", "project": "/code/app" });
    client.post("/agentmemory/remember", &made);
    let action = client.post("/agentmemory/actions", &json!({ "title": "Oil it" }));
    let action = action.body["action"]["id"].as_str().unwrap().to_owned();
    let before = state(&mut client);
    let mut asked = 0;
    for (method, path) in needing() {
        let bodies: &[&[u8]] = match method.as_str() {
            "GET" | "DELETE" => &[b""],
            _ => &[b"", b"{}", b"{\"unheard\":\"of\",\"sessionId\":\"\"}"],
        };
        for body in bodies {
            let path = path.replace("nobody", &action);
            let reply = client.send(&method, &format!("/agentmemory{path}"), body);
            let place = format!("{method} {path}: {}", reply.text);
            assert_eq!(reply.status, 400, "{place}");
            assert!(!reply.body["code"].as_str().unwrap().is_empty(), "{place}");
            let said = reply.body["error"].as_str().unwrap();
            let tells = ["required", "nothing says", "not understood"];
            assert!(tells.iter().any(|word| said.contains(word)), "{place}");
            asked += 1;
        }
    }
    assert!(asked > 60, "{asked}");
    assert_eq!(state(&mut client), before, "nothing was done");
    for call in FREE {
        let (method, path) = call.split_once(' ').unwrap();
        let body: &[u8] = if method == "GET" { b"" } else { b"{}" };
        let reply = client.send(method, &format!("/agentmemory{path}"), body);
        assert_eq!(reply.status, 200, "{call}: {}", reply.text);
    }
    server.assert_sound();
}

#[test]
fn every_call_either_needs_something_or_is_free() {
    let all: Vec<String> = routes::listed()
        .map(|(method, path)| format!("{method} {path}"))
        .collect();
    for free in FREE {
        assert!(all.iter().any(|call| call == free), "{free} is no call");
    }
}

#[test]
fn a_project_is_as_long_everywhere_and_no_name_of_a_session_has_a_null() {
    let mut client = guest(timeline());
    let (fits, long) = ("p".repeat(256), "p".repeat(257));
    let session = unique("named");
    let calls = |project: &str| {
        let label = unique("slot");
        [
            (
                "session/start",
                json!({ "sessionId": session, "project": project, "cwd": "/" }),
            ),
            (
                "agent/observe",
                json!({ "sessionId": session, "project": project, "text": "a" }),
            ),
            (
                "remember",
                json!({ "content": unique("kept"), "project": project }),
            ),
            (
                "lessons",
                json!({ "content": unique("learnt"), "project": project }),
            ),
            (
                "slot",
                json!({ "label": label, "content": "a", "project": project }),
            ),
            (
                "slot/append",
                json!({ "label": "guidance", "text": "a", "project": project }),
            ),
        ]
    };
    for (call, body) in calls(&fits) {
        let told = client.post(&format!("/agentmemory/{call}"), &body);
        assert!(told.status < 300, "{call}: {}", told.text);
    }
    for (call, body) in calls(&long) {
        let told = client.post(&format!("/agentmemory/{call}"), &body);
        let fault = told.refused(400, "bad_name");
        assert!(
            fault["error"].as_str().unwrap().contains("257 > 256"),
            "{call}"
        );
    }
    let odd = json!({ "sessionId": "a\u{0}b", "project": "/p", "cwd": "/" });
    client
        .post("/agentmemory/session/start", &odd)
        .refused(400, "bad_name");
    let odd = told("a\u{0}b", "prompt_submit", json!({ "prompt": "a" }));
    client
        .post("/agentmemory/observe", &odd)
        .refused(400, "bad_name");
}

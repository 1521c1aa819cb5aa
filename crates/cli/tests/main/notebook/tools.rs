//! Tools over plain HTTP: listed, used, refused.

use super::*;
use crate::support::eventually;

/// Every tool in the published order, with the least it can be called with. `$S` is a session
/// with an observation, `$M` a memory, `$A` an action.
pub const LEAST: [(&str, &str); 31] = [
    ("memory_recall", r#"{"query":"approval"}"#),
    (
        "memory_save",
        r#"{"content":"Deploys need approval by the team lead"}"#,
    ),
    ("memory_sessions", "{}"),
    ("memory_sessions_list", "{}"),
    ("memory_smart_search", r#"{"query":"approval"}"#),
    ("memory_timeline", r#"{"anchor":"2026-01-30T10:00:00Z"}"#),
    ("memory_observations", r#"{"sessionId":"$S"}"#),
    ("memory_profile", r#"{"project":"/code/app"}"#),
    ("memory_lessons", "{}"),
    (
        "memory_lesson_save",
        r#"{"content":"Always run the tests first"}"#,
    ),
    ("memory_lesson_recall", r#"{"query":"tests"}"#),
    ("memory_lesson_search", r#"{"query":"tests"}"#),
    ("memory_consolidate", "{}"),
    ("memory_reflect", r#"{"sessionId":"$S"}"#),
    ("memory_diagnose", "{}"),
    ("memory_forget", r#"{"memoryId":"$M"}"#),
    ("memory_export", "{}"),
    (
        "agent_observe",
        r#"{"sessionId":"$S","project":"/code/app","text":"looked around"}"#,
    ),
    (
        "agent_remember",
        r#"{"content":"The port is 8443 in staging","project":"/code/app"}"#,
    ),
    ("memory_antigravity_sync", r#"{"mode":"all"}"#),
    ("memory_antigravity_sync_all", r#"{"mode":"all"}"#),
    ("memory_slot_list", "{}"),
    ("memory_slot_get", r#"{"label":"persona"}"#),
    ("memory_slot_create", r#"{"label":"scratch"}"#),
    (
        "memory_slot_append",
        r#"{"label":"scratch","text":"a line"}"#,
    ),
    (
        "memory_slot_replace",
        r#"{"label":"scratch","content":"another"}"#,
    ),
    ("memory_slot_delete", r#"{"label":"scratch"}"#),
    ("memory_action_create", r#"{"title":"Write it down"}"#),
    (
        "memory_action_update",
        r#"{"actionId":"$A","status":"active"}"#,
    ),
    ("memory_frontier", "{}"),
    ("memory_crystallize", r#"{"sessionId":"$S"}"#),
];

/// What a tool is called with at least, once there is something to call it about.
pub fn least(client: &mut Client) -> Vec<(&'static str, Value)> {
    let session = unique("tooled");
    let data = json!({ "tool_name": "Edit", "tool_input": { "file_path": "src/a.rs" }, "tool_output": "TODO approval" });
    client.observe(&told(&session, "post_tool_use", data));
    let action = client
        .post("/agentmemory/actions", &json!({ "title": "Look" }))
        .ok();
    let action = action["action"]["id"].as_str().unwrap().to_owned();
    let memory = json!({ "content": format!("To be forgotten by {session}") });
    let memory = client.post("/agentmemory/remember", &memory).body["memory"]["id"].clone();
    let memory = memory.as_str().unwrap().to_owned();
    let named = [("$S", &session), ("$A", &action), ("$M", &memory)];
    let filled = |text: &str| {
        let fill = |text: String, (name, id): &(&str, &String)| text.replace(name, id);
        named.iter().fold(text.to_owned(), fill)
    };
    let read = |text: &str| serde_json::from_str(&filled(text)).unwrap();
    LEAST.map(|(name, text)| (name, read(text))).to_vec()
}

/// Antigravity was used on this machine, though nothing was said.
pub fn with_antigravity(home: &Home) {
    std::fs::create_dir_all(home.path().join(".gemini/antigravity/brain")).unwrap();
}

impl Client {
    /// What a tool gives.
    pub fn tool(&mut self, name: &str, arguments: Value) -> Value {
        let asked = json!({ "name": name, "arguments": arguments });
        let told = self.post("/agentmemory/mcp/tools", &asked);
        assert_eq!(told.status, 200, "{name}: {}", told.text);
        let part = &told.body["content"][0];
        assert_eq!(part["type"], "text");
        serde_json::from_str(part["text"].as_str().unwrap()).unwrap()
    }
}

#[test]
fn n_074_n_114_thirty_one_tools_by_name_with_their_schemas() {
    let told = guest(timeline()).get("/agentmemory/mcp/tools").ok();
    let tools = told["tools"].as_array().unwrap();
    let names: Vec<&str> = tools
        .iter()
        .map(|tool| tool["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, LEAST.map(|(name, _)| name));
    for tool in tools {
        let schema = &tool["inputSchema"];
        assert_eq!(schema["type"], "object", "{tool}");
        let properties = schema["properties"].as_object().unwrap();
        for property in properties.values() {
            assert!(property["type"].is_string(), "{tool}");
            assert!(
                property["description"].as_str().unwrap().len() > 4,
                "{tool}"
            );
        }
        let needed = schema["required"].as_array().unwrap();
        let all = needed
            .iter()
            .all(|name| properties.contains_key(name.as_str().unwrap()));
        assert!(
            all && tool["description"].as_str().unwrap().len() > 9,
            "{tool}"
        );
    }
    let starred = |name: &str| {
        let tool = tools.iter().find(|tool| tool["name"] == name).unwrap();
        tool["inputSchema"]["required"].clone()
    };
    assert_eq!(starred("agent_observe"), json!(["sessionId", "project"]));
    assert_eq!(starred("memory_slot_append"), json!(["label", "text"]));
    assert_eq!(starred("memory_frontier"), json!([]));
}

#[test]
fn n_075_every_tool_answers_with_json() {
    let home = Home::new();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    for (name, arguments) in least(&mut client) {
        let told = client.tool(name, arguments);
        assert!(told.is_object() || told.is_array(), "{name}: {told}");
    }
    let told = client.tool("memory_forget", json!({}));
    assert_eq!(told, json!({ "success": true, "deleted": 0 }));
    server.assert_sound();
}

#[test]
fn n_076_what_is_wrong_with_a_call_is_named() {
    let mut client = guest(timeline());
    let mut refused = |asked: Value, status: u16| {
        let reply = client.post("/agentmemory/mcp/tools", &asked);
        assert_eq!(reply.status, status, "{asked}: {}", reply.text);
        reply.body["error"].as_str().unwrap().to_owned()
    };
    assert_eq!(refused(json!({}), 400), "name is required");
    assert_eq!(refused(json!({ "name": "x" }), 400), "unknown tool: x");
    assert_eq!(
        refused(json!({ "name": "memory_recall" }), 400),
        "query is required"
    );
    let call = |name: &str, arguments: Value| json!({ "name": name, "arguments": arguments });
    assert_eq!(
        refused(call("memory_recall", json!("x")), 400),
        "arguments must be an object"
    );
    let observed = json!({ "sessionId": "s", "project": "p" });
    assert_eq!(
        refused(call("agent_observe", observed), 400),
        "text or content is required"
    );
    refused(
        call("memory_recall", json!({ "query": "x", "limit": "many" })),
        400,
    );
    refused(call("memory_slot_get", json!({ "label": "" })), 400);
    assert_eq!(
        refused(
            call("memory_recall", json!({ "query": "x", "limits": 3 })),
            400
        ),
        "there is no argument 'limits': this tool takes query*, limit (* is needed)"
    );
    let gone = json!({ "actionId": "act_0_000000000000" });
    refused(call("memory_action_update", gone), 404);
    for (name, text) in LEAST {
        let given: Value = serde_json::from_str(text).unwrap();
        for argument in given.as_object().unwrap().keys() {
            let mut less = given.clone();
            less.as_object_mut().unwrap().remove(argument);
            let reply = client.post("/agentmemory/mcp/tools", &call(name, less));
            let told = reply.body["error"].as_str().unwrap_or_default();
            // Where one of several has to be there, all of them are told of.
            let needed = match argument.as_str() {
                "text" if name == "agent_observe" => String::from("text or content is required"),
                // Who names nothing forgets nothing.
                "memoryId" => continue,
                // Nobody has such an action, and that is told first.
                "status" => continue,
                argument => format!("{argument} is required"),
            };
            assert!(
                reply.status == 400 && told == needed,
                "{name} {argument}: {}",
                reply.text
            );
        }
    }
}

#[test]
fn n_077_lists_come_as_they_are_or_with_commas() {
    let home = Home::new();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    let mut saved = |project: &str, concepts: Value, files: Value| {
        let asked = json!({
            "content": "Tokens are checked at the entrance", "project": project,
            "concepts": concepts, "files": files,
        });
        let told = client.tool("memory_save", asked);
        let memory = &told["memory"];
        (memory["concepts"].clone(), memory["files"].clone())
    };
    let text = saved("one", json!("auth, tokens"), json!("a.rs,b.rs"));
    let list = saved("two", json!(["auth", "tokens"]), json!(["a.rs", "b.rs"]));
    assert_eq!(text, list);
    assert_eq!(text.0, json!(["auth", "tokens"]));
}

#[test]
fn n_108_one_entry_for_each_part_and_a_damaged_model_is_told() {
    let home = Home::with_settings("[embeddings]\nmodel = \"hash-384\"\n");
    let well = served(&home, &[]);
    let told = guest(&well).tool("memory_diagnose", json!({}));
    assert_eq!(told["status"], "healthy", "{told}");
    let parts = [
        "store",
        "keywordIndex",
        "vectorIndex",
        "embeddingProvider",
        "llm",
        "liveStream",
        "backup",
    ];
    let known = told["subsystems"].as_object().unwrap();
    for part in parts {
        assert!(known[part]["state"].is_string(), "{part}: {told}");
        assert!(known[part].as_object().unwrap().len() > 1, "{part}: {told}");
    }
    let home = Home::new();
    let models = home.path().join("models");
    let files = ["model.safetensors", "config.json", "vocab.txt"];
    std::fs::create_dir_all(models.join("all-minilm-l6-v2")).unwrap();
    for file in files {
        std::fs::write(models.join("all-minilm-l6-v2").join(file), "{}").unwrap();
    }
    home.set(&format!(
        "[embeddings]\nmodel = \"all-minilm-l6-v2\"\nmodels_dir = {models:?}\n"
    ));
    let poor = served(&home, &[]);
    guest(&poor).tool("memory_save", json!({ "content": "Something to read" }));
    eventually("the model to be looked at", || {
        let told = guest(&poor).tool("memory_diagnose", json!({}));
        (told["status"] == "degraded").then_some(())
    });
    let told = guest(&poor).tool("memory_diagnose", json!({}));
    assert_eq!(told["status"], "degraded", "{told}");
    assert_eq!(told["subsystems"]["embeddingProvider"]["state"], "down");
    assert_eq!(told["subsystems"]["store"]["state"], "ok");
}

#[test]
fn n_109_the_latest_twenty_or_all_of_them() {
    let home = Home::new();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    for n in 0..30 {
        let mut seen = told(
            &format!("s{n:02}"),
            "prompt_submit",
            json!({ "prompt": "x" }),
        );
        seen["timestamp"] = json!(format!("2026-01-30T10:{n:02}:00Z"));
        client.observe(&seen);
    }
    let names = |told: Value| -> Vec<String> {
        let sessions = told["sessions"].as_array().unwrap();
        sessions
            .iter()
            .map(|s| s["id"].as_str().unwrap().to_owned())
            .collect()
    };
    let wanted: Vec<String> = (0..30).rev().map(|n| format!("s{n:02}")).collect();
    assert_eq!(
        names(client.tool("memory_sessions", json!({}))),
        wanted[..20]
    );
    assert_eq!(
        names(client.tool("memory_sessions_list", json!({}))),
        wanted
    );
    let few = client.tool("memory_sessions", json!({ "limit": "3.0" }));
    assert_eq!(names(few), wanted[..3]);
}

#[test]
fn n_110_recall_takes_all_of_a_session_and_smart_search_three() {
    let home = Home::new();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    for n in 0..6 {
        let prompt = json!({ "prompt": format!("zebra crossing number {n}") });
        client.observe(&told("old", "prompt_submit", prompt));
    }
    client
        .post("/agentmemory/session/end", &json!({ "sessionId": "old" }))
        .ok();
    let prompt = json!({ "prompt": "another zebra" });
    client.observe(&told("new", "prompt_submit", prompt));
    let mut hits = |tool: &str| {
        let found = client.tool(tool, json!({ "query": "zebra crossing", "limit": 10 }));
        let found = found.as_array().unwrap().clone();
        let of = |session: &str| {
            found
                .iter()
                .filter(|hit| hit["sessionId"] == session)
                .count()
        };
        (of("old"), of("new"))
    };
    assert_eq!(hits("memory_recall"), (6, 1));
    assert_eq!(hits("memory_smart_search"), (3, 1));
}

#[test]
fn n_112_slot_tools_and_rest_agree() {
    let home = Home::new();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    let label = json!({ "label": "plan" });
    let seen = |client: &mut Client, content: Option<&str>| {
        let rest = client.get("/agentmemory/slot?label=plan");
        let tool = client.tool("memory_slot_get", label.clone());
        let all = client.tool("memory_slot_list", json!({}));
        let listed = all["slots"].as_array().unwrap().clone();
        let listed = listed.iter().find(|slot| slot["label"] == "plan").cloned();
        match content {
            Some(content) => {
                assert_eq!(rest.ok()["slot"]["content"], content);
                assert_eq!(tool["slot"]["content"], content);
                assert_eq!(tool["scope"], "global", "the tool's own default");
                assert_eq!(listed.unwrap()["content"], content);
            }
            None => {
                assert_eq!(rest.status, 404);
                assert_eq!(tool["success"], false);
                assert_eq!(tool["error"], "slot not found");
                assert_eq!(listed, None);
            }
        }
    };
    seen(&mut client, None);
    let steps = [
        (
            "memory_slot_create",
            json!({ "label": "plan", "content": "one", "sizeLimit": 100.0 }),
            "one",
        ),
        (
            "memory_slot_create",
            json!({ "label": "plan", "content": "two", "sizeLimit": "100" }),
            "two",
        ),
        (
            "memory_slot_append",
            json!({ "label": "plan", "text": "three" }),
            "two\nthree",
        ),
        (
            "memory_slot_replace",
            json!({ "label": "plan", "content": "four" }),
            "four",
        ),
    ];
    for (tool, arguments, content) in steps {
        assert_eq!(client.tool(tool, arguments)["success"], true);
        seen(&mut client, Some(content));
    }
    assert_eq!(
        client.tool("memory_slot_delete", json!({ "label": "plan" }))["success"],
        true
    );
    seen(&mut client, None);
}

#[test]
fn n_112_slots_of_a_project_are_at_hand_through_tools_too() {
    let home = Home::new();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    let data = json!({ "tool_name": "Edit", "tool_input": { "file_path": "src/heron.rs" }, "tool_output": "TODO: feed the heron" });
    client.observe(&told("s1", "post_tool_use", data));
    client.tool("memory_reflect", json!({ "sessionId": "s1" }));
    let pending = json!({ "label": "pending_items", "project": "/code/app" });
    let slot = client.tool("memory_slot_get", pending.clone());
    assert_eq!(slot["scope"], "project", "{slot}");
    assert!(slot["slot"]["content"].as_str().unwrap().contains("heron"));
    let all = client.tool("memory_slot_list", json!({ "project": "/code/app" }));
    assert!(all.to_string().contains("feed the heron"), "{all}");
    let everybodys = client.tool("memory_slot_list", json!({}));
    assert!(!everybodys.to_string().contains("heron"), "{everybodys}");
    let own = json!({ "label": "plan", "content": "one", "project": "/code/app" });
    let made = client.tool("memory_slot_create", own);
    assert_eq!(made["slot"]["scope"], "project", "{made}");
    let line = json!({ "label": "plan", "text": "two", "project": "/code/app" });
    let added = client.tool("memory_slot_append", line);
    assert_eq!(added["slot"]["content"], "one\ntwo", "{added}");
    let gone = json!({ "label": "plan", "project": "/code/app" });
    assert_eq!(client.tool("memory_slot_delete", gone)["success"], true);
    let nobodys = client.tool("memory_slot_create", json!({ "label": "plan" }));
    assert_eq!(nobodys["slot"]["scope"], "global", "{nobodys}");
}

#[test]
fn n_113_only_what_is_open_is_at_the_frontier() {
    let home = Home::new();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    let mut made = |title: &str| {
        let told = client.tool(
            "memory_action_create",
            json!({ "title": title, "priority": "2" }),
        );
        assert_eq!(told["action"]["priority"], 2);
        told["action"]["id"].clone()
    };
    let (first, second) = (made("first"), made("second"));
    for (id, status) in [(&first, "active"), (&second, "completed")] {
        let told = client.tool(
            "memory_action_update",
            json!({ "actionId": id, "status": status }),
        );
        assert_eq!(told["action"]["status"], status);
    }
    let open = client.tool("memory_frontier", json!({}));
    assert_eq!(open["total"], 1);
    assert_eq!(open["frontier"][0]["id"], first);
}

#[test]
fn a_memory_is_linked_to_the_session_it_was_learnt_in() {
    let home = Home::new();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    let asked = json!({ "content": "Ports below 1024 are closed", "sessionId": "learning" });
    let told = client.tool("memory_save", asked);
    let seen = client.observations("learning");
    assert_eq!(seen.len(), 1);
    assert_eq!(seen[0]["toolInput"]["memoryId"], told["memory"]["id"]);
}

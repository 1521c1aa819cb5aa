//! Agents that are kept apart: what one wrote, no call tells another.

use super::*;

/// In everything the other agent wrote, and in nothing that is asked.
const NEEDLE: &str = "wryneck";

/// The other agent writes wherever it can; the names it uses where a name is no secret.
fn write_everywhere(client: &mut Client) -> Value {
    let start = json!({ "sessionId": "shared", "project": "/code/known", "cwd": "/", "title": format!("About the {NEEDLE}") });
    client.post("/agentmemory/session/start", &start).ok();
    let hidden = json!({ "sessionId": format!("s-{NEEDLE}"), "project": format!("/code/{NEEDLE}"), "cwd": "/" });
    client.post("/agentmemory/session/start", &hidden).ok();
    for session in ["shared".to_owned(), format!("s-{NEEDLE}")] {
        let data = json!({ "tool_name": "Edit", "tool_input": { "file_path": "src/known.rs" }, "tool_output": format!("common {NEEDLE}") });
        client.observe(&told(&session, "post_tool_use", data));
        client.observe(&told(
            &session,
            "prompt_submit",
            json!({ "prompt": format!("common {NEEDLE} asked") }),
        ));
    }
    let mut made = |path: &str, body: Value| {
        let reply = client.post(&format!("/agentmemory{path}"), &body);
        assert!(reply.status < 300, "{path}: {}", reply.text);
        reply.body
    };
    let memory = made(
        "/remember",
        json!({ "content": format!("A common {NEEDLE} nests in the orchard"), "type": "bug",
        "concepts": [NEEDLE], "files": ["src/known.rs"], "project": "/code/known" }),
    );
    let lesson = made(
        "/lessons",
        json!({ "content": format!("Never startle a common {NEEDLE}"), "project": "/code/known" }),
    );
    made(
        "/slot",
        json!({ "label": "persona", "scope": "global", "content": format!("a common {NEEDLE}") }),
    );
    made(
        "/slot",
        json!({ "label": "known", "content": format!("a common {NEEDLE}"), "project": "/code/known" }),
    );
    let action = made(
        "/actions",
        json!({ "title": format!("Count the common {NEEDLE}") }),
    );
    made(
        "/relations",
        json!({ "sourceId": memory["memory"]["id"], "targetId": lesson["lesson"]["id"], "type": NEEDLE }),
    );
    made(
        "/session/commit",
        json!({ "sha": "0123456789", "sessionId": "shared", "message": format!("Feed the common {NEEDLE}"), "branch": NEEDLE }),
    );
    json!({
        "memoryId": memory["memory"]["id"], "lessonId": lesson["lesson"]["id"],
        "actionId": action["action"]["id"],
    })
}

/// Asks for everything at once: each call takes the fields it knows.
fn asked(names: &Value) -> Value {
    let mut all = json!({
        "query": "common", "sessionId": "shared", "project": "/code/known", "cwd": "/", "anchor": "common",
        "sha": "0123456789", "files": ["src/known.rs"], "terms": ["common"], "label": "known", "limit": 100,
        "newContent": "x", "id": "x", "observationIds": [], "budget": 5_000, "maxObservations": 50, "dryRun": true,
    });
    let fields = all.as_object_mut().unwrap();
    fields.extend(names.as_object().unwrap().clone());
    all
}

/// Writing what one is asked about would only tell what was asked.
const WRITES: [&str; 4] = [
    "/observe",
    "/agent/observe",
    "/session/start",
    "/session/end",
];

fn visit(client: &mut Client, names: &Value) -> usize {
    let fields =
        "sessionId=shared&project=/code/known&label=known&sha=0123456789&limit=100&query=common";
    let mut visited = 0;
    for (method, path) in routes::all()
        .into_iter()
        .filter(|(_, path)| !WRITES.contains(&path.as_str()))
    {
        let queries = match method.as_str() {
            "GET" => vec![
                String::new(),
                format!("?{fields}"),
                format!("?{fields}&agentId=b"),
                format!("?{fields}&agentId=*"),
            ],
            _ => vec![String::new()],
        };
        for query in queries {
            let asked = asked(names).to_string();
            let body = if method == "GET" { "" } else { asked.as_str() };
            let reply = client.send(
                &method,
                &format!("/agentmemory{path}{query}"),
                body.as_bytes(),
            );
            assert!(
                !reply.text.contains(NEEDLE),
                "{method} {path}{query}: {}",
                reply.text
            );
            assert!(reply.status < 500, "{method} {path}{query}: {}", reply.text);
            visited += 1;
        }
    }
    visited
}

/// The same through every tool, where there are tools.
fn visit_tools(client: &mut Client, names: &Value) {
    let told = client.get("/agentmemory/mcp/tools");
    let tools = told.body["tools"].as_array().cloned().unwrap_or_default();
    for tool in tools {
        let known = tool["inputSchema"]["properties"].as_object().unwrap();
        let mut given = asked(names);
        given
            .as_object_mut()
            .unwrap()
            .retain(|name, _| known.contains_key(name));
        let call = json!({ "name": tool["name"], "arguments": given });
        let reply = client.post("/agentmemory/mcp/tools", &call);
        assert!(!reply.text.contains("no argument"), "{}", reply.text);
        assert!(
            !reply.text.contains(NEEDLE),
            "{}: {}",
            tool["name"],
            reply.text
        );
    }
}

#[test]
fn n_073_agents_kept_apart_see_nothing_of_each_other() {
    let home = Home::new();
    let server = kept_apart(&home, "b", &[]);
    let mut b = guest(&server);
    let names = write_everywhere(&mut b);
    let own = b
        .post(
            "/agentmemory/search",
            &json!({ "query": "common", "limit": 50 }),
        )
        .ok();
    assert!(own.to_string().contains(NEEDLE), "its own it sees");
    let context = json!({ "sessionId": "x", "project": "/code/known" });
    let told = b.post("/agentmemory/context", &context).ok();
    assert!(told["context"].as_str().unwrap().contains(NEEDLE));
    server.stop();

    let server = kept_apart(&home, "a", &[]);
    let mut a = guest(&server);
    assert!(visit(&mut a, &names) > 60);
    visit_tools(&mut a, &names);
    // The same names are free for it, and the other's things stay as they are.
    let lesson =
        json!({ "content": format!("Never startle a common {NEEDLE}"), "project": "/code/known" });
    let learnt = a.post("/agentmemory/lessons", &lesson);
    assert_eq!(
        (learnt.status, &learnt.body["action"]),
        (201, &json!("created")),
        "no other's is strengthened"
    );
    let forget = json!({ "sessionId": "shared" });
    assert_eq!(a.post("/agentmemory/forget", &forget).ok()["deleted"], 0);
    server.stop();

    let server = served(&home, &[]);
    let mut all = guest(&server);
    assert_eq!(all.observations("shared").len(), 2, "nothing was lost");
    let memories = |client: &mut Client, query: &str| {
        let told = client
            .get(&format!("/agentmemory/memories?latest=true{query}"))
            .ok();
        let all = told["memories"].as_array().unwrap().clone();
        all.iter()
            .filter(|memory| memory.to_string().contains(NEEDLE))
            .count()
    };
    assert_eq!(memories(&mut all, ""), 1);
    assert_eq!(
        (
            memories(&mut all, "&agentId=b"),
            memories(&mut all, "&agentId=a")
        ),
        (1, 0)
    );
    let lessons = |client: &mut Client, agent: &str| {
        let told = client
            .get(&format!("/agentmemory/lessons?agentId={agent}"))
            .ok();
        told["lessons"].as_array().unwrap().len()
    };
    assert_eq!(
        (
            lessons(&mut all, "a"),
            lessons(&mut all, "b"),
            lessons(&mut all, "*")
        ),
        (1, 1, 2)
    );
    server.stop();
    home.run(&["verify"]).ok();
}

#[test]
fn nobody_kept_apart_writes_as_another_or_into_its_sessions() {
    let home = Home::new();
    let server = kept_apart(&home, "b", &[]);
    write_everywhere(&mut guest(&server));
    server.stop();
    let server = kept_apart(&home, "a", &[]);
    let mut a = guest(&server);
    let data = json!({ "prompt": "planted" });
    let into = told("shared", "prompt_submit", data.clone());
    let mut other = told("new", "prompt_submit", data);
    other["agentId"] = json!("b");
    let start = |session: &str, agent: &str| json!({ "sessionId": session, "project": "/code/known", "cwd": "/", "agentId": agent });
    for (path, body) in [
        ("observe", into),
        ("observe", other),
        ("session/start", start("shared", "a")),
        ("session/start", start("new", "b")),
        ("remember", json!({ "content": "planted", "agentId": "b" })),
        (
            "session/commit",
            json!({ "sha": "fedcba9876", "sessionId": "shared", "message": "planted" }),
        ),
    ] {
        let reply = a.post(&format!("/agentmemory/{path}"), &body);
        assert_eq!(reply.status, 403, "{path}: {}", reply.text);
        assert_eq!(
            reply.body["code"], "foreign_agent",
            "{path}: {}",
            reply.text
        );
    }
    a.observe(&told(
        "own",
        "prompt_submit",
        json!({ "prompt": "of its own" }),
    ));
    server.stop();
    let server = served(&home, &[]);
    let mut all = guest(&server);
    let agents = |client: &mut Client, session: &str| {
        client
            .noted_session(session)
            .map(|known| known["agentId"].clone())
    };
    assert_eq!(
        agents(&mut all, "shared"),
        Some(json!("b")),
        "it keeps its owner"
    );
    assert_eq!(agents(&mut all, "new"), None);
    let shared = all.noted_session("shared").unwrap();
    assert_eq!(shared["commitShas"], json!(["0123456789"]), "its own alone");
    assert_eq!(agents(&mut all, "own"), Some(json!("a")));
    assert_eq!(server.owner().ask("planted"), Vec::<String>::new());
}

#[test]
fn how_much_the_others_keep_is_not_told_either() {
    let home = Home::new();
    let server = kept_apart(&home, "b", &[]);
    let mut b = guest(&server);
    write_everywhere(&mut b);
    let health = b.get("/agentmemory/health").ok();
    assert!(health["memories"].as_u64() >= Some(1), "{health}");
    assert_eq!(health["events"], 4, "{health}");
    server.stop();
    let server = kept_apart(&home, "a", &[]);
    let mut a = guest(&server);
    let health = a.get("/agentmemory/health").ok();
    assert_eq!(health["status"], "healthy", "{health}");
    assert_eq!(
        (&health["memories"], &health["events"]),
        (&json!(0), &json!(0))
    );
    let diagnosed = a.tool("memory_diagnose", json!({}));
    for told in [&health["subsystems"], &diagnosed["subsystems"]] {
        for (name, part) in told.as_object().unwrap() {
            assert!(part["state"].is_string(), "{name}: {part}");
            let figures = part.as_object().unwrap().values();
            assert_eq!(
                figures.filter(|value| value.is_number()).count(),
                0,
                "{part}"
            );
        }
    }
}

#[test]
fn nobody_is_kept_apart_without_a_name() {
    let home = Home::with_settings("[notebook]\nisolated = true\n");
    let ran = home.run_soon(&["serve", "--http", "127.0.0.1:0"]);
    assert_ne!(ran.code, 0);
    assert!(ran.err.contains("AGENT_ID"), "{}", ran.err);
}

#[test]
fn n_073_what_hangs_on_an_agents_things_is_its_own_though_nobody_said_so() {
    let home = Home::new();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    let mut made = |path: &str, body: Value| {
        let reply = client.post(&format!("/agentmemory{path}"), &body);
        assert!(reply.status < 300, "{path}: {}", reply.text);
        reply.body
    };
    made(
        "/session/start",
        json!({ "sessionId": "s", "project": "p", "cwd": "/p", "agentId": "ann" }),
    );
    made(
        "/session/commit",
        json!({ "sha": "0123456789", "sessionId": "s" }),
    );
    let ids = ["The gate is red", "Nobody oils hinges on Sundays"].map(|content| {
        let memory = made("/remember", json!({ "content": content, "agentId": "ann" }));
        memory["memory"]["id"].clone()
    });
    let relation = json!({ "sourceId": ids[0], "targetId": ids[1], "type": "related" });
    made("/relations", relation);
    server.stop();
    for (agent, seen) in [("ann", 1), ("bob", 0)] {
        let server = kept_apart(&home, agent, &[]);
        let mut client = guest(&server);
        for list in ["commits", "relations"] {
            let told = client.get(&format!("/agentmemory/{list}")).ok();
            let listed = told[list].as_array().unwrap().len();
            assert_eq!(listed, seen, "{agent}: {told}");
        }
        server.stop();
    }
}

fn lessons(client: &mut Client, query: &str) -> usize {
    let told = client.get(&format!("/agentmemory/lessons{query}")).ok();
    told["lessons"].as_array().unwrap().len()
}

#[test]
fn a_lesson_two_agents_told_together_is_of_both_once_they_are_kept_apart() {
    let home = Home::new();
    let lesson = |agent: &str| json!({ "content": "Always drain the boiler", "agentId": agent });
    let server = served(&home, &[]);
    let mut all = guest(&server);
    for (agent, status) in [("a", 201), ("b", 200), ("c", 200)] {
        let told = all.post("/agentmemory/lessons", &lesson(agent));
        assert_eq!(told.status, status, "{agent}: {}", told.text);
    }
    for query in ["", "?agentId=a", "?agentId=b", "?agentId=c"] {
        assert_eq!(lessons(&mut all, query), 1, "{query}");
    }
    assert_eq!(lessons(&mut all, "?agentId=d"), 0);
    server.stop();
    for (agent, status, known) in [("a", 200, 1), ("b", 200, 1), ("d", 201, 0)] {
        let server = kept_apart(&home, agent, &[]);
        let mut own = guest(&server);
        assert_eq!(lessons(&mut own, ""), known, "{agent}");
        let told = own.post("/agentmemory/lessons", &lesson(agent));
        assert_eq!(told.status, status, "{agent}: {}", told.text);
        assert_eq!(lessons(&mut own, ""), 1, "{agent}");
        server.stop();
    }
    home.run(&["verify"]).ok();
}

#[test]
fn a_lesson_learnt_apart_stays_its_agents_whoever_tells_it_later() {
    let home = Home::new();
    let lesson = json!({ "content": "Never oil the belt" });
    for agent in ["a", "b"] {
        let server = kept_apart(&home, agent, &[]);
        let told = guest(&server).post("/agentmemory/lessons", &lesson);
        assert_eq!(told.status, 201, "{}", told.text);
        server.stop();
    }
    let server = served(&home, &[]);
    let mut all = guest(&server);
    assert_eq!(all.post("/agentmemory/lessons", &lesson).status, 200);
    assert_eq!(lessons(&mut all, ""), 2);
    server.stop();
    for agent in ["a", "b"] {
        let server = kept_apart(&home, agent, &[]);
        let mut own = guest(&server);
        assert_eq!(lessons(&mut own, ""), 1, "{agent}");
        let told = own.post("/agentmemory/lessons", &lesson);
        assert_eq!(told.body["action"], "strengthened", "{agent}");
        assert_eq!(lessons(&mut own, ""), 1, "{agent}");
        server.stop();
    }
}

/// What an agent sees of a lesson it told with others, and the id of what it forgets.
fn own_lesson(client: &mut Client) -> Value {
    let told = client.get("/agentmemory/lessons").ok();
    assert_eq!(told["total"], 1, "{told}");
    told["lessons"][0].clone()
}

#[test]
fn n_073_of_a_lesson_told_together_each_agent_has_what_it_said_itself() {
    let home = Home::new();
    let content = "Always salt the gangway";
    let server = served(&home, &[]);
    let mut all = guest(&server);
    for agent in ["a", "b", "c"] {
        let told = json!({ "content": content, "agentId": agent, "context": format!("why-{agent}"),
            "tags": [format!("tag-{agent}")], "project": format!("/code/{agent}") });
        let told = all.post("/agentmemory/lessons", &told);
        assert!(told.status < 300, "{}", told.text);
    }
    server.stop();
    for (agent, others) in [("a", ["b", "c"]), ("b", ["a", "c"])] {
        let server = kept_apart(&home, agent, &[]);
        let mut own = guest(&server);
        let lesson = own_lesson(&mut own);
        assert_eq!(lesson["context"], format!("why-{agent}"), "{lesson}");
        assert_eq!(lesson["tags"], json!([format!("tag-{agent}")]));
        assert_eq!(lesson["project"], format!("/code/{agent}"));
        let asked = json!({ "query": "salt the gangway" });
        let found = own.post("/agentmemory/search", &asked).text;
        let told = own.get("/agentmemory/export").text;
        for other in others {
            for word in ["why-", "tag-", "/code/"].map(|word| format!("{word}{other}")) {
                let said = [&lesson.to_string(), &found, &told];
                assert!(said.iter().all(|said| !said.contains(&word)), "{word}");
            }
        }
        let gone = json!({ "memoryId": lesson["id"] });
        assert_eq!(own.post("/agentmemory/forget", &gone).ok()["deleted"], 1);
        assert_eq!(lessons(&mut own, ""), 0, "{agent}");
        server.stop();
    }
    let server = kept_apart(&home, "c", &[]);
    let lesson = own_lesson(&mut guest(&server));
    assert_eq!(lesson["context"], "why-c", "what others forgot is not its");
    server.stop();
    home.run(&["verify"]).ok();
}

#[test]
fn n_073_the_name_of_a_lesson_opens_nobody_elses() {
    let home = Home::new();
    let lesson = json!({ "content": "Never whistle on deck" });
    let server = kept_apart(&home, "b", &[]);
    let told = guest(&server).post("/agentmemory/lessons", &lesson);
    let id = told.body["lesson"]["id"].clone();
    server.stop();
    let server = kept_apart(&home, "a", &[]);
    let mut a = guest(&server);
    let named = json!({ "lessonId": id });
    a.post("/agentmemory/lessons/strengthen", &named)
        .refused(404, "no_such_memory");
    let named = json!({ "memoryId": id });
    assert_eq!(a.post("/agentmemory/forget", &named).ok()["deleted"], 0);
    let told = a.post("/agentmemory/lessons", &lesson);
    assert_eq!(told.body["action"], "created", "{}", told.text);
    assert_eq!(a.post("/agentmemory/forget", &named).ok()["deleted"], 1);
    server.stop();
    let server = kept_apart(&home, "b", &[]);
    let kept = own_lesson(&mut guest(&server));
    assert_eq!((&kept["id"], &kept["reinforcements"]), (&id, &json!(0)));
}

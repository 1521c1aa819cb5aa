//! What a hook tells becomes an observation, here and behind every other door.

use super::*;

#[test]
fn n_009_a_tool_use_becomes_an_observation() {
    let (server, session) = (timeline(), unique("noted"));
    let mut client = guest(server);
    let input = json!({ "command": "make test", "file_path": "src/auth.rs" });
    let data = json!({ "tool_name": "Bash", "tool_input": input, "tool_output": "ok", "extra": 1 });
    let mut asked = told(&session, "post_tool_use", data);
    asked["agentId"] = json!("cody");
    let id = client.observe(&asked);
    let seen = client.observations(&session);
    assert_eq!(
        seen,
        [json!({
            "id": id, "sessionId": session, "timestamp": "2026-01-30T10:00:00Z",
            "hookType": "post_tool_use", "type": "command_run", "title": "Bash",
            "subtitle": "{\"command\":\"make test\",\"file_path\":\"src/auth.rs\"}",
            "narrative": "{\"command\":\"make test\",\"file_path\":\"src/auth.rs\"} | ok",
            "facts": [], "concepts": [], "files": ["src/auth.rs"], "importance": 5,
            "confidence": 0.3, "toolName": "Bash", "toolInput": input, "toolOutput": "ok",
            "agentId": "cody", "raw": { "extra": 1 },
        })]
    );
}

#[test]
fn n_010_what_is_needed_is_named() {
    let mut client = guest(timeline());
    for missing in ["sessionId", "hookType", "timestamp"] {
        let mut asked = told("s", "stop", json!({}));
        asked.as_object_mut().unwrap().remove(missing);
        let refused = client
            .post("/agentmemory/observe", &asked)
            .refused(400, "bad_request");
        let wanted = "Invalid payload: sessionId, hookType, and timestamp are required";
        assert_eq!(refused["error"], wanted);
    }
    let mut asked = told("s", "stop", json!({}));
    asked["timestamp"] = json!("yesterday");
    client
        .post("/agentmemory/observe", &asked)
        .refused(400, "bad_time");
}

#[test]
fn n_011_the_type_follows_the_tool() {
    let (session, mut client) = (unique("types"), guest(timeline()));
    let tools = [
        ("Edit", "file_edit"),
        ("Bash", "command_run"),
        ("WebFetch", "web_fetch"),
        ("Grep", "search"),
        ("Write", "file_write"),
        ("Read", "file_read"),
    ];
    for (tool, _) in tools {
        client.observe(&told(
            &session,
            "post_tool_use",
            json!({ "tool_name": tool }),
        ));
    }
    client.observe(&told(
        &session,
        "post_tool_failure",
        json!({ "tool_name": "Edit" }),
    ));
    client.observe(&told(&session, "prompt_submit", json!({ "prompt": "hi" })));
    let seen = client.observations(&session);
    let types: Vec<_> = seen
        .iter()
        .map(|seen| seen["type"].as_str().unwrap())
        .collect();
    let wanted = tools
        .iter()
        .map(|(_, kind)| *kind)
        .chain(["error", "conversation"]);
    assert_eq!(types, wanted.collect::<Vec<_>>());
}

#[test]
fn n_012_shown_short_and_kept_whole() {
    let (session, mut client) = (unique("long"), guest(timeline()));
    let long = "wombat ".repeat(1_500);
    let data = json!({ "tool_name": "n".repeat(99), "tool_input": long, "tool_output": long });
    client.observe(&told(&session, "post_tool_use", data));
    let seen = &client.observations(&session)[0];
    let length = |field: &str| seen[field].as_str().unwrap().chars().count();
    assert!(length("title") <= 80 && length("subtitle") <= 120 && length("narrative") <= 400);
    assert_eq!(seen["toolOutput"], long);
}

#[test]
fn n_013_a_touched_file_is_listed() {
    let (session, mut client) = (unique("file"), guest(timeline()));
    let data = json!({ "tool_name": "Read", "tool_input": { "file_path": "docs/a.md" } });
    client.observe(&told(&session, "post_tool_use", data));
    assert_eq!(
        client.observations(&session)[0]["files"],
        json!(["docs/a.md"])
    );
}

#[test]
fn what_is_observed_is_found_through_every_door() {
    let (server, session, word) = (timeline(), unique("doors"), unique("quokka"));
    let mut client = guest(server);
    let data = json!({ "prompt": format!("Where does the {word} sleep?") });
    let id = client.observe(&told(&session, "prompt_submit", data));
    let mut owner = server.owner();
    assert_eq!(owner.ask(&word), [format!("Where does the {word} sleep?")]);
    let found = client
        .post("/agentmemory/search", &json!({ "query": word }))
        .ok();
    assert_eq!(found[0]["obsId"], id);
    assert_eq!(found[0]["sessionId"], session);
    assert_eq!(found[0]["combinedScore"], 1.0 / 61.0);
    let events = owner
        .get(&query("/v1/events", &[("session", &session)]))
        .ok();
    let kinds = events["events"].as_array().unwrap().iter();
    let kinds: Vec<_> = kinds.map(|event| event["role"].clone()).collect();
    assert!(kinds.contains(&json!("user")), "{events}");
}

#[test]
fn what_came_through_another_door_is_an_observation() {
    let (server, session) = (timeline(), unique("foreign"));
    let said = json!([
        { "session": session, "text": "Please fix the build", "role": "user" },
        { "session": session, "text": "no rule to make target", "role": "tool", "metadata": { "tool_name": "Bash" } },
    ]);
    server.owner().ingest(&said);
    let mut client = guest(server);
    let seen = client.observations(&session);
    assert_eq!(seen[0]["userPrompt"], "Please fix the build");
    assert_eq!(
        (&seen[1]["toolName"], &seen[1]["type"]),
        (&json!("Bash"), &json!("command_run"))
    );
    let listed = client.noted_session(&session).unwrap();
    assert_eq!(listed["observationCount"], 2);
    assert_eq!(listed["firstPrompt"], "Please fix the build");
    assert_eq!(listed["project"], "unknown");
}

/// As a program in JavaScript sends a text it cut, and one of Windows begins a file.
#[test]
fn n_009_half_a_character_and_a_mark_of_byte_order_are_taken() {
    let (session, mut client) = (unique("cut"), guest(timeline()));
    let body = told(
        &session,
        "prompt_submit",
        json!({ "prompt": "cut here CUT" }),
    )
    .to_string();
    let body = format!("\u{feff}{}", body.replace("CUT", "\\ud83d"));
    let reply = client.send("POST", "/agentmemory/observe", body.as_bytes());
    assert_eq!(reply.status, 201, "{}", reply.text);
    let seen = client.observations(&session);
    assert_eq!(seen[0]["userPrompt"], "cut here \u{fffd}");
    for broken in ["{\"sessionId\": \"\\ud83", "{\"sessionId\": \"\\ud83d\""] {
        let reply = client.send("POST", "/agentmemory/observe", broken.as_bytes());
        reply.refused(400, "bad_json");
    }
}

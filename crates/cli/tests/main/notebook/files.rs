//! What comes from files of this machine: notes in markdown, talks of others.

use std::fs;

use super::*;

#[test]
fn n_083_a_session_is_played_back_in_its_order() {
    let (session, mut client) = (unique("played"), guest(timeline()));
    for (second, hook, data) in [
        (
            5,
            "post_tool_use",
            json!({ "tool_name": "Bash", "tool_input": "make", "tool_output": "ok" }),
        ),
        (1, "prompt_submit", json!({ "prompt": "build it" })),
        (
            7,
            "post_tool_failure",
            json!({ "tool_name": "Bash", "error": "no" }),
        ),
        (9, "stop", json!("done")),
    ] {
        let mut seen = told(&session, hook, data);
        seen["timestamp"] = json!(format!("2026-01-30T10:00:{second:02}Z"));
        client.observe(&seen);
    }
    let path = query("/agentmemory/replay/load", &[("sessionId", &session)]);
    let told = client.get(&path).ok();
    let timeline = &told["timeline"];
    let events = timeline["events"].as_array().unwrap();
    let kinds: Vec<_> = events
        .iter()
        .map(|e| (e["kind"].as_str().unwrap(), e["offsetMs"].as_i64().unwrap()))
        .collect();
    assert_eq!(
        kinds,
        [
            ("prompt", 0),
            ("tool_call", 4_000),
            ("tool_error", 6_000),
            ("response", 8_000)
        ]
    );
    assert_eq!(
        (&timeline["eventCount"], &timeline["totalDurationMs"]),
        (&json!(4), &json!(8_000))
    );
    assert_eq!(told["session"]["id"], session);
    let listed = client.get("/agentmemory/replay/sessions").ok();
    assert!(
        listed["sessions"]
            .as_array()
            .unwrap()
            .iter()
            .any(|s| s["id"] == session)
    );
    client
        .get("/agentmemory/replay/load")
        .refused(400, "bad_request");
    client
        .get("/agentmemory/replay/load?sessionId=nobody")
        .refused(404, "no_such_session");
    client
        .get("/agentmemory/replay/frame?sessionId=x&step=1&at=at")
        .refused(404, "no_such_memory");
}

#[test]
fn n_086_notes_in_markdown_stay_in_their_directory() {
    let home = Home::new();
    let brain = home.path().join("brain");
    let server = served(&home, &[("SECOND_BRAIN_DIR", brain.to_str().unwrap())]);
    let mut client = guest(&server);
    let secret = format!("ghp_{}", "Ab1".repeat(12));
    let note = |file: &str, content: &str| json!({ "file": file, "content": content });
    let written = client
        .post(
            "/agentmemory/second-brain",
            &note("../x.md", &format!("mine {secret}")),
        )
        .ok();
    assert_eq!(
        (&written["file"], &written["size"]),
        (&json!("x.md"), &json!(22))
    );
    assert_eq!(
        fs::read_to_string(brain.join("x.md")).unwrap(),
        "mine [REDACTED_SECRET]"
    );
    assert!(!home.path().join("x.md").exists());
    let listed = client.get("/agentmemory/audit?operation=second_brain_write");
    let entry = &listed.ok()["entries"][0];
    assert_eq!(entry["targetIds"], json!(["x.md"]), "{entry}");
    for bad in ["x.txt", ".md", "", "a/.hidden.md", "x.md/..", "x.md\u{0}"] {
        let reply = client.post("/agentmemory/second-brain", &note(bad, "y"));
        assert_eq!(reply.status, 400, "{bad}: {}", reply.text);
    }
    fs::write(home.path().join("outside.md"), "outside").unwrap();
    std::os::unix::fs::symlink(home.path().join("outside.md"), brain.join("link.md")).unwrap();
    client
        .post("/agentmemory/second-brain", &note("link.md", "over it"))
        .refused(400, "bad_path");
    client
        .get("/agentmemory/second-brain?file=link.md")
        .refused(400, "bad_path");
    assert_eq!(
        fs::read_to_string(home.path().join("outside.md")).unwrap(),
        "outside"
    );
    let listed = client.get("/agentmemory/second-brain").ok();
    assert_eq!(
        listed["files"],
        json!([{ "name": "x.md", "size": 22, "content": "mine [REDACTED_SECRET]" }])
    );
    let one = client.get("/agentmemory/second-brain?file=x.md").ok();
    assert_eq!(
        one,
        json!({ "file": "x.md", "content": "mine [REDACTED_SECRET]" })
    );
    client
        .get("/agentmemory/second-brain?file=y.md")
        .refused(404, "no_such_memory");
}

pub fn talk(home: &Home, conversation: &str, question: &str, folder: &str) {
    let dir = home
        .path()
        .join(".gemini/antigravity/brain")
        .join(conversation)
        .join(".system_generated/logs");
    fs::create_dir_all(&dir).unwrap();
    let lines = [
        json!({ "type": "USER_INPUT", "created_at": "2026-01-01T00:00:00Z", "content": format!("[{folder}] -> [o/r] <USER_REQUEST>{question}</USER_REQUEST>") }),
        json!({ "type": "PLANNER_RESPONSE", "content": "Done" }),
        json!({ "type": "USER_INPUT", "created_at": "2026-01-01T00:01:00Z", "content": "and then?" }),
    ];
    let lines: Vec<String> = lines.iter().map(Value::to_string).collect();
    fs::write(dir.join("transcript.jsonl"), lines.join("\n")).unwrap();
}

#[test]
fn n_087_talks_of_antigravity_are_synced_in_three_ways() {
    let home = Home::new();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    let sync =
        |client: &mut Client, body: &Value| client.post("/agentmemory/antigravity/sync", body);
    let lost = sync(&mut client, &json!({ "mode": "all" })).ok();
    assert_eq!(lost["success"], false);
    assert!(
        lost["error"].as_str().unwrap().contains("antigravity"),
        "{lost}"
    );
    sync(&mut client, &json!({ "mode": "some" })).refused(400, "bad_request");
    sync(&mut client, &json!({})).refused(400, "bad_request");
    for folder in [json!(null), json!(" ")] {
        let asked = json!({ "mode": "current_folder", "currentFolder": folder });
        let refused = sync(&mut client, &asked).refused(400, "bad_request");
        let why = refused["error"].as_str().unwrap();
        assert!(why.contains("currentFolder"), "{refused}");
    }
    talk(&home, "aaaa1111-2222-3333-4444", "fix it", "/w/app");
    talk(&home, "bbbb1111-2222-3333-4444", "test it", "/w/lib");
    let one = sync(
        &mut client,
        &json!({ "mode": "current_session", "currentConversationId": "aaaa1111-2222-3333-4444" }),
    )
    .ok();
    assert_eq!(
        one,
        json!({ "success": true, "syncedSessions": ["antigravity_aaaa1111_2222_3333"], "observationsAdded": 1 })
    );
    let seen = &client.observations("antigravity_aaaa1111_2222_3333")[0];
    assert_eq!(
        (&seen["toolName"], &seen["userPrompt"], &seen["toolOutput"]),
        (&json!("conversation"), &json!("fix it"), &json!("Done"))
    );
    assert_eq!(seen["agentId"], "antigravity");
    assert_eq!(
        client
            .noted_session("antigravity_aaaa1111_2222_3333")
            .unwrap()["project"],
        "/w/app"
    );
    let folder = sync(
        &mut client,
        &json!({ "mode": "current_folder", "currentFolder": "/w/lib" }),
    )
    .ok();
    assert_eq!(
        (&folder["syncedSessions"], &folder["observationsAdded"]),
        (&json!(["antigravity_bbbb1111_2222_3333"]), &json!(1))
    );
    let all = sync(&mut client, &json!({ "mode": "all" })).ok();
    assert_eq!(all["observationsAdded"], 0, "{all}");
    assert_eq!(all["syncedSessions"].as_array().unwrap().len(), 2);
    let newest = sync(&mut client, &json!({ "mode": "current_session" })).ok();
    assert_eq!(
        newest["syncedSessions"].as_array().unwrap().len(),
        1,
        "{newest}"
    );
}

#[test]
fn n_087_a_broken_line_is_named_and_the_rest_taken() {
    let home = Home::new();
    talk(&home, "torn", "wind the orrery", "/w/app");
    let file = home
        .path()
        .join(".gemini/antigravity/brain/torn/.system_generated/logs/transcript.jsonl");
    let lines = fs::read_to_string(&file).unwrap();
    let (first, rest) = lines.split_once('\n').unwrap();
    fs::write(&file, format!("{first}\n{{\"type\":\n{rest}\n")).unwrap();
    let server = served(&home, &[]);
    let asked = json!({ "mode": "all" });
    let told = guest(&server).post("/agentmemory/antigravity/sync", &asked);
    let told = told.ok();
    assert_eq!(told["observationsAdded"], 1, "{told}");
    let left = told["leftOut"].as_array().unwrap();
    assert_eq!((left.len(), &left[0]["line"]), (1, &json!(2)), "{told}");
    assert!(left[0]["file"].as_str().unwrap().contains("torn"), "{told}");
    assert!(left[0]["error"].as_str().unwrap().starts_with("line 2 is"));
}

#[test]
fn n_087_a_question_is_one_observation_and_told_once() {
    let home = Home::new();
    for (conversation, question) in [("marked", "oil the gnomon"), ("twice", "mend the alidade")] {
        talk(&home, conversation, question, "/w/app");
        let file = home
            .path()
            .join(".gemini/antigravity/brain")
            .join(conversation)
            .join(".system_generated/logs/transcript.jsonl");
        let lines = fs::read_to_string(&file).unwrap();
        let pair = lines.lines().take(2).collect::<Vec<_>>().join("\n");
        let written = match conversation {
            "twice" => format!("{pair}\n{pair}\n"),
            _ => format!("\u{feff}{pair}\n"),
        };
        fs::write(file, written).unwrap();
    }
    let server = served(&home, &[]);
    let mut client = guest(&server);
    let all = json!({ "mode": "all" });
    let told = client.post("/agentmemory/antigravity/sync", &all).ok();
    assert_eq!(told["observationsAdded"], 2, "{told}");
    for (session, question) in [("marked", "oil the gnomon"), ("twice", "mend the alidade")] {
        let seen = client.observations(&format!("antigravity_{session}"));
        assert_eq!(seen.len(), 1, "{seen:?}");
        assert_eq!(seen[0]["userPrompt"], question);
        assert_eq!(seen[0]["narrative"], format!("{question} | Done"));
    }
}

#[test]
fn n_107_a_sync_of_everything_sums_up_and_reflects() {
    let home = Home::new();
    talk(
        &home,
        "dddd1111-2222-3333-4444",
        "todo: fix the build",
        "/w/app",
    );
    talk(
        &home,
        "eeee1111-2222-3333-4444",
        "todo: test the build",
        "/w/lib",
    );
    let server = served(&home, &[]);
    let mut client = guest(&server);
    let all = json!({ "mode": "all", "syncAll": true });
    let told = client.post("/agentmemory/antigravity/sync", &all).ok();
    for list in ["syncedSessions", "crystallizations", "reflections"] {
        assert_eq!(
            told[list].as_array().unwrap().len(),
            2,
            "{list} of {told:#}"
        );
    }
    for (crystal, reflection) in told["crystallizations"]
        .as_array()
        .unwrap()
        .iter()
        .zip(told["reflections"].as_array().unwrap())
    {
        assert_eq!(
            (&crystal["success"], &reflection["success"]),
            (&json!(true), &json!(true)),
            "{told:#}"
        );
        assert!(reflection["applied"].as_u64().unwrap() > 0, "{told:#}");
        let session = client
            .noted_session(crystal["sessionId"].as_str().unwrap())
            .unwrap();
        assert!(session["summary"].is_string(), "{session}");
    }
}

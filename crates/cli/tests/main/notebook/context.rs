//! What a new session is told.

use super::*;

fn context(client: &mut Client, project: &str, budget: usize) -> Value {
    let asked = json!({ "sessionId": "new", "project": project, "budget": budget });
    client.post("/agentmemory/context", &asked).ok()
}

/// A project with a slot, lessons and a session.
fn rich(client: &mut Client, project: &str) {
    let slot = json!({ "label": "guidance", "content": "Mind the gap", "project": project });
    assert_eq!(client.post("/agentmemory/slot", &slot).status, 201);
    let lessons = [
        ("own rule of it", project, 0.5),
        ("everybody's rule", "", 0.7),
        ("foreign rule", "elsewhere", 0.9),
    ];
    for (content, of, confidence) in lessons {
        let content = format!("{content} for {project}");
        let lesson = json!({ "content": content, "project": of, "confidence": confidence });
        assert_eq!(client.post("/agentmemory/lessons", &lesson).status, 201);
    }
    let session = unique("before");
    let mut prompt = told(
        &session,
        "prompt_submit",
        json!({ "prompt": "Why is the login slow?" }),
    );
    prompt["project"] = json!(project);
    client.observe(&prompt);
    let input = json!({ "file_path": "src/login/session.rs" });
    let data = json!({ "tool_name": "Edit", "tool_input": input });
    client.observe(&told(&session, "post_tool_use", data));
}

#[test]
fn n_053_n_055_slots_profile_lessons_and_sessions_in_this_order() {
    let home = Home::new();
    let server = served(&home, &[]);
    let (project, mut client) = (unique("ctx"), guest(&server));
    rich(&mut client, &project);
    let told = context(&mut client, &project, 4_000);
    let text = told["context"].as_str().unwrap();
    let places = [
        "# agentmemory pinned slots\n## guidance\nMind the gap",
        "## Project Profile\nConcepts: ",
        "## Lessons Learned\n- (0.50) own rule",
        "- (0.70) everybody's rule",
        "2026-01-30: Why is the login slow?",
    ];
    let places = places.map(|place| {
        text.find(place)
            .unwrap_or_else(|| panic!("{place} in {text}"))
    });
    assert!(places.is_sorted(), "{text}");
    assert!(
        text.contains("login") && text.contains("src/login/session.rs"),
        "{text}"
    );
    assert!(!text.contains("foreign rule"), "{text}");
    assert_eq!(told["blocks"], 4);
}

#[test]
fn n_053_what_was_remembered_of_a_project_begins_its_sessions() {
    let home = Home::new();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    rich(&mut client, "/code/app");
    let mut keep = |content: &str, more: Value| {
        let mut new = json!({ "content": content });
        new.as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        let told = client.post("/agentmemory/remember", &new);
        assert_eq!(told.status, 201, "{}", told.text);
        told.body["memory"]["id"].as_str().unwrap().to_owned()
    };
    let own = json!({ "project": "/code/app" });
    let port = keep("Staging listens on port 8443", own.clone());
    keep("Tabs, never spaces", json!({ "type": "preference" }));
    keep("Mars has two moons", json!({}));
    keep(
        "The other one is written in Elm",
        json!({ "project": "/code/other" }),
    );
    keep(
        "Gone by now",
        json!({ "project": "/code/app", "ttlDays": 0 }),
    );
    let old = keep("Releases are cut on Mondays", own.clone());
    let evolve = json!({ "memoryId": old, "newContent": "Releases are cut on Thursdays" });
    client.post("/agentmemory/evolve", &evolve).ok();
    let start = json!({ "sessionId": "new", "project": "/code/app", "cwd": "/code/app" });
    let begun = client.post("/agentmemory/session/start", &start).ok();
    let text = begun["context"].as_str().unwrap();
    let places = [
        "## Lessons Learned",
        "## Memories\n- Releases are cut on Thursdays",
        "- (preference) Tabs, never spaces",
        "- Staging listens on port 8443",
        "2026-01-30: Why is the login slow?",
    ];
    let places = places.map(|place| {
        text.find(place)
            .unwrap_or_else(|| panic!("{place} in {text}"))
    });
    assert!(places.is_sorted(), "{text}");
    for not in ["Mondays", "Mars", "Elm", "Gone by now"] {
        assert!(!text.contains(not), "{not} in {text}");
    }
    let told = context(&mut client, "/code/app", 2_000);
    let lines = told["lines"].as_array().unwrap();
    let line = lines
        .iter()
        .find(|line| line["text"] == "- Staging listens on port 8443");
    assert_eq!(line.unwrap()["source"], format!("memory:{port}"), "{told}");
    // Many of them leave room for what else there is to say.
    for n in 0..12 {
        let words = format!("Part {n} of the engine: {}", "z".repeat(300));
        let new =
            json!({ "content": words, "project": "/code/app", "concepts": [format!("part{n}")] });
        client.post("/agentmemory/remember", &new);
    }
    let told = context(&mut client, "/code/app", 1_000);
    let text = told["context"].as_str().unwrap();
    assert!(text.contains("- Part 11 of the engine"), "{text}");
    assert!(text.contains("Why is the login slow?"), "{text}");
    assert!(told["tokens"].as_u64().unwrap() <= 1_000, "{told}");
}

#[test]
fn n_054_a_budget_is_kept_and_nothing_is_nothing() {
    let (project, mut client) = (unique("budget"), guest(timeline()));
    rich(&mut client, &project);
    let told = context(&mut client, &project, 60);
    let text = told["context"].as_str().unwrap();
    assert!(told["tokens"].as_u64().unwrap() <= 60, "{told}");
    assert!(!text.is_empty() && text.chars().count() / 3 <= 60, "{text}");
    let home = Home::new();
    let server = served(&home, &[]);
    let nothing = context(&mut guest(&server), "p", 2_000);
    assert_eq!(nothing, json!({ "context": "", "blocks": 0, "tokens": 0 }));
}

#[test]
fn n_056_a_project_may_be_called_anything() {
    let (mut client, project) = (guest(timeline()), format!("{}\"b<c", unique("odd")));
    rich(&mut client, &project);
    let told = context(&mut client, &project, 4_000);
    let text = told["context"].as_str().unwrap();
    let wanted = project.replace('"', "&quot;").replace('<', "&lt;");
    let head = format!("<agentmemory-context project=\"{wanted}\">");
    assert!(text.starts_with(&head), "{text}");
    assert!(text.ends_with("</agentmemory-context>"), "{text}");
}

#[test]
fn n_026_a_session_begins_with_what_is_known() {
    let (project, mut client) = (unique("begin"), guest(timeline()));
    rich(&mut client, &project);
    let start =
        json!({ "sessionId": unique("s"), "project": project, "cwd": "/p", "title": "A new task" });
    let told = client.post("/agentmemory/session/start", &start).ok();
    assert_eq!(told["session"]["status"], "active");
    assert_eq!(told["session"]["firstPrompt"], "A new task");
    assert!(
        told["context"].as_str().unwrap().contains("Mind the gap"),
        "{told}"
    );
    let lost = json!({ "sessionId": "s", "project": "p" });
    let refused = client
        .post("/agentmemory/session/start", &lost)
        .refused(400, "bad_request");
    assert_eq!(refused["error"], "cwd is required");
}

#[test]
fn n_050_a_profile_counts_files_and_concepts() {
    let (project, mut client) = (unique("profile"), guest(timeline()));
    for n in 0..10 {
        let file = if n < 7 {
            "src/auth/token.rs"
        } else {
            "docs/guide.md"
        };
        let data = json!({ "tool_name": "Edit", "tool_input": { "file_path": file } });
        let mut seen = told(&project, "post_tool_use", data);
        seen["project"] = json!(project);
        client.observe(&seen);
    }
    let told = client
        .get(&query("/agentmemory/profile", &[("project", &project)]))
        .ok();
    assert_eq!(
        told["topFiles"][0],
        json!({ "file": "src/auth/token.rs", "frequency": 7 })
    );
    let concepts = told["topConcepts"].to_string();
    assert!(
        concepts.contains("{\"concept\":\"auth\",\"frequency\":7}"),
        "{concepts}"
    );
    assert_eq!(
        (&told["sessionCount"], &told["project"]),
        (&json!(1), &json!(project))
    );
    let all = client.get("/agentmemory/profile").ok();
    assert!(
        all["projects"]
            .as_array()
            .unwrap()
            .contains(&json!(project)),
        "{all}"
    );
}

#[test]
fn a_slot_that_is_too_long_leaves_room_for_the_others() {
    let home = Home::new();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    for (label, content) in [
        ("aaa_long", "pinned words ".repeat(100)),
        ("bbb_short", String::from("Mind the heron")),
    ] {
        let slot = json!({ "label": label, "content": content, "scope": "global" });
        assert_eq!(client.post("/agentmemory/slot", &slot).status, 201);
    }
    let asked = json!({ "sessionId": "s", "project": "/code/app", "budget": 100 });
    let told = client.post("/agentmemory/context", &asked).ok();
    let text = told["context"].as_str().unwrap();
    assert!(text.contains("## bbb_short\nMind the heron"), "{told}");
    assert!(!text.contains("aaa_long"), "{told}");
    assert!(told["tokens"].as_u64().unwrap() <= 100, "{told}");
}

/// A session of a project, begun at a minute of one day.
fn session(client: &mut Client, project: &str, minute: usize, data: Value) -> String {
    let id = format!("{project}-{minute:02}");
    let mut seen = told(&id, "post_tool_use", data);
    seen["project"] = json!(project);
    seen["timestamp"] = json!(format!("2026-01-30T10:{minute:02}:00Z"));
    client.observe(&seen);
    id
}

#[test]
fn n_050_a_profile_counts_every_session_of_its_project() {
    let (project, mut client) = (unique("many"), guest(timeline()));
    for minute in 0..31 {
        let data = json!({ "tool_name": "Bash", "tool_input": "make" });
        session(&mut client, &project, minute, data);
    }
    let path = query("/agentmemory/profile", &[("project", &project)]);
    assert_eq!(client.get(&path).ok()["sessionCount"], 31);
}

#[test]
fn n_050_a_profile_has_the_conventions_of_its_project() {
    let home = Home::new();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    let mut keep = |kind: &str, project: &str, content: &str| {
        let new = json!({ "content": content, "type": kind, "project": project });
        let told = client.post("/agentmemory/remember", &new);
        assert_eq!(told.status, 201, "{}", told.text);
    };
    let long = format!(
        "Rebase before you push, {}",
        "and mind the queue ".repeat(6)
    );
    keep("workflow", "/code/app", &long);
    keep("preference", "/code/app", "Tabs, never spaces");
    keep("fact", "/code/app", "Staging listens on port 8443");
    keep("preference", "/code/other", "Semicolons everywhere");
    let told = client.get("/agentmemory/profile?project=/code/app").ok();
    let conventions = told["conventions"].as_array().unwrap();
    assert_eq!(conventions.len(), 2, "{told}");
    assert_eq!(conventions[0], "Tabs, never spaces", "the newest first");
    assert!(long.starts_with(conventions[1].as_str().unwrap()));
    let told = context(&mut client, "/code/app", 4_000);
    let text = told["context"].as_str().unwrap();
    for once in ["Tabs, never spaces", "Rebase before you push", "port 8443"] {
        assert_eq!(text.matches(once).count(), 1, "{once} in {text}");
    }
    assert!(text.contains("Conventions: Tabs, never spaces\n"), "{text}");
    assert!(text.contains("- (workflow) Rebase"), "{text}");
    assert!(!text.contains("Semicolons"), "{text}");
}

#[test]
fn n_053_ten_other_sessions_are_told_whoever_asks() {
    let (project, mut client) = (unique("ten"), guest(timeline()));
    let mut last = String::new();
    for minute in 0..12 {
        let output = format!("step number {minute:02}");
        let data = json!({ "tool_name": "Bash", "tool_input": "make", "tool_output": output });
        last = session(&mut client, &project, minute, data);
    }
    for (asking, oldest) in [("nobody-yet", 2), (last.as_str(), 1)] {
        let asked = json!({ "sessionId": asking, "project": project, "budget": 9_000 });
        let told = client.post("/agentmemory/context", &asked).ok();
        let text = told["context"].as_str().unwrap();
        assert_eq!(text.matches("step number ").count(), 10, "{text}");
        assert!(text.contains(&format!("step number {oldest:02}")), "{text}");
    }
}

//! Small slips of those who ask: each is told plainly, and nothing is done by mistake.

use super::*;
use crate::support::{Ran, files};

const PNG: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

#[test]
fn an_observation_larger_than_an_event_may_be_is_refused_and_leaves_nothing() {
    let home = Home::with_settings("[limits]\nmax_event_bytes = 2000\n");
    let server = served(&home, &[]);
    let mut client = guest(&server);
    let long = "x".repeat(2_001);
    let picture = format!("data:image/png;base64,{PNG}");
    let data = json!({ "tool_name": "Read", "tool_output": long, "image_data": picture });
    let reply = client.post("/agentmemory/observe", &told("s", "post_tool_use", data));
    let fault = reply.refused(400, "content_too_large");
    assert!(
        fault["error"].as_str().unwrap().contains("> 2000 bytes"),
        "{fault}"
    );
    assert!(fault["hint"].as_str().unwrap().contains("max_event_bytes"));
    let said = json!({ "sessionId": "s", "project": "p", "text": long });
    let reply = client.post("/agentmemory/agent/observe", &said);
    reply.refused(400, "content_too_large");
    let told_all = json!({ "events": [{ "session": "s", "text": long }] });
    let other = server.owner().post("/v1/events", &told_all);
    other.refused(400, "content_too_large");
    assert_eq!(client.noted_session("s"), None);
    let images = files(&home.data()).into_iter();
    let images = images.filter(|path| path.display().to_string().contains("images"));
    assert_eq!(images.count(), 0, "its picture was not kept either");
    // A picture has a bound of its own.
    let large = json!({ "tool_name": "Read", "image_data": format!("data:image/png;base64,iVBORw0KGgoA{}", "A".repeat(4_000)) });
    client.observe(&told("s", "post_tool_use", large));
    server.assert_sound();
}

#[test]
fn forgetting_takes_nothing_that_was_not_named() {
    let (mut client, session) = (guest(timeline()), unique("slip"));
    let data = json!({ "tool_name": "Bash", "tool_output": "one" });
    let id = client.observe(&told(&session, "post_tool_use", data));
    let hint = "observationIds";
    for (slip, named) in [
        (json!({ "memoryID": "x" }), "memoryID"),
        (
            json!({ "sessionId": session, "observationIDs": [id] }),
            "observationIDs",
        ),
        (
            json!({ "sessionId": session, "observation_ids": [id] }),
            "observation_ids",
        ),
        (
            json!({ "sessionId": session, "observationIds": [7] }),
            "observationIds",
        ),
        (json!({ "sessionId": [session] }), "sessionId"),
        (json!({ "observationIds": [id] }), "sessionId"),
    ] {
        let reply = client.post("/agentmemory/forget", &slip);
        let fault = reply.refused(400, "bad_request");
        assert!(
            fault["error"].as_str().unwrap().contains(named),
            "{slip}: {fault}"
        );
        assert!(fault["hint"].as_str().unwrap().contains(hint), "{fault}");
    }
    let none = json!({ "sessionId": session, "observationIds": [] });
    assert_eq!(client.post("/agentmemory/forget", &none).ok()["deleted"], 0);
    assert_eq!(client.observations(&session).len(), 1);
    let beside = json!({ "sessionId": session, "observationIds": [id], "reason": "old" });
    let gone = client.post("/agentmemory/forget", &beside).ok();
    assert_eq!(
        (&gone["deleted"], &gone["ignored"]),
        (&json!(1), &json!(["reason"]))
    );
}

#[test]
fn a_secret_of_spaces_ends_the_server_and_an_empty_one_is_told() {
    let home = Home::new();
    let mut command = home.command(&["serve", "--http", "127.0.0.1:0"]);
    command.env("AGENTMEMORY_SECRET", "  ");
    let refused = Ran::soon(command).refused(2, "[bad_setting]");
    assert!(refused.err.contains("AGENTMEMORY_SECRET"), "{refused:?}");
    let open = served(&home, &[("AGENTMEMORY_SECRET", "")]);
    assert_eq!(guest(&open).get("/agentmemory/sessions").status, 200);
    let log = open.errors();
    assert!(log.contains("AGENTMEMORY_SECRET is set and empty"), "{log}");
}

#[test]
fn a_secret_that_is_soon_guessed_is_told() {
    let said = "secret has 4 characters and is guessed soon";
    for (secret, short) in [("hush", true), ("hushed-and-quiet", false)] {
        let home = Home::new();
        let server = served(&home, &[("AGENTMEMORY_SECRET", secret)]);
        let log = server.errors();
        assert_eq!(log.contains(said), short, "{log}");
        assert!(!log.contains(secret), "a secret is never logged");
        let mut doctor = home.command(&["doctor"]);
        doctor.env("AGENTMEMORY_SECRET", secret);
        let told = Ran::soon(doctor).ok();
        assert_eq!(told.contains(said), short, "{told}");
        assert!(told.contains("Doctor OK"), "{told}");
        server.stop();
    }
}

#[test]
fn numbers_and_times_nobody_can_mean_are_refused() {
    let mut client = guest(timeline());
    for ttl in [json!(-1), json!("-0.5"), json!(1e300), json!("soon")] {
        let note = json!({ "content": unique("brief"), "ttlDays": ttl });
        let reply = client.post("/agentmemory/remember", &note);
        let fault = reply.refused(400, "bad_request");
        assert!(
            fault["error"]
                .as_str()
                .unwrap()
                .starts_with("ttlDays must be")
        );
    }
    let observed =
        json!({ "sessionId": "s", "hookType": "stop", "timestamp": "10000-01-01T00:00:00Z" });
    client
        .post("/agentmemory/observe", &observed)
        .refused(400, "bad_time");
    let linked = json!({ "sha": unique("sha"), "authoredAt": "12026-01-01" });
    client
        .post("/agentmemory/session/commit", &linked)
        .refused(400, "bad_time");
}

#[test]
fn every_limit_is_read_by_one_rule() {
    let mut client = guest(timeline());
    let said = "limit must be a whole number from 0 to 4294967295";
    let wrong = ["-1", "1.5", "ten", "4294967296", "99999999999999999999999"];
    let lists = [
        "memories",
        "lessons",
        "commits",
        "audit",
        "dolt/commits",
        "sessions",
        "actions",
        "insights",
    ];
    for path in lists {
        for limit in wrong {
            let reply = client.get(&format!("/agentmemory/{path}?limit={limit}"));
            let fault = reply.refused(400, "bad_request");
            assert_eq!(fault["error"], said, "{path} {limit}");
        }
        let none = client.get(&format!("/agentmemory/{path}?limit=0")).ok();
        let mut lists = none.as_object().unwrap().values();
        let list = lists.find(|value| value.is_array());
        assert_eq!(list, Some(&json!([])), "{path}: {none}");
        // One without a value says nothing, as does any other field.
        for query in [
            "limit=3",
            "limit=3.0",
            "limit=",
            "limit",
            "project=&limit=3",
        ] {
            client.get(&format!("/agentmemory/{path}?{query}")).ok();
        }
    }
    for field in ["maxSessions", "offset"] {
        for count in wrong {
            let reply = client.get(&format!("/agentmemory/export?{field}={count}"));
            let fault = reply.refused(400, "bad_request");
            assert_eq!(fault["error"], said.replace("limit", field), "{count}");
        }
    }
    let page = client.get("/agentmemory/export?maxSessions=1.0&offset=1e0");
    assert_eq!(page.ok()["pagination"]["offset"], 1);
    for path in ["search", "smart-search", "lessons/search"] {
        let post = |client: &mut Client, limit: Value| {
            let asked = json!({ "query": "x", "limit": limit });
            client.post(&format!("/agentmemory/{path}"), &asked)
        };
        for limit in [
            json!(-1),
            json!(1.5),
            json!("ten"),
            json!(1e300),
            json!(4_294_967_296_u64),
            json!([1]),
        ] {
            let fault = post(&mut client, limit.clone()).refused(400, "bad_request");
            assert_eq!(fault["error"], said, "{path} {limit}");
        }
        for limit in [json!(0), json!(3), json!(3.0), json!("3"), Value::Null] {
            post(&mut client, limit).ok();
        }
    }
}

#[test]
fn a_project_without_a_name_is_no_project() {
    let (mut client, word) = (guest(timeline()), unique("nowhere"));
    let kept = json!({ "content": format!("kept {word}"), "project": "/code/named" });
    assert_eq!(client.post("/agentmemory/remember", &kept).status, 201);
    for query in ["?project=", "?project", ""] {
        let told = client.get(&format!("/agentmemory/memories{query}")).ok();
        assert!(told.to_string().contains(&word), "{query}");
    }
    let profile = client.get("/agentmemory/profile?project=").ok();
    assert!(profile["projects"].is_array(), "{profile}");
    let nobody = json!({ "sessionId": "s", "project": " ", "cwd": "/" });
    let reply = client.post("/agentmemory/session/start", &nobody);
    assert_eq!(
        reply.refused(400, "bad_request")["error"],
        "project is required"
    );
}

#[test]
fn what_an_action_may_be_is_told() {
    let mut client = guest(timeline());
    let said = "must be pending, active, completed or discarded";
    let made = json!({ "title": unique("mow") });
    let made = client.post("/agentmemory/actions", &made).ok();
    let path = format!(
        "/agentmemory/actions/{}",
        made["action"]["id"].as_str().unwrap()
    );
    for status in [json!("done"), json!(""), json!(7), json!({ "a": 1 })] {
        let change = json!({ "status": status });
        let fault = client.patch(&path, &change).refused(400, "bad_request");
        assert!(fault["error"].as_str().unwrap().ends_with(said), "{fault}");
        let new = json!({ "title": "x", "status": status });
        client
            .post("/agentmemory/actions", &new)
            .refused(400, "bad_request");
    }
    let unknown = client.patch("/agentmemory/actions/act_0_0", &json!({ "title": "x" }));
    assert_eq!(unknown.status, 404, "{}", unknown.text);
    assert!(
        unknown.text.contains("GET /agentmemory/actions"),
        "{}",
        unknown.text
    );
    let listed = client.get("/agentmemory/actions?status=done");
    listed.refused(400, "bad_request");
}

#[test]
fn nothing_is_related_to_itself() {
    let mut client = guest(timeline());
    let kept = json!({ "content": unique("alone") });
    let kept = client.post("/agentmemory/remember", &kept).body;
    let id = &kept["memory"]["id"];
    let itself = json!({ "sourceId": id, "targetId": id, "type": "related" });
    let refused = client.post("/agentmemory/relations", &itself);
    let fault = refused.refused(400, "bad_request");
    assert!(
        fault["error"].as_str().unwrap().contains("the same"),
        "{fault}"
    );
}

#[test]
fn what_is_of_the_wrong_sort_is_named_and_not_read_as_something_else() {
    let mut client = guest(timeline());
    let label = || unique("slip").replace('-', "_").to_lowercase();
    for (path, body, said) in [
        (
            "remember",
            json!({ "content": { "a": 1 } }),
            "content must be a text",
        ),
        ("remember", json!({ "content": " " }), "content is required"),
        (
            "remember",
            json!({ "content": unique("x"), "concepts": [{ "a": 1 }] }),
            "concepts must be a list of texts, or one with commas",
        ),
        (
            "slot",
            json!({ "label": label(), "pinned": "perhaps" }),
            "pinned must be true or false",
        ),
        (
            "slot",
            json!({ "label": label(), "ifAbsent": 7 }),
            "ifAbsent must be true or false",
        ),
        (
            "auto-forget",
            json!({ "dryRun": 1 }),
            "dryRun must be true or false",
        ),
        (
            "slot/replace",
            json!({ "label": "persona", "content": "x", "ifContent": 7 }),
            "ifContent must be a text",
        ),
        (
            "agent/observe",
            json!({ "sessionId": "s", "project": "p" }),
            "text or content is required",
        ),
    ] {
        let reply = client.post(&format!("/agentmemory/{path}"), &body);
        let fault = reply.refused(400, "bad_request");
        assert_eq!(fault["error"], said, "{path} {body}");
    }
    let reply = client.get("/agentmemory/lessons?minConfidence=much");
    let fault = reply.refused(400, "bad_request");
    assert_eq!(fault["error"], "minConfidence must be a number");
    let unpinned = json!({ "label": label(), "content": "x", "pinned": "False" });
    let made = client.post("/agentmemory/slot", &unpinned);
    assert_eq!(made.body["slot"]["pinned"], false, "{}", made.text);
}

#[test]
fn what_is_not_there_is_told_with_where_to_look() {
    let mut client = guest(timeline());
    let hint = |fault: Value| fault["hint"].as_str().unwrap_or_default().to_owned();
    let commit = client.get("/agentmemory/session/by-commit?sha=nosuch");
    assert!(hint(commit.refused(404, "no_such_memory")).contains("/agentmemory/commits"));
    let note = client.get("/agentmemory/second-brain?file=nosuch.md");
    assert!(hint(note.refused(404, "no_such_memory")).contains("second-brain"));
    let path = json!({ "path": "/nosuch" });
    let missing = client.post("/agentmemory/replay/import-jsonl", &path);
    let fault = missing.refused(400, "bad_path");
    assert!(
        fault["error"]
            .as_str()
            .unwrap()
            .contains("/nosuch cannot be read")
    );
    assert!(hint(fault).contains("check that the path is there"));
    for asked in ["id=nosuch", "parent=nosuch", "id=toc:year:1971"] {
        let reply = client.get(&format!("/agentmemory/toc?{asked}"));
        assert!(hint(reply.refused(404, "no_such_node")).contains("/agentmemory/toc"));
    }
    let unknown = json!({ "sessionId": unique("nobody") });
    let reply = client.post("/agentmemory/summarize", &unknown);
    assert_eq!(
        reply.refused(400, "no_such_session")["error"],
        "session_not_found"
    );
}

#[test]
fn nobody_is_unwell_for_want_of_a_model() {
    let home = Home::with_settings("[embeddings]\nmodel = \"all-minilm-l6-v2\"\n");
    let server = served(&home, &[]);
    let told = guest(&server).get("/agentmemory/health").ok();
    assert_eq!(told["status"], "healthy", "{told}");
    let model = &told["subsystems"]["embeddingProvider"];
    assert_eq!(model["state"], "missing", "{told}");
    assert!(
        model["message"].as_str().unwrap().contains("missing"),
        "{told}"
    );
}

/// Nothing but control characters is nothing, as at the memory API; one between words stays where it is.
#[test]
fn control_characters_alone_are_no_memory() {
    let home = Home::new();
    let server = served(&home, &[]);
    let (mut notebook, mut owner) = (guest(&server), server.owner());
    let new = |content: &str| json!({ "content": content });
    for content in ["\0", " \u{7}\n\u{7f}"] {
        notebook
            .post("/agentmemory/remember", &new(content))
            .refused(400, "content_empty");
        owner
            .post("/v1/store", &new(content))
            .refused(400, "content_empty");
    }
    let told = [
        "left\0right at the notebook",
        "left\0right at the memory API",
    ];
    let noted = notebook.post("/agentmemory/remember", &new(told[0]));
    assert_eq!(noted.status, 201, "{}", noted.text);
    owner.store(&new(told[1]));
    let listed = owner.get("/v1/memories").ok();
    let kept: Vec<&Value> = listed["memories"]
        .as_array()
        .unwrap()
        .iter()
        .map(|memory| &memory["content"])
        .collect();
    assert_eq!(kept, told);
}

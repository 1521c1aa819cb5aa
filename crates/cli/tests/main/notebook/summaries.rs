//! Sessions summed up, and what they leave behind.

use super::*;

fn edit(file: &str, output: &str) -> Value {
    json!({ "tool_name": "Edit", "tool_input": { "file_path": file }, "tool_output": output })
}

/// A session in which something was done.
fn worked(client: &mut Client, session: &str, project: &str) {
    let prompt = "The login is slow because every request opens a new connection. \
                  We decided to keep a pool of connections. Always close the pool in tests.";
    let told = [
        ("prompt_submit", json!({ "prompt": prompt })),
        ("post_tool_use", edit("src/login/pool.rs", "pool added")),
        ("post_tool_use", edit("src/login/mod.rs", "uses the pool")),
        (
            "post_tool_use",
            json!({ "tool_name": "Bash", "tool_input": { "command": "cargo test login" } }),
        ),
    ];
    for (hook, data) in told {
        let mut seen = super::told(session, hook, data);
        seen["project"] = json!(project);
        client.observe(&seen);
    }
}

fn summarize(client: &mut Client, session: &str) -> Value {
    let asked = json!({ "sessionId": session });
    client.post("/agentmemory/summarize", &asked).ok()["summary"].clone()
}

#[test]
fn n_058_a_session_is_summed_up_without_any_model() {
    let (mut client, project, session) = (guest(timeline()), unique("p"), unique("s"));
    worked(&mut client, &session, &project);
    let summary = summarize(&mut client, &session);
    assert_eq!(
        (&summary["sessionId"], &summary["project"]),
        (&json!(session), &json!(project))
    );
    assert_eq!(summary["observationCount"], 4);
    let files = json!(["src/login/pool.rs", "src/login/mod.rs"]);
    assert_eq!(summary["filesModified"], files);
    let (title, narrative) = (&summary["title"], &summary["narrative"]);
    assert!(!title.as_str().unwrap().is_empty(), "{summary}");
    assert!(narrative.as_str().unwrap().contains("pool"), "{summary}");
    let decided = summary["keyDecisions"].to_string();
    assert!(decided.contains("decided to keep a pool"), "{summary}");
    assert!(!summary["concepts"].as_array().unwrap().is_empty());
    // Used by the next context, in place of single observations.
    let asked = json!({ "sessionId": "next", "project": project });
    let context = client.post("/agentmemory/context", &asked).ok();
    let text = context["context"].as_str().unwrap();
    assert!(
        text.contains(&format!("## {}", title.as_str().unwrap())),
        "{text}"
    );
    assert!(text.contains("Decisions: ") && text.contains("Files: src/login/pool.rs"));
    // In lists of sessions, and for whoever searches.
    let listed = client.noted_session(&session).unwrap();
    assert_eq!((&listed["title"], &listed["summary"]), (title, narrative));
    let found = client
        .post(
            "/agentmemory/search",
            &json!({ "query": "pool of connections login" }),
        )
        .ok();
    assert!(found.to_string().contains("Edit"), "{found}");
    let crystals = client.get("/agentmemory/crystals").ok();
    let crystals = crystals["crystals"].as_array().unwrap().clone();
    let own = crystals
        .iter()
        .find(|one| one["sessionId"] == json!(session));
    let own = own.unwrap();
    assert_eq!(own["filesAffected"], files);
    assert_eq!(own["lessons"], json!(["Always close the pool in tests"]));
}

#[test]
fn n_059_what_cannot_be_summed_up_is_named() {
    let mut client = guest(timeline());
    let refused = |client: &mut Client, asked: Value| {
        let reply = client.post("/agentmemory/summarize", &asked);
        reply.refused(400, "bad_request")["error"].clone()
    };
    assert_eq!(refused(&mut client, json!({})), "sessionId is required");
    let unknown = json!({ "sessionId": unique("nobody") });
    let reply = client.post("/agentmemory/summarize", &unknown);
    let fault = reply.refused(400, "no_such_session");
    assert_eq!(fault["error"], "session_not_found");
    let session = unique("empty");
    let start = json!({ "sessionId": session, "project": "/p", "cwd": "/p" });
    client.post("/agentmemory/session/start", &start).ok();
    let empty = json!({ "sessionId": session });
    assert_eq!(refused(&mut client, empty), "no_observations");
}

#[test]
fn a_summary_goes_with_what_it_was_made_of() {
    let (mut client, session) = (guest(timeline()), unique("gone"));
    worked(&mut client, &session, &unique("p"));
    summarize(&mut client, &session);
    summarize(&mut client, &session);
    let id = client.observations(&session)[1]["id"].clone();
    let wish = json!({ "sessionId": session, "observationIds": [id] });
    let gone = client.post("/agentmemory/forget", &wish).ok();
    assert_eq!(gone["deleted"], 1);
    let listed = client.noted_session(&session).unwrap();
    assert_eq!(listed["summary"], Value::Null);
    let crystals = client.get("/agentmemory/crystals").ok().to_string();
    assert!(!crystals.contains(&session), "{crystals}");
    summarize(&mut client, &session);
    assert_ne!(
        client.noted_session(&session).unwrap()["summary"],
        Value::Null
    );
}

#[test]
fn finished_sessions_become_crystals() {
    let home = Home::new();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    let auto = |client: &mut Client, days: f64| {
        let asked = json!({ "olderThanDays": days });
        client.post("/agentmemory/crystals/auto", &asked).ok()["crystallized"].clone()
    };
    worked(&mut client, "over", "/p");
    worked(&mut client, "open", "/p");
    let end = json!({ "sessionId": "over" });
    client.post("/agentmemory/session/end", &end).ok();
    assert_eq!(auto(&mut client, 1.0), 0, "it ended just now");
    assert_eq!(auto(&mut client, 0.0), 1);
    assert_eq!(auto(&mut client, 0.0), 0, "once");
    let late = json!({ "sessionId": "over", "project": "/p", "text": "Keep llamas in the barn" });
    let told = client.post("/agentmemory/agent/observe", &late);
    assert_eq!(told.status, 201, "{}", told.text);
    client.post("/agentmemory/session/end", &end).ok();
    assert_eq!(auto(&mut client, 0.0), 1, "it went on");
    assert_eq!(auto(&mut client, 0.0), 0);
    let told = client.get("/agentmemory/crystals").ok();
    assert_eq!(
        (&told["total"], &told["crystals"][0]["sessionId"]),
        (&json!(1), &json!("over"))
    );
    server.stop();
    home.run(&["verify"]).ok();
}

#[test]
fn n_046_a_reflection_fills_three_slots_once() {
    let (mut client, project, session) = (guest(timeline()), unique("p"), unique("s"));
    let told = [
        ("post_tool_use", edit("src/a.rs", "TODO: close the file")),
        ("post_tool_use", edit("src/b.rs", "done")),
        (
            "post_tool_failure",
            json!({ "tool_name": "Bash", "error": "no rule to make target" }),
        ),
    ];
    for (hook, data) in told {
        let mut seen = super::told(&session, hook, data);
        seen["project"] = json!(project);
        client.observe(&seen);
    }
    let asked = json!({ "sessionId": session });
    let done = client.post("/agentmemory/slot/reflect", &asked).ok();
    assert_eq!(
        (&done["applied"], &done["observationsReviewed"]),
        (&json!(3), &json!(3))
    );
    let slots = |client: &mut Client| {
        ["pending_items", "session_patterns", "project_context"].map(|label| {
            let path = query(
                "/agentmemory/slot",
                &[("label", label), ("project", &project)],
            );
            client.get(&path).ok()["slot"]["content"].clone()
        })
    };
    let before = slots(&mut client);
    assert_eq!(before[0], "- TODO: close the file");
    assert!(
        before[1]
            .as_str()
            .unwrap()
            .starts_with("last reflection: 1 errors")
    );
    assert_eq!(
        before[2],
        "Files touched in recent sessions:\n- src/a.rs\n- src/b.rs"
    );
    let again = client.post("/agentmemory/slot/reflect", &asked).ok();
    assert_eq!(
        (&again["success"], &again["applied"]),
        (&json!(true), &json!(0))
    );
    assert_eq!(slots(&mut client), before);
    let one = json!({ "sessionId": session, "maxObservations": 1 });
    let one = client.post("/agentmemory/slot/reflect", &one).ok();
    assert_eq!(one["observationsReviewed"], 1);
    let nobody = json!({ "sessionId": unique("nobody") });
    let nobody = client.post("/agentmemory/slot/reflect", &nobody).ok();
    assert_eq!(
        (&nobody["applied"], &nobody["reason"]),
        (&json!(0), &json!("no_observations"))
    );
}

#[test]
fn a_context_says_where_each_line_is_from_and_what_it_really_costs() {
    let (mut client, project, session) = (guest(timeline()), unique("p"), unique("s"));
    worked(&mut client, &session, &project);
    summarize(&mut client, &session);
    let lesson = json!({ "content": format!("lint first in {project}"), "project": project });
    let lesson = client.post("/agentmemory/lessons", &lesson);
    let lesson = lesson.body["lesson"]["id"].as_str().unwrap().to_owned();
    let asked = json!({ "sessionId": "next", "project": project });
    let told = client.post("/agentmemory/context", &asked).ok();
    let text = told["context"].as_str().unwrap();
    let lines = told["lines"].as_array().unwrap();
    for line in lines {
        let said = line["text"].as_str().unwrap();
        assert!(text.contains(said), "{said}");
        assert_eq!(
            line["source"].is_null(),
            said.starts_with('#') && !said.contains('\n'),
            "{line}"
        );
    }
    let sources: Vec<&str> = lines
        .iter()
        .filter_map(|line| line["source"].as_str())
        .collect();
    assert!(
        sources.contains(&format!("lesson:{lesson}").as_str()),
        "{sources:?}"
    );
    assert!(
        sources.contains(&format!("session:{session}").as_str()),
        "{sources:?}"
    );
    assert!(
        sources.contains(&format!("profile:{project}").as_str()),
        "{sources:?}"
    );
    let (real, by_rule) = (told["tokensReal"].as_u64(), told["tokens"].as_u64());
    assert!(real.unwrap() > 10 && real != by_rule, "{told}");
}

#[test]
fn a_summary_without_a_model_says_nothing_twice() {
    let home = Home::new();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    for prompt in [
        "The ferry to the island leaves at nine from the northern pier.",
        "the ferry to the island leaves at nine from the northern pier",
        "The ferry to the island leaves at nine from the northern pier!",
        "We decided to paint the lighthouse white because ships did not see it.",
        "We decided to paint the lighthouse white, because ships did not see it.",
    ] {
        client.observe(&told("echo", "prompt_submit", json!({ "prompt": prompt })));
    }
    let done = client.post("/agentmemory/summarize", &json!({ "sessionId": "echo" }));
    let done = done.ok();
    let narrative = done["summary"]["narrative"].as_str().unwrap();
    let lower = narrative.to_lowercase();
    for said in [
        "leaves at nine from the northern pier",
        "paint the lighthouse white",
    ] {
        assert!(lower.matches(said).count() <= 1, "{narrative}");
    }
    assert!(!narrative.is_empty());
}

#[test]
fn a_summary_without_a_model_does_not_tell_the_names_of_hooks() {
    let home = Home::new();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    for (hook, data) in [
        (
            "prompt_submit",
            json!({ "prompt": "Please mend the fence behind the old orchard." }),
        ),
        (
            "notification",
            json!({ "notification_type": "permission_prompt", "message": "May I use the new hammer from the shed?" }),
        ),
        (
            "stop",
            json!({ "message": "The fence behind the orchard stands again, with oak posts." }),
        ),
        ("stop", json!({})),
    ] {
        client.observe(&told("fence", hook, data));
    }
    let summary = summarize(&mut client, "fence").to_string();
    assert!(summary.contains("oak posts"), "{summary}");
    for hook in ["stop |", "notification |", "notification", "prompt_submit"] {
        assert!(!summary.contains(hook), "{hook}: {summary}");
    }
}

//! Sessions begin, end and are listed.

use super::*;

#[test]
fn n_021_an_unknown_session_begins_by_itself() {
    let (session, mut client) = (unique("auto"), guest(timeline()));
    let long = format!("Please\n  fix {}", "it ".repeat(100));
    client.observe(&told(&session, "prompt_submit", json!({ "prompt": long })));
    let known = client.noted_session(&session).unwrap();
    assert_eq!(
        (&known["status"], &known["observationCount"]),
        (&json!("active"), &json!(1))
    );
    assert_eq!(
        (&known["project"], &known["cwd"]),
        (&json!("/code/app"), &json!("/code/app"))
    );
    assert_eq!(known["startedAt"], "2026-01-30T10:00:00Z");
    let prompt = known["firstPrompt"].as_str().unwrap();
    assert!(prompt.starts_with("Please fix it it"), "{prompt}");
    assert_eq!(prompt.chars().count(), 200);
}

#[test]
fn n_023_an_agent_is_named_or_inherited() {
    let (session, mut client) = (unique("agents"), guest(timeline()));
    let start = json!({ "sessionId": session, "project": "p", "cwd": "/p", "agentId": "cody" });
    client.post("/agentmemory/session/start", &start).ok();
    client.observe(&told(&session, "stop", json!("inherits")));
    let mut own = told(&session, "stop", json!("has its own"));
    own["agentId"] = json!("ada");
    own["timestamp"] = json!("2026-01-30T11:00:00Z");
    client.observe(&own);
    let agents: Vec<_> = client
        .observations(&session)
        .iter()
        .map(|seen| seen["agentId"].clone())
        .collect();
    assert_eq!(agents, [json!("cody"), json!("ada")]);
}

#[test]
fn n_024_plain_words_are_observed_too() {
    let (session, mut client) = (unique("plain"), guest(timeline()));
    let said = json!({ "sessionId": session, "project": "p", "text": "the cache is cold", "type": "thought" });
    let reply = client.post("/agentmemory/agent/observe", &said);
    assert_eq!(reply.status, 201, "{}", reply.text);
    let seen = &client.observations(&session)[0];
    assert_eq!(
        (&seen["title"], &seen["type"]),
        (&json!("agent_thought"), &json!("thought"))
    );
    assert_eq!(seen["narrative"], "the cache is cold", "once");
    let lost = json!({ "sessionId": session, "text": "x" });
    let refused = client
        .post("/agentmemory/agent/observe", &lost)
        .refused(400, "bad_request");
    assert_eq!(refused["error"], "project is required");
}

#[test]
fn a_session_begun_again_keeps_what_it_has() {
    let (session, mut client) = (unique("again"), guest(timeline()));
    let start = json!({ "sessionId": session, "project": "p", "cwd": "/p" });
    client.post("/agentmemory/session/start", &start).ok();
    for prompt in ["first question", "second question"] {
        let asked = told(&session, "prompt_submit", json!({ "prompt": prompt }));
        client.observe(&asked);
    }
    let before = client.noted_session(&session).unwrap();
    let seen = client.observations(&session);
    let again = client.post("/agentmemory/session/start", &start).ok();
    assert_eq!(again["session"]["observationCount"], 2, "{again}");
    let after = client.noted_session(&session).unwrap();
    for field in ["observationCount", "firstPrompt", "startedAt", "status"] {
        assert_eq!(after[field], before[field], "{field}");
    }
    assert_eq!(client.observations(&session), seen);
}

#[test]
fn a_session_is_named_in_either_spelling() {
    let (session, mut client) = (unique("spelt"), guest(timeline()));
    client.observe(&told(&session, "stop", json!("x")));
    let spelt = |name: &str| query("/agentmemory/observations", &[(name, &session)]);
    let [one, other] = ["sessionId", "session_id"].map(|name| client.get(&spelt(name)).ok());
    assert_eq!(one["observations"].as_array().unwrap().len(), 1);
    assert_eq!(one, other);
    client
        .get("/agentmemory/observations")
        .refused(400, "bad_request");
}

#[test]
fn n_027_an_end_completes_what_is_there_and_makes_no_ghost() {
    let (session, mut client) = (unique("ends"), guest(timeline()));
    client.observe(&told(&session, "stop", json!("x")));
    let told = client
        .post("/agentmemory/session/end", &json!({ "sessionId": session }))
        .ok();
    assert_eq!(told, json!({ "success": true }));
    let known = client.noted_session(&session).unwrap();
    assert_eq!(known["status"], "completed");
    assert!(known["endedAt"].is_string(), "{known}");
    let ghost = unique("ghost");
    let end = json!({ "sessionId": ghost });
    client
        .post("/agentmemory/session/end", &end)
        .refused(404, "no_such_session");
    assert_eq!(client.noted_session(&ghost), None);
}

#[test]
fn n_028_one_agent_does_not_end_anothers_session() {
    let (project, mut client) = (unique("crossed"), guest(timeline()));
    let (a, b, c) = (unique("a"), unique("b"), unique("c"));
    let start = |session: &str, agent: &str| json!({ "sessionId": session, "project": project, "cwd": "/p", "agentId": agent });
    for (session, agent) in [(&a, "ann"), (&b, "bob"), (&c, "ann")] {
        let told = client
            .post("/agentmemory/session/start", &start(session, agent))
            .ok();
        assert_eq!(told["session"]["status"], "active");
    }
    let status = |client: &mut Client, session: &str| {
        client.noted_session(session).unwrap()["status"].clone()
    };
    assert_eq!(
        status(&mut client, &a),
        "completed",
        "the same agent went on elsewhere"
    );
    assert_eq!(status(&mut client, &b), "active");
    assert_eq!(status(&mut client, &c), "active");
}

/// As hooks tell it.
#[test]
fn a_project_that_has_only_a_name_is_drawn_where_it_is() {
    let home = Home::new();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    let start = json!({ "sessionId": "s", "project": "burrow", "cwd": "/code/burrow" });
    client.post("/agentmemory/session/start", &start).ok();
    let memory = json!({ "content": "Badgers dig", "project": "burrow" });
    assert!(client.post("/agentmemory/remember", &memory).status < 300);
    let graph = client.get("/agentmemory/graph").ok();
    assert_eq!(graph["nodes"].as_array().unwrap().len(), 1, "{graph}");
    assert!(
        graph["nodes"][0].to_string().contains("/code/burrow"),
        "{graph}"
    );
}

#[test]
fn n_028_a_session_that_goes_on_was_not_left() {
    let (project, mut client) = (unique("windows"), guest(timeline()));
    let (first, second) = (unique("first"), unique("second"));
    for session in [&first, &second] {
        let start = json!({ "sessionId": session, "project": project, "cwd": "/p" });
        client.post("/agentmemory/session/start", &start).ok();
        client.observe(&told(
            session,
            "prompt_submit",
            json!({ "prompt": "hello" }),
        ));
    }
    let known = |client: &mut Client| client.noted_session(&first).unwrap();
    assert_eq!(known(&mut client)["status"], "completed");
    client.observe(&told(
        &first,
        "prompt_submit",
        json!({ "prompt": "here I am" }),
    ));
    let goes_on = known(&mut client);
    assert_eq!(goes_on["status"], "active", "{goes_on}");
    assert_eq!(goes_on["project"], project, "where it was");
    // An end that somebody told stays one for what happened before it.
    let end = json!({ "sessionId": first });
    client.post("/agentmemory/session/end", &end).ok();
    client.observe(&told(&first, "stop", json!("late")));
    assert_eq!(known(&mut client)["status"], "completed");
}

#[test]
fn a_session_survives_a_kill_a_rebuild_and_forgetting_a_part_of_it() {
    let home = Home::new();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    let first = client.observe(&told(
        "s",
        "prompt_submit",
        json!({ "prompt": "first question" }),
    ));
    client.observe(&told(
        "s",
        "prompt_submit",
        json!({ "prompt": "second question" }),
    ));
    let before = client.noted_session("s").unwrap();
    server.kill();
    let server = served(&home, &[]);
    assert_eq!(guest(&server).noted_session("s").unwrap(), before);
    assert_eq!(server.owner().forget(&json!({ "ids": [first] })), 1);
    let known = guest(&server).noted_session("s").unwrap();
    assert_eq!(known["firstPrompt"], "second question");
    assert_eq!(known["observationCount"], 1);
    home.run(&["verify"]).ok();
    home.run(&["rebuild"]).ok();
    assert_eq!(guest(&server).noted_session("s").unwrap(), known);
}

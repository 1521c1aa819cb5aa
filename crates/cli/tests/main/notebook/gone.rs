//! What hangs on something goes with it; what is told late happened when it happened.

use std::io::{BufRead, BufReader, Write};
use std::os::unix::net::UnixStream;
use std::time::{SystemTime, UNIX_EPOCH};

use mneme_model::Moment;

use super::*;
use crate::support::eventually;

#[test]
fn what_a_session_left_in_slots_and_commits_goes_with_it() {
    let home = Home::new();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    for (session, word) in [("gone", "quokka"), ("kept", "numbat")] {
        let data = json!({ "tool_name": "Edit", "tool_input": { "file_path": format!("src/{word}.rs") }, "tool_output": format!("TODO: feed the {word}") });
        client.observe(&told(session, "post_tool_use", data));
    }
    let slot = json!({ "label": "pending_items", "content": "mine", "project": "/code/app" });
    assert_eq!(client.post("/agentmemory/slot", &slot).status, 201);
    for session in ["gone", "kept"] {
        let reflected = client
            .post(
                "/agentmemory/slot/reflect",
                &json!({ "sessionId": session }),
            )
            .ok();
        assert_ne!(reflected["applied"], 0, "{reflected}");
    }
    for (sha, sessions) in [("a000000", vec!["gone"]), ("b000000", vec!["gone", "kept"])] {
        for session in sessions {
            let commit =
                json!({ "sha": sha, "sessionId": session, "message": format!("About {sha}") });
            let linked = client.post("/agentmemory/session/commit", &commit);
            assert!(linked.status < 300, "{}", linked.text);
        }
    }
    let slots = |client: &mut Client| {
        client
            .get("/agentmemory/slots?project=/code/app")
            .ok()
            .to_string()
    };
    assert!(
        slots(&mut client).contains("quokka"),
        "{}",
        slots(&mut client)
    );
    client
        .post("/agentmemory/forget", &json!({ "sessionId": "gone" }))
        .ok();
    let after = slots(&mut client);
    assert!(!after.contains("quokka"), "{after}");
    assert!(
        after.contains("mine")
            && after.contains("TODO: feed the numbat")
            && after.contains("src/numbat.rs"),
        "{after}"
    );
    let commits = client.get("/agentmemory/commits").ok();
    let shas: Vec<_> = commits["commits"]
        .as_array()
        .unwrap()
        .iter()
        .map(|commit| (commit["sha"].clone(), commit["sessionIds"].clone()))
        .collect();
    assert_eq!(shas, [(json!("b000000"), json!(["kept"]))]);
    assert_eq!(server.owner().ask("quokka"), Vec::<String>::new());
    server.stop();
    home.run(&["verify"]).ok();
    let dump = home.run(&["debug", "dump", "--plain"]).ok();
    assert!(dump.contains("numbat") && !dump.contains("quokka"));
}

#[test]
fn a_next_version_keeps_what_it_does_not_say_anew_and_goes_with_the_older_ones() {
    let home = Home::new();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    let first = json!({ "content": "The quokka cluster runs on port 7001", "project": "/code/q", "type": "architecture",
        "concepts": ["quokka"], "files": ["src/q.rs"], "agentId": "bob" });
    let first = client.post("/agentmemory/remember", &first).body["memory"].clone();
    let next =
        json!({ "memoryId": first["id"], "newContent": "The wallaby cluster runs on port 7002" });
    let next = client.post("/agentmemory/evolve", &next).ok()["memory"].clone();
    for field in ["project", "type", "concepts", "files", "agentId"] {
        assert_eq!(next[field], first[field], "{field}");
    }
    let told = json!({ "memoryId": next["id"], "newContent": "The wallaby cluster runs on port 7003", "type": "bug", "concepts": ["wallaby"] });
    let third = client.post("/agentmemory/evolve", &told).ok()["memory"].clone();
    assert_eq!(
        (&third["type"], &third["concepts"]),
        (&json!("bug"), &json!(["wallaby"]))
    );
    let tagged = json!({ "query": "cluster", "tags": ["wallaby"] });
    let tagged = server.owner().recall(&tagged);
    assert_eq!(
        crate::support::ids(&tagged),
        [third["id"].as_str().unwrap()]
    );
    let forgot = client
        .post("/agentmemory/forget", &json!({ "memoryId": third["id"] }))
        .ok();
    assert_eq!(forgot["deleted"], 3, "with the two before it");
    let left = client.get("/agentmemory/export").ok().to_string();
    assert!(
        !left.contains("quokka") && !left.contains("wallaby"),
        "{left}"
    );
    server.stop();
    let dump = home.run(&["debug", "dump", "--plain"]).ok();
    assert!(!dump.contains("quokka") && !dump.contains("wallaby"));
}

#[test]
fn what_was_just_said_is_found_before_what_is_only_near() {
    let home = Home::new();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    for n in 0..30 {
        let word = format!("PROJ-{}", 4_800 + n);
        let told =
            json!({ "content": format!("we closed {word} today"), "project": format!("/t/{n}") });
        client.post("/agentmemory/remember", &told);
        let found = client
            .post("/agentmemory/search", &json!({ "query": word, "limit": 3 }))
            .ok();
        assert!(
            found[0]["content"]
                .as_str()
                .unwrap_or_default()
                .contains(&word),
            "{word}: {found}"
        );
    }
}

/// Leaves a whole session in the spool, as a hook does that finds nobody.
fn wait(home: &Home, session: &str, at: impl Fn(usize) -> String) {
    let spool = home.data().join("spool");
    std::fs::create_dir_all(&spool).unwrap();
    let line = |n: usize, hook: &str, data: Value| {
        let observed =
            json!({ "hook": hook, "data": data, "project": "/code/app", "cwd": "/code/app" });
        let id = format!("obs_{session}_{n}");
        json!({ "id": id, "session": session, "text": "", "occurred_at": at(n), "observed": observed }).to_string()
    };
    let prompt = json!({ "prompt": "Please mend the zebra parser before noon" });
    let lines = [
        line(1, "session_start", json!({})),
        line(2, "prompt_submit", prompt),
        line(3, "session_end", json!({})),
    ];
    // In one step: a server may be reading.
    let made = spool.join("made");
    std::fs::write(&made, lines.join("\n") + "\n").unwrap();
    std::fs::rename(made, spool.join("control.jsonl")).unwrap();
}

fn summed_up(server: &Server, session: &str) -> Value {
    eventually("its summary", || {
        let known = guest(server).noted_session(session)?;
        known["summary"].as_str().is_some().then_some(known)
    })
}

fn now(_: usize) -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    Moment::from_ms(since.as_millis().try_into().unwrap()).rfc3339()
}

#[test]
fn a_session_that_waited_in_the_spool_ended_when_it_ended_and_is_summed_up() {
    let home = Home::new();
    wait(&home, "late", |n| format!("2026-01-30T10:00:0{n}.000Z"));
    let server = served(&home, &[]);
    let session = summed_up(&server, "late");
    assert_eq!(session["startedAt"], "2026-01-30T10:00:01Z");
    assert_eq!(session["endedAt"], "2026-01-30T10:00:03Z");
    assert_eq!(session["status"], "completed");
    // However short it waited.
    wait(&home, "soon", now);
    assert_eq!(summed_up(&server, "soon")["status"], "completed");
}

#[test]
fn a_command_that_takes_a_session_in_sums_it_up_as_a_server_does() {
    let home = Home::new();
    wait(&home, "late", now);
    let found = home.run(&["recall", "zebra"]).ok();
    assert!(found.contains("zebra parser"), "{found}");
    let export = home.json(&["notebook", "export"]);
    let summaries = export["summaries"].as_array().unwrap();
    assert_eq!(summaries.len(), 1, "{export}");
    assert_eq!(summaries[0]["sessionId"], "late");
}

#[test]
fn an_end_that_a_hook_brings_late_is_summed_up_too() {
    let home = Home::new();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    for session in ["plain", "late"] {
        let prompt = json!({ "prompt": "Please mend the zebra parser before noon" });
        client.observe(&told(session, "prompt_submit", prompt));
    }
    let end =
        |session: &str, summarize: bool| json!({ "sessionId": session, "summarize": summarize });
    client
        .post("/agentmemory/session/end", &end("plain", false))
        .ok();
    client
        .post("/agentmemory/session/end", &end("late", true))
        .ok();
    assert_eq!(summed_up(&server, "late")["status"], "completed");
    let plain = client.noted_session("plain").unwrap();
    assert_eq!(plain.get("summary"), None, "nobody asked for it");
}

/// Tells the server what happened, as a hook does that finds it.
fn tell_now(home: &Home, session: &str, n: usize, hook: &str) {
    tell_at(home, session, (n, &now(n)), hook);
}

fn tell_at(home: &Home, session: &str, (n, at): (usize, &str), hook: &str) {
    let data = match hook {
        "prompt_submit" => json!({ "prompt": "Please mend the zebra parser before noon" }),
        _ => json!({}),
    };
    let observed =
        json!({ "hook": hook, "data": data, "project": "/code/app", "cwd": "/code/app" });
    let event = json!({ "id": format!("obs_{session}_{n}"), "session": session, "text": "",
        "occurred_at": at, "observed": observed });
    let call = json!({ "op": "ingest", "args": { "hooked": true, "events": [event] } });
    let mut stream = UnixStream::connect(home.data().join("control.sock")).unwrap();
    writeln!(stream, "{call}").unwrap();
    let mut reply = String::new();
    BufReader::new(stream).read_line(&mut reply).unwrap();
    assert!(reply.contains("\"ok\""), "{reply}");
}

#[test]
fn a_session_that_ends_while_somebody_serves_is_summed_up_once() {
    let home = Home::new();
    let server = served(&home, &[]);
    let made = |session: &str| {
        let export = guest(&server).get("/agentmemory/export").ok();
        let summaries = export["summaries"].as_array().unwrap().clone();
        let own = summaries.iter().find(|one| one["sessionId"] == session);
        own.unwrap()["createdAt"].clone()
    };
    for (n, hook) in ["session_start", "prompt_submit", "session_end"]
        .iter()
        .enumerate()
    {
        tell_now(&home, "first", n, hook);
    }
    assert_eq!(summed_up(&server, "first")["status"], "completed");
    let once = made("first");
    // A client that stops, and then ends: what is owed is looked at in the order it came.
    tell_now(&home, "first", 3, "session_end");
    tell_now(&home, "second", 2, "prompt_submit");
    tell_now(&home, "second", 3, "session_end");
    summed_up(&server, "second");
    assert_eq!(made("first"), once, "nothing came in since");
    tell_now(&home, "first", 4, "prompt_submit");
    tell_now(&home, "first", 5, "session_end");
    eventually("another summary", || (made("first") != once).then_some(()));
}

/// Agents tell an end after every turn.
#[test]
fn n_027_a_session_that_goes_on_after_its_end_is_active_and_each_later_end_counts() {
    let home = Home::new();
    let server = served(&home, &[]);
    let at = |n: usize| format!("2026-01-30T10:00:0{n}Z");
    let known = |server: &Server| guest(server).noted_session("turns").unwrap();
    let state = |server: &Server| {
        let known = known(server);
        (known["status"].clone(), known["endedAt"].clone())
    };
    let (active, over) = (json!("active"), json!("completed"));
    let steps = [
        (1, "session_start", (&active, Value::Null)),
        (2, "prompt_submit", (&active, Value::Null)),
        (3, "session_end", (&over, json!(at(3)))),
        (4, "prompt_submit", (&active, Value::Null)),
        (6, "session_end", (&over, json!(at(6)))),
        (7, "session_end", (&over, json!(at(7)))),
        // Told late, it happened before the end.
        (5, "prompt_submit", (&over, json!(at(7)))),
        (5, "session_end", (&over, json!(at(7)))),
    ];
    for (place, (n, hook, (status, ended))) in steps.into_iter().enumerate() {
        tell_at(&home, "turns", (place, &at(n)), hook);
        assert_eq!(state(&server), (status.clone(), ended), "{place} {hook}");
    }
    assert_eq!(known(&server)["observationCount"], 3);
    server.kill();
    let server = served(&home, &[]);
    assert_eq!(state(&server), (over.clone(), json!(at(7))));
    home.run(&["verify"]).ok();
    home.run(&["rebuild"]).ok();
    assert_eq!(state(&server), (over, json!(at(7))));
}

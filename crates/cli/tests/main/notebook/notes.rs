//! Lessons, slots and actions: notes with names of their own.

use super::*;

fn lesson(client: &mut Client, content: &str, status: u16) -> Value {
    let reply = client.post("/agentmemory/lessons", &json!({ "content": content }));
    assert_eq!(reply.status, status, "{}", reply.text);
    reply.body
}

#[test]
fn n_039_a_lesson_told_again_is_surer() {
    let (word, mut client) = (unique("linter"), guest(timeline()));
    let first = lesson(&mut client, &format!("Always run the {word}"), 201);
    assert_eq!(
        (&first["action"], &first["lesson"]["confidence"]),
        (&json!("created"), &json!(0.5))
    );
    let second = lesson(&mut client, &format!("  always RUN the {word} "), 200);
    assert_eq!(second["action"], "strengthened");
    assert_eq!(second["lesson"]["confidence"], 0.55);
    let third = client.post(
        "/agentmemory/lessons/strengthen",
        &json!({ "lessonId": first["lesson"]["id"] }),
    );
    let third = third.ok();
    assert!((third["lesson"]["confidence"].as_f64().unwrap() - 0.595).abs() < 1e-9);
    assert_eq!(third["lesson"]["reinforcements"], 2);
    let lost = json!({ "lessonId": "lsn_none" });
    client
        .post("/agentmemory/lessons/strengthen", &lost)
        .refused(404, "no_such_memory");
    client
        .post("/agentmemory/lessons", &json!({ "content": " " }))
        .refused(400, "bad_request");
    let found = client
        .post("/agentmemory/lessons/search", &json!({ "query": word }))
        .ok();
    assert_eq!(
        found["lessons"].as_array().unwrap().len(),
        1,
        "one lesson, whatever its versions"
    );
    assert_eq!(found["lessons"][0]["score"], 0.595);
    let hits = client
        .post("/agentmemory/search", &json!({ "query": word }))
        .ok();
    assert_eq!(hits.as_array().unwrap().len(), 1, "{hits}");
}

#[test]
fn n_042_a_fresh_notebook_has_its_standing_slots() {
    let home = Home::new();
    let server = served(&home, &[]);
    let told = guest(&server).get("/agentmemory/slots").ok();
    let slots = told["slots"].as_array().unwrap();
    let labels: Vec<_> = slots
        .iter()
        .map(|slot| slot["label"].as_str().unwrap())
        .collect();
    let wanted = [
        "guidance",
        "pending_items",
        "persona",
        "project_context",
        "self_notes",
        "session_patterns",
        "tool_guidelines",
        "user_preferences",
    ];
    assert_eq!(labels, wanted);
    let persona = &slots[2];
    assert_eq!(
        (&persona["sizeLimit"], &persona["scope"]),
        (&json!(1_000), &json!("global"))
    );
}

#[test]
fn n_043_n_044_a_slot_holds_what_fits_and_is_made_anew() {
    let (label, mut client) = (unique("slot"), guest(timeline()));
    let bad = json!({ "label": "Bad Label", "content": "x" });
    client
        .post("/agentmemory/slot", &bad)
        .refused(400, "bad_request");
    let long = json!({ "label": label, "content": "12345", "sizeLimit": 4 });
    let told = client
        .post("/agentmemory/slot", &long)
        .refused(400, "slot_full");
    assert!(
        told["error"]
            .as_str()
            .unwrap()
            .contains("content exceeds sizeLimit (5 > 4)")
    );
    for wrong in [
        json!({ "label": label, "sizeLimit": 0 }),
        json!({ "label": label, "sizeLimit": 20_001 }),
        json!({ "label": label, "scope": "session" }),
    ] {
        client
            .post("/agentmemory/slot", &wrong)
            .refused(400, "bad_request");
    }
    let made = client.post(
        "/agentmemory/slot",
        &json!({ "label": label, "content": "123", "sizeLimit": 6.0 }),
    );
    assert_eq!(made.status, 201, "{}", made.text);
    let appended = client
        .post(
            "/agentmemory/slot/append",
            &json!({ "label": label, "text": " 45 " }),
        )
        .ok();
    assert_eq!(
        (&appended["slot"]["content"], &appended["size"]),
        (&json!("123\n45"), &json!(6))
    );
    for (call, more) in [
        ("append", json!({ "label": label, "text": "6" })),
        ("replace", json!({ "label": label, "content": "1234567" })),
    ] {
        let told = client.post(&format!("/agentmemory/slot/{call}"), &more);
        let told = told.refused(400, "slot_full");
        assert_eq!(
            (&told["currentSize"], &told["sizeLimit"]),
            (&json!(6), &json!(6)),
            "{call}"
        );
    }
    let again = client.post(
        "/agentmemory/slot",
        &json!({ "label": label, "content": "new" }),
    );
    assert_eq!(again.status, 200, "made anew: {}", again.text);
    let kept = json!({ "label": label, "content": "newer", "ifAbsent": true });
    client
        .post("/agentmemory/slot", &kept)
        .refused(409, "slot_exists");
    let path = query("/agentmemory/slot", &[("label", &label)]);
    assert_eq!(client.get(&path).ok()["slot"]["content"], "new");
    assert_eq!(
        client.delete(&path, &json!({})).ok(),
        json!({ "success": true })
    );
    assert_eq!(
        client.get(&path).refused(404, "no_such_slot")["error"],
        "slot not found"
    );
    client.get("/agentmemory/slot").refused(400, "bad_request");
}

/// Only an import brings one along.
#[test]
fn n_043_what_may_only_be_read_is_neither_written_nor_taken_away() {
    let home = Home::new();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    let slot = json!({ "label": "pending_items", "scope": "project", "project": "/code/app",
        "content": "carved in stone", "sizeLimit": 2_000, "readOnly": true });
    let export = json!({ "exportData": { "memories": [], "slots": [slot] } });
    client.post("/agentmemory/import", &export).ok();
    let path = "/agentmemory/slot?label=pending_items&project=%2Fcode%2Fapp";
    let before = client.get(path).ok();
    assert_eq!(
        (&before["slot"]["readOnly"], &before["slot"]["content"]),
        (&json!(true), &json!("carved in stone"))
    );
    let mut refused = Vec::new();
    for (call, field) in [
        ("", "content"),
        ("/append", "text"),
        ("/replace", "content"),
    ] {
        let own = json!({ "label": "pending_items", "project": "/code/app", field: "washed off" });
        refused.push(client.post(&format!("/agentmemory/slot{call}"), &own));
    }
    refused.push(client.delete(path, &json!({})));
    for reply in refused {
        let fault = reply.refused(400, "bad_request");
        let said = fault["error"].as_str().unwrap();
        assert_eq!(said, "slot 'pending_items' is read-only");
    }
    let todo = json!({ "tool_name": "Bash", "tool_output": "todo: mend the gate" });
    client.observe(&told("s", "post_tool_use", todo));
    let looked = json!({ "sessionId": "s" });
    let looked = client.post("/agentmemory/slot/reflect", &looked).ok();
    assert_eq!(looked["applied"], 1, "its patterns alone: {looked}");
    assert_eq!(client.get(path).ok(), before);
}

#[test]
fn n_042_a_standing_slot_may_be_taken_away_and_is_empty_again() {
    let home = Home::new();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    let path = "/agentmemory/slot?label=persona";
    let fresh = client.get(path).ok();
    client.delete(path, &json!({})).ok();
    assert_eq!(client.get(path).ok(), fresh, "nobody wrote into it");
    let written = json!({ "label": "persona", "content": "terse" });
    client.post("/agentmemory/slot/replace", &written).ok();
    client.delete(path, &json!({})).ok();
    assert_eq!(client.get(path).ok(), fresh);
    // What a project sees of everybody's is what it takes away.
    let written = json!({ "label": "guidance", "content": "mind the gap" });
    client.post("/agentmemory/slot/replace", &written).ok();
    let path = "/agentmemory/slot?label=guidance&project=harbour";
    client.delete(path, &json!({})).ok();
    assert_eq!(client.get(path).ok()["slot"]["content"], "");
    let unknown = "/agentmemory/slot?label=nobody_made_it";
    let refused = client.delete(unknown, &json!({}));
    refused.refused(404, "no_such_slot");
}

#[test]
fn n_045_a_slot_of_a_project_is_its_own_and_hides_everybodys() {
    let (label, mut client) = (unique("shared"), guest(timeline()));
    let everybody = json!({ "label": label, "content": "everybody's", "scope": "global" });
    assert_eq!(client.post("/agentmemory/slot", &everybody).status, 201);
    let own = json!({ "label": label, "content": "a's", "project": "a" });
    assert_eq!(client.post("/agentmemory/slot", &own).status, 201);
    let content = |client: &mut Client, project: &str| {
        let path = query(
            "/agentmemory/slot",
            &[("label", &label), ("project", project)],
        );
        client.get(&path).ok()["slot"]["content"].clone()
    };
    assert_eq!(content(&mut client, "a"), "a's");
    assert_eq!(content(&mut client, "b"), "everybody's");
    let other = json!({ "label": label, "content": "b's", "project": "b" });
    assert_eq!(client.post("/agentmemory/slot", &other).status, 201);
    assert_eq!(
        content(&mut client, "a"),
        "a's",
        "two projects share nothing"
    );
    assert_eq!(content(&mut client, "b"), "b's");
}

#[test]
fn n_045_a_slot_written_without_a_project_is_everybodys_and_reaches_every_session() {
    let home = Home::new();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    let made = json!({ "label": "house_rules", "content": "knock before you enter" });
    let made = client.post("/agentmemory/slot", &made);
    assert_eq!(made.body["slot"]["scope"], "global", "{}", made.text);
    for (label, content) in [("persona", "a patient guide"), ("guidance", "mind the gap")] {
        let written = json!({ "label": label, "content": content });
        let written = client.post("/agentmemory/slot/replace", &written).ok();
        assert_eq!(written["slot"]["scope"], "global", "{label}");
    }
    let begun = json!({ "sessionId": "s1", "project": "harbour", "cwd": "/harbour" });
    let begun = client.post("/agentmemory/session/start", &begun).ok();
    let asked = json!({ "sessionId": "s2", "project": "harbour" });
    let asked = client.post("/agentmemory/context", &asked).ok();
    for told in [&begun["context"], &asked["context"]] {
        let told = told.as_str().unwrap();
        for words in ["knock before you enter", "a patient guide", "mind the gap"] {
            assert!(told.contains(words), "{words}: {told}");
        }
    }
    for path in ["/agentmemory/slots", "/agentmemory/slots?project=harbour"] {
        let slots = client.get(path).ok()["slots"].as_array().unwrap().clone();
        let scope = |label: &str| {
            let slot = slots.iter().find(|slot| slot["label"] == label);
            slot.unwrap()["scope"].clone()
        };
        assert_eq!(slots.len(), 9, "{path}: {slots:?}");
        for label in ["house_rules", "persona", "guidance"] {
            assert_eq!(scope(label), "global", "{path}");
        }
    }
    let own = json!({ "label": "guidance", "content": "mind the tide", "project": "harbour" });
    let own = client.post("/agentmemory/slot/replace", &own).ok();
    assert_eq!(
        own["slot"]["scope"], "project",
        "the project's own stands before it"
    );
    let slot = |client: &mut Client, path: &str| client.get(path).ok()["slot"]["content"].clone();
    let path = "/agentmemory/slot?label=guidance";
    assert_eq!(slot(&mut client, path), "mind the gap");
    let path = format!("{path}&project=harbour");
    assert_eq!(slot(&mut client, &path), "mind the tide");
}

#[test]
fn n_047_n_048_actions_are_added_changed_and_sorted() {
    let home = Home::new();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    let add = |client: &mut Client, title: &str, priority: i64| {
        let new = json!({ "title": title, "priority": priority });
        client.post("/agentmemory/actions", &new).ok()["action"].clone()
    };
    let (low, high) = (add(&mut client, "sweep", 0), add(&mut client, "mend", 5));
    let done = add(&mut client, "done", 9);
    let path = |action: &Value| format!("/agentmemory/actions/{}", action["id"].as_str().unwrap());
    let change = json!({ "status": "completed", "id": "x", "createdAt": "2000-01-01T00:00:00Z" });
    let changed = client.patch(&path(&done), &change).ok();
    assert_eq!(
        (&changed["action"]["status"], &changed["action"]["id"]),
        (&json!("completed"), &done["id"])
    );
    assert_eq!(changed["action"]["createdAt"], done["createdAt"]);
    let open = client.get("/agentmemory/frontier").ok();
    let ids: Vec<_> = open["frontier"]
        .as_array()
        .unwrap()
        .iter()
        .map(|a| a["id"].clone())
        .collect();
    assert_eq!(ids, [high["id"].clone(), low["id"].clone()]);
    client
        .patch("/agentmemory/actions/act_none", &json!({}))
        .refused(404, "no_such_memory");
    client
        .patch(&path(&low), &json!({ "status": "later" }))
        .refused(400, "bad_request");
    client
        .post("/agentmemory/actions", &json!({}))
        .refused(400, "bad_request");
    let listed = client.get("/agentmemory/actions?status=completed").ok();
    assert_eq!(listed["total"], 1);
    client.patch(&path(&low), &json!({ "priority": 1 })).ok();
    let listed = client.get("/agentmemory/actions").ok();
    let listed = listed["actions"].as_array().unwrap().iter();
    let listed: Vec<_> = listed.map(|action| action["id"].clone()).collect();
    let latest = [&low, &done, &high].map(|action| action["id"].clone());
    assert_eq!(listed, latest, "what was changed last stands first");
    let open = client.get("/agentmemory/frontier").ok();
    home.run(&["verify"]).ok();
    home.run(&["rebuild"]).ok();
    assert_eq!(client.get("/agentmemory/frontier").ok(), open);
    for n in 0..49 {
        add(&mut client, &format!("more {n}"), 1);
    }
    let open = client.get("/agentmemory/frontier").ok();
    assert_eq!(open["frontier"].as_array().unwrap().len(), 50);
    assert_eq!(open["total"], 51, "and how many there are");
}

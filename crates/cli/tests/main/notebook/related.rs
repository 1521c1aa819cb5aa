//! Relations: what they join, and what becomes of them with it.

use super::joined::list;
use super::*;

impl Client {
    /// A memory, by its id.
    fn fact(&mut self, content: &str) -> String {
        let new = json!({ "content": content, "project": "/code/app" });
        let told = self.post("/agentmemory/remember", &new);
        assert_eq!(told.status, 201, "{}", told.text);
        told.body["memory"]["id"].as_str().unwrap().to_owned()
    }
}

#[test]
fn n_049_relations_are_added_and_listed() {
    let home = Home::new();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    let (a, b) = (
        client.fact("The gate is red"),
        client.fact("Hinges want oil"),
    );
    let new = json!({ "sourceId": a, "targetId": b, "type": "extends", "createdAt": "never" });
    let reply = client.post("/agentmemory/relations", &new);
    assert_eq!(reply.status, 201, "{}", reply.text);
    let relation = reply.body;
    assert!(relation["id"].as_str().unwrap().starts_with("rel_"));
    assert_ne!(relation["createdAt"], "never");
    assert_eq!(list(&mut client, "/relations", "relations"), [relation]);
    for field in ["sourceId", "targetId", "type"] {
        let mut less = new.clone();
        less.as_object_mut().unwrap().remove(field);
        let refused = client
            .post("/agentmemory/relations", &less)
            .refused(400, "bad_request");
        assert!(
            refused["error"].as_str().unwrap().contains(field),
            "{refused}"
        );
    }
    let stats = client.get("/agentmemory/graph/stats").ok();
    assert_eq!(stats, json!({ "success": true, "nodes": 2, "edges": 1 }));
    assert_eq!(
        list(&mut client, "/memories", "memories").len(),
        2,
        "it is no memory"
    );
}

#[test]
fn n_049_a_relation_joins_what_is_here() {
    let home = Home::new();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    let memory = client.fact("The gate is red");
    let seen = client.observe(&told("s", "prompt_submit", json!({ "prompt": "work" })));
    let mut made =
        |path: &str, body: Value| client.post(&format!("/agentmemory/{path}"), &body).body;
    let lesson = made("lessons", json!({ "content": "Oil it" }))["lesson"]["id"].take();
    let action = made("actions", json!({ "title": "Oil it" }))["action"]["id"].take();
    made(
        "session/commit",
        json!({ "sha": "abc1234", "sessionId": "s" }),
    );
    made("session/end", json!({ "sessionId": "s" }));
    made("summarize", json!({ "sessionId": "s" }));
    let crystal = list(&mut client, "/crystals", "crystals")[0]["id"].clone();
    let ends = [
        json!(seen),
        lesson,
        action,
        json!("abc1234"),
        crystal,
        json!("s"),
    ];
    for end in &ends {
        let new = json!({ "sourceId": memory, "targetId": end, "type": "related" });
        let reply = client.post("/agentmemory/relations", &new);
        assert_eq!(reply.status, 201, "{end}: {}", reply.text);
    }
    for (source, target, named) in [
        ("mem_nobody", memory.as_str(), "sourceId"),
        (&memory, "mem_nobody", "targetId"),
    ] {
        let new = json!({ "sourceId": source, "targetId": target, "type": "related" });
        let reply = client.post("/agentmemory/relations", &new);
        let fault = reply.refused(404, "no_such_memory");
        let said = fault["error"].as_str().unwrap();
        assert!(
            said.contains(named) && said.contains("mem_nobody"),
            "{said}"
        );
        assert!(fault["hint"].as_str().unwrap().contains("/memories"));
    }
    assert_eq!(
        list(&mut client, "/relations", "relations").len(),
        ends.len()
    );
}

#[test]
fn n_049_forgetting_something_takes_its_relations_away_everywhere() {
    let home = Home::new();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    let kept = [
        client.fact("The gate is red"),
        client.fact("Hinges want oil"),
    ];
    let (gone, seen) = (
        client.fact("A quokka lives behind the mill"),
        client.observe(&told("quokka", "prompt_submit", json!({ "prompt": "x" }))),
    );
    let lone = client.observe(&told("lone", "prompt_submit", json!({ "prompt": "y" })));
    client.observe(&told("lone", "prompt_submit", json!({ "prompt": "z" })));
    let relate = |client: &mut Client, source: &str, target: &str| {
        let new = json!({ "sourceId": source, "targetId": target, "type": "extends" });
        assert_eq!(client.post("/agentmemory/relations", &new).status, 201);
    };
    relate(&mut client, &kept[0], &kept[1]);
    for end in [&gone, &seen, "quokka", &lone] {
        relate(&mut client, &kept[0], end);
        relate(&mut client, end, &kept[1]);
    }
    let export = client.get("/agentmemory/export").ok();
    assert_eq!(export["relations"].as_array().unwrap().len(), 9);
    let forget = |client: &mut Client, wish: Value| {
        let told = client.post("/agentmemory/forget", &wish).ok();
        assert!(told["deleted"].as_u64().unwrap() > 0, "{told}");
        list(client, "/relations", "relations").len()
    };
    assert_eq!(forget(&mut client, json!({ "memoryId": gone })), 7);
    let some = json!({ "sessionId": "lone", "observationIds": [lone] });
    assert_eq!(forget(&mut client, some), 5);
    assert_eq!(forget(&mut client, json!({ "sessionId": "quokka" })), 1);
    let shown = |client: &mut Client| {
        let export = client.get("/agentmemory/export").ok()["relations"].take();
        let stats = client.get("/agentmemory/graph/stats").ok();
        assert_eq!((&stats["nodes"], &stats["edges"]), (&json!(2), &json!(1)));
        assert_eq!(json!(list(client, "/relations", "relations")), export);
        assert_eq!(export[0]["sourceId"], json!(kept[0]));
        export
    };
    let before = shown(&mut client);
    // What came out earlier does not bring them back, and what it says of others is here.
    let body = json!({ "exportData": export, "strategy": "merge" });
    let taken = client.post("/agentmemory/import", &body).ok();
    assert_eq!(taken["imported"]["relations"], 0, "{taken}");
    assert_eq!(shown(&mut client), before);
    server.stop();
    home.run(&["verify"]).ok();
    home.run(&["rebuild"]).ok();
    let dump = home.run(&["debug", "dump", "--plain"]).ok();
    for name in [&gone, &seen, "quokka"] {
        let told = [format!("extends {name}"), format!("{name} extends")];
        assert!(!told.iter().any(|told| dump.contains(told)), "{name}");
    }
    assert!(dump.contains(&format!("{} extends {}", kept[0], kept[1])));
    let server = served(&home, &[]);
    assert_eq!(shown(&mut guest(&server)), before);
}

#[test]
fn n_049_relations_of_another_notebook_come_with_what_they_join() {
    let (home, other) = (Home::new(), Home::new());
    let (server, empty) = (served(&home, &[]), served(&other, &[]));
    let (mut client, mut there) = (guest(&server), guest(&empty));
    let ends = [
        client.fact("The gate is red"),
        client.fact("Hinges want oil"),
    ];
    let new = json!({ "sourceId": ends[0], "targetId": ends[1], "type": "extends" });
    client.post("/agentmemory/relations", &new);
    let mut export = client.get("/agentmemory/export").ok();
    let loose = json!({ "id": "rel_loose", "sourceId": ends[0], "targetId": "mem_nobody", "type": "extends" });
    export["relations"].as_array_mut().unwrap().push(loose);
    let body = json!({ "exportData": export });
    let taken = there.post("/agentmemory/import", &body).ok();
    assert_eq!(
        (&taken["imported"]["relations"], &taken["loose"]),
        (&json!(1), &json!(1))
    );
    there
        .post("/agentmemory/forget", &json!({ "memoryId": ends[1] }))
        .ok();
    assert_eq!(
        list(&mut there, "/relations", "relations"),
        Vec::<Value>::new()
    );
    // Whatever way they came.
    let file = home.path().join("all.json");
    home.run(&["export", "--events", "-o", file.to_str().unwrap()])
        .ok();
    let third = Home::new();
    third.run(&["import", file.to_str().unwrap()]).ok();
    let server = served(&third, &[]);
    let mut client = guest(&server);
    assert_eq!(list(&mut client, "/relations", "relations").len(), 1);
    client
        .post("/agentmemory/forget", &json!({ "memoryId": ends[0] }))
        .ok();
    assert_eq!(
        list(&mut client, "/relations", "relations"),
        Vec::<Value>::new()
    );
}

#[test]
fn a_lesson_that_fades_leaves_no_relation_behind() {
    let home = Home::new();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    let memory = client.fact("The gate is red");
    client.post("/agentmemory/lessons", &json!({ "content": "Oil it" }));
    let lesson = list(&mut client, "/lessons", "lessons")[0]["id"].clone();
    let new = json!({ "sourceId": memory, "targetId": lesson, "type": "extends" });
    assert_eq!(client.post("/agentmemory/relations", &new).status, 201);
    let faded = json!({ "sessions": [], "lessons": [{ "content": "Oil it", "deleted": true }] });
    client
        .post("/agentmemory/import", &json!({ "exportData": faded }))
        .ok();
    assert_eq!(
        list(&mut client, "/relations", "relations"),
        Vec::<Value>::new()
    );
}

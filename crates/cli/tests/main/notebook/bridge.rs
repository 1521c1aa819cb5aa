//! Pages Claude Code keeps for itself come in as memories, once.

use std::fs;

use super::*;

fn sync(client: &mut Client) -> Value {
    client
        .post("/agentmemory/claude-bridge/sync", &json!({}))
        .ok()
}

fn contents(client: &mut Client) -> Vec<String> {
    let told = client.get("/agentmemory/memories?latest=true").ok();
    let all = told["memories"].as_array().unwrap().iter();
    let mut all: Vec<String> = all
        .map(|memory| memory["content"].as_str().unwrap().to_owned())
        .collect();
    all.sort();
    all
}

#[test]
fn a_place_that_cannot_be_looked_into_is_told() {
    let home = Home::new();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    fs::create_dir(home.path().join(".claude")).unwrap();
    assert_eq!(sync(&mut client)["files"], 0, "nothing there is no trouble");
    fs::write(home.path().join(".claude/projects"), "no directory").unwrap();
    let reply = client.post("/agentmemory/claude-bridge/sync", &json!({}));
    let fault = reply.refused(400, "bad_path");
    let said = fault["error"].as_str().unwrap();
    assert!(said.contains(".claude/projects cannot be read"), "{said}");
}

#[test]
fn pages_of_claude_become_memories_and_a_second_sync_adds_nothing() {
    let home = Home::new();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    let none = sync(&mut client);
    assert_eq!(
        (&none["success"], &none["files"]),
        (&json!(true), &json!(0))
    );
    assert!(none["message"].is_string());
    let project = home.path().join(".claude/projects/-code-app");
    let page = project.join("memory/MEMORY.md");
    fs::create_dir_all(page.parent().unwrap()).unwrap();
    fs::write(project.join("t.jsonl"), "{\"cwd\":\"/code/app\"}\n").unwrap();
    let secret = format!("ghp_{}", "Wq8".repeat(12));
    let text = format!("# Build\nmake, then make test\n\n# Deploy\nwith {secret}\n");
    fs::write(&page, &text).unwrap();
    fs::write(project.join("memory/notes.txt"), "# No\npage\n").unwrap();
    let told = sync(&mut client);
    assert_eq!(
        (&told["files"], &told["imported"]),
        (&json!(1), &json!(2)),
        "{told}"
    );
    let expected = [
        "Build\nmake, then make test",
        "Deploy\nwith [REDACTED_SECRET]",
    ];
    assert_eq!(contents(&mut client), expected);
    let found = client.post("/agentmemory/search", &json!({ "query": "make test" }));
    assert_eq!(found.ok()[0]["title"], "Build");
    let own = client.get("/agentmemory/memories?project=/code/app").ok();
    assert_eq!(own["total"], 2, "{own}");
    let again = sync(&mut client);
    assert_eq!(
        (&again["imported"], &again["skipped"]),
        (&json!(0), &json!(2)),
        "{again}"
    );
    fs::write(&page, text.replace("make,", "ninja,")).unwrap();
    assert_eq!(sync(&mut client)["imported"], 1);
    assert_eq!(contents(&mut client)[0], "Build\nninja, then make test");
    assert_eq!(
        contents(&mut client).len(),
        2,
        "the next version, not another"
    );
    // What somebody forgot is not brought back.
    let listed = client.get("/agentmemory/memories?latest=true").ok();
    let all = listed["memories"].as_array().unwrap().iter();
    let deploy = all
        .clone()
        .find(|memory| memory["title"] == "Deploy")
        .unwrap();
    client
        .post("/agentmemory/forget", &json!({ "memoryId": deploy["id"] }))
        .ok();
    assert_eq!(sync(&mut client)["forgotten"], 1);
    assert_eq!(contents(&mut client).len(), 1);
}

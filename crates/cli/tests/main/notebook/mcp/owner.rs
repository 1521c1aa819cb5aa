//! Tools on a store that nobody serves, and beside others who use it.

use super::*;

#[test]
fn the_core_works_without_a_server_and_lets_others_in() {
    let home = Home::new();
    let (one, two) = (
        Agent::starting(home.command(&["mcp"])),
        Agent::starting(home.command(&["mcp"])),
    );
    let fact = json!({ "content": "The staging port is 8443", "project": "/code/app" });
    let kept = one.call("remember", &fact);
    let found = two.call("recall", &json!({ "query": "staging port", "limit": 5 }));
    assert_eq!(found["results"][0]["content"], "The staging port is 8443");
    let packed = two.call("recall", &json!({ "query": "staging port", "budget": 200 }));
    assert!(
        packed["context"].as_str().unwrap().contains("8443"),
        "{packed}"
    );
    assert!(home.run(&["recall", "staging port"]).ok().contains("8443"));
    let started = json!({ "action": "start", "sessionId": "s", "project": "/code/app" });
    assert_eq!(one.call("session", &started)["session"]["status"], "active");
    one.call("session", &json!({ "action": "end", "sessionId": "s" }));
    let listed = two.call("session", &json!({ "action": "list" }));
    assert_eq!(listed["sessions"][0]["status"], "completed");
    one.call("context", &json!({ "project": "/code/app" }));
    // A server that comes later is asked by those who were there before.
    let server = served(&home, &[]);
    let again = one.call("recall", &json!({ "query": "staging port" }));
    assert_eq!(again["results"][0]["id"], found["results"][0]["id"]);
    let gone = one.call("forget", &json!({ "memoryId": kept["memory"]["id"] }));
    assert_eq!(gone["deleted"], 1);
    let left = two.call("recall", &json!({ "query": "staging port" }));
    assert_eq!(left["results"], json!([]));
    server.stop();
    assert_eq!(
        one.call("recall", &json!({ "query": "staging port" }))["results"],
        json!([])
    );
}

#[test]
fn the_four_tools_of_memoryoss_keep_find_change_and_forget() {
    let home = Home::new();
    let server = served(&home, &[]);
    let agent = Agent::starting(home.command(&["mcp", "--tools", "memoryoss"]));
    let stored = agent.call(
        "memoryoss_store",
        &json!({ "content": "The lantern is green", "tags": ["light"], "agent": "a" }),
    );
    assert_eq!(stored["stored"], true);
    let found = agent.call(
        "memoryoss_recall",
        &json!({ "query": "lantern", "tags": "light" }),
    );
    assert_eq!(found[0]["id"], stored["id"]);
    assert_eq!(found[0]["agent"], "a");
    assert_eq!(found[0]["score"].as_str().unwrap().len(), 5, "{found}");
    let changed = json!({ "id": stored["id"], "content": "The lantern is red" });
    let updated = agent.call("memoryoss_update", &changed);
    assert_eq!(
        (&updated["version"], &updated["updated"]),
        (&json!(2), &json!(true))
    );
    agent.refused("memoryoss_forget", &json!({ "ids": [] }));
    let gone = agent.call("memoryoss_forget", &json!({ "ids": [stored["id"]] }));
    assert_eq!(gone, json!({ "deleted": 1 }));
    assert_eq!(
        agent.call("memoryoss_recall", &json!({ "query": "lantern" })),
        json!([])
    );
    server.assert_sound();
}

//! Every tool, as somebody who may not.

use super::*;

#[test]
fn no_tool_answers_without_the_secret() {
    let home = Home::new();
    let server = served(&home, &[("AGENTMEMORY_SECRET", "hush")]);
    let calls = least(&mut Client::new(server.notebook(), Some("hush")));
    for key in [None, Some("hus")] {
        let mut client = Client::new(server.notebook(), key);
        client
            .get("/agentmemory/mcp/tools")
            .refused(401, "bad_credential");
        for (name, arguments) in &calls {
            let asked = json!({ "name": name, "arguments": arguments });
            let reply = client.post("/agentmemory/mcp/tools", &asked);
            assert_eq!(
                reply.refused(401, "bad_credential")["error"],
                "Unauthorized"
            );
        }
        let url = format!("http://{}/mcp", server.notebook());
        assert!(Agent::at(&url, key).is_err());
    }
    let url = format!("http://{}", server.notebook());
    let mut command = home.command(&["mcp", "--tools", "notebook", "--url", &url]);
    command.env("AGENTMEMORY_SECRET", "hus");
    let wrong = Agent::starting(command);
    // Those two look for talks on this machine first, and there are none.
    let asked = |(name, _): &&(&str, Value)| !name.starts_with("memory_antigravity");
    for (name, arguments) in calls.iter().filter(asked) {
        assert_eq!(
            wrong.refused(name, arguments)["error"],
            "Unauthorized",
            "{name}"
        );
    }
    let mut command = home.command(&["mcp", "--tools", "notebook", "--url", &url]);
    command.env("AGENTMEMORY_SECRET", "hush");
    Agent::starting(command).call("memory_frontier", &json!({}));
}

/// Kept apart, an agent sees nothing of another, whichever tool it uses.
#[test]
fn no_tool_shows_what_another_agent_did() {
    let home = Home::new();
    let word = "qwertzuiop";
    let alice = served(&home, &[("AGENT_ID", "alice")]);
    let mut client = guest(&alice);
    let calls = least(&mut client);
    let said = format!("TODO {word}");
    let seen = json!({ "sessionId": "hers", "project": "/code/app", "text": said, "type": "error", "agentId": "alice" });
    client.tool("agent_observe", seen);
    for (tool, field) in [
        ("memory_save", "content"),
        ("memory_lesson_save", "content"),
        ("memory_action_create", "title"),
    ] {
        client.tool(tool, json!({ field: said }));
    }
    client.tool("memory_crystallize", json!({ "sessionId": "hers" }));
    alice.stop();
    let apart = [("AGENT_ID", "bob"), ("AGENTMEMORY_AGENT_SCOPE", "isolated")];
    let bob = served(&home, &apart);
    let mut client = guest(&bob);
    for (name, mut arguments) in calls {
        for (field, other) in [("query", word), ("anchor", word), ("sessionId", "hers")] {
            if arguments.get(field).is_some() && name != "agent_observe" {
                arguments[field] = json!(other);
            }
        }
        let asked = json!({ "name": name, "arguments": arguments });
        let reply = client.post("/agentmemory/mcp/tools", &asked);
        assert!(!reply.text.contains(word), "{name}: {}", reply.text);
    }
}

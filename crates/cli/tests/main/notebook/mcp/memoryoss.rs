//! Started as `memoryoss mcp-server`, as its clients start it.

use std::path::Path;

use super::*;
use crate::alias::{Oss, PLAIN, usual};

const README: &str = include_str!("../../../../../../docs/memoryoss.md");

/// The entry the README gives, in this home.
fn documented(oss: &Oss) -> Command {
    let (_, rest) = README.split_once("claude_desktop_config.json").unwrap();
    let (_, rest) = rest.split_once("```json\n").unwrap();
    let (block, _) = rest.split_once("```").unwrap();
    let entry: Value = serde_json::from_str(block).unwrap();
    let entry = &entry["mcpServers"]["memoryoss"];
    assert_eq!(entry["command"], "memoryoss");
    let mut command = oss.home.program(oss.home.path().join("memoryoss"));
    for arg in entry["args"].as_array().unwrap() {
        let arg = arg.as_str().unwrap();
        match arg.ends_with("memoryoss.toml") {
            true => command.arg(oss.home.path().join("memoryoss.toml")),
            false => command.arg(arg),
        };
    }
    let away = oss.home.path().join("away");
    std::fs::create_dir_all(&away).unwrap();
    command.current_dir(away);
    command
}

/// Everything the four can do, and what they refuse.
fn round(agent: &Agent, word: &str) -> Value {
    let content = format!("The {word} is green");
    let fact = json!({ "content": content, "tags": ["light"], "agent": "a", "session": "s" });
    let stored = agent.call("memoryoss_store", &fact);
    assert_eq!(
        (&stored["version"], &stored["stored"]),
        (&json!(1), &json!(true))
    );
    let question = json!({ "query": word, "tags": ["light"], "limit": 3 });
    let found = agent.call("memoryoss_recall", &question);
    assert_eq!(found[0]["content"], content, "{found}");
    let names: Vec<&String> = found[0].as_object().unwrap().keys().collect();
    let published = [
        "agent",
        "content",
        "created_at",
        "id",
        "memory_type",
        "score",
        "tags",
    ];
    assert_eq!(names, published);
    let change = json!({ "id": stored["id"], "content": format!("The {word} is red") });
    let updated = agent.call("memoryoss_update", &change);
    assert_eq!(
        (&updated["version"], &updated["updated"]),
        (&json!(2), &json!(true))
    );
    agent.refused("memoryoss_forget", &json!({ "ids": [] }));
    agent.refused("memoryoss_forget", &json!({}));
    assert!(agent.try_call("memoryoss_wipe", &json!({})).is_err());
    stored["id"].clone()
}

#[test]
fn g_186_the_documented_entry_starts_the_four_tools() {
    let oss = Oss::new(&usual(PLAIN));
    let agent = Agent::starting(documented(&oss));
    let info = agent.client().peer_info().unwrap();
    assert_eq!(info.server_info.as_ref().unwrap().name, "memoryoss");
    assert!(
        info.instructions
            .as_ref()
            .is_some_and(|text| !text.is_empty())
    );
    let names = agent.names();
    let four = ["recall", "store", "update", "forget"].map(|name| format!("memoryoss_{name}"));
    assert_eq!(names, four);
    let mut old = lines::Lines::starting(documented(&oss));
    assert_eq!(old.greet("2024-11-05")["protocolVersion"], "2024-11-05");
}

#[test]
fn g_187_store_recall_update_forget_without_a_server_and_beside_one() {
    let keyed = "[[auth.api_keys]]\nkey = \"ek_first_of_these_tests\"\nrole = \"admin\"\nnamespace = \"garden\"\n";
    let oss = Oss::new(&usual(PLAIN).replacen(
        "[[auth.api_keys]]",
        &format!("{keyed}[[auth.api_keys]]"),
        1,
    ));
    let agent = Agent::starting(documented(&oss));
    let id = round(&agent, "lantern");
    // Where the first key of the file works, and nowhere else.
    let server = oss.serve(&["serve"]);
    let ask = |key: &str| {
        let mut client = crate::alias::client(&server, key);
        let told = client.recall(&json!({ "query": "lantern" }));
        crate::support::texts(&told)
    };
    assert_eq!(ask("ek_first_of_these_tests"), ["The lantern is red"]);
    assert!(ask(crate::alias::ADMIN).is_empty());
    let gone = agent.call("memoryoss_forget", &json!({ "ids": [id] }));
    assert_eq!(gone, json!({ "deleted": 1 }));
    assert!(ask("ek_first_of_these_tests").is_empty());
    let other = json!({ "query": "lantern", "namespace": "default" });
    let told = agent.refused("memoryoss_recall", &other);
    assert_eq!(told["code"], "no_such_namespace", "nothing was kept there");
    round(&agent, "kettle");
    server.stop();
}

#[test]
fn g_188_its_tools_carry_the_published_titles_and_hints_live_and_in_the_package() {
    let oss = Oss::new(&usual(PLAIN));
    let agent = Agent::starting(documented(&oss));
    let told: Vec<_> = agent.tools().into_iter().collect();
    let titles = told.iter().map(|tool| tool.title.clone().unwrap());
    let published = [
        "Recall Relevant Memories",
        "Store New Memory",
        "Update Existing Memory",
        "Delete Stored Memory",
    ];
    assert_eq!(titles.collect::<Vec<_>>(), published);
    for (n, tool) in told.iter().enumerate() {
        let hints = tool.annotations.as_ref().unwrap();
        assert_eq!(hints.read_only_hint, Some(n == 0), "{}", tool.name);
        assert_eq!(hints.destructive_hint, Some(n != 0), "{}", tool.name);
    }
    // The file that goes into the package is what a client is told, word for word.
    let file =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy/mcp/memoryoss-mcp-tools.json");
    let packed: Value = serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap();
    let live = json!({ "tools": told });
    assert_eq!(packed, live, "write this there: {live:#}");
}

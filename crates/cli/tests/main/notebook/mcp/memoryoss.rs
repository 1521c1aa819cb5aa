//! Started as `memoryoss mcp-server`, as its clients start it.

use std::path::Path;

use super::*;
use crate::alias::{ADMIN, Oss, PLAIN, READER, usual};

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
    crate::alias::client(&server, crate::alias::ADMIN).remember("The lantern of another room");
    round(&agent, "kettle");
    let foreign = |agent: &Agent| {
        let other = json!({ "query": "lantern", "namespace": "default" });
        let told = agent.refused("memoryoss_recall", &other);
        assert_eq!(told["code"], "foreign_namespace");
        let more = json!({ "content": "Not here", "namespace": "default" });
        let told = agent.refused("memoryoss_store", &more);
        assert_eq!(told["code"], "foreign_namespace");
    };
    foreign(&agent);
    server.stop();
    foreign(&agent);
}

#[test]
fn g_187_the_tools_may_what_the_first_key_may_without_a_server_and_beside_one() {
    let keys = usual(PLAIN);
    let (head, _) = keys.split_once("[[auth.api_keys]]").unwrap();
    let key = |key, role| format!("[[auth.api_keys]]\nkey = \"{key}\"\nrole = \"{role}\"\n");
    let (reader, admin) = (key(READER, "reader"), key(ADMIN, "admin"));
    let oss = Oss::new(&format!("{head}{reader}{admin}"));
    let server = oss.serve(&["serve"]);
    let id = crate::alias::client(&server, ADMIN).remember("The lantern is green");
    let agent = Agent::starting(documented(&oss));
    let looks = |agent: &Agent| {
        let found = agent.call("memoryoss_recall", &json!({ "query": "lantern" }));
        assert_eq!(found[0]["content"], "The lantern is green", "{found}");
        let change = json!({ "id": id, "content": "The lantern is red" });
        for (tool, given) in [
            (
                "memoryoss_store",
                json!({ "content": "The lantern is red" }),
            ),
            ("memoryoss_update", change),
            ("memoryoss_forget", json!({ "ids": [id] })),
        ] {
            let told = agent.refused(tool, &given);
            assert_eq!(told["code"], "role_too_low", "{tool}: {told}");
        }
    };
    looks(&agent);
    server.stop();
    looks(&agent);
    // Whose word it was is known by the key's name.
    oss.write("memoryoss.toml", &format!("{head}{admin}"));
    let agent = Agent::starting(documented(&oss));
    let stored = agent.call("memoryoss_store", &json!({ "content": "The kettle sings" }));
    let id = stored["id"].as_str().unwrap();
    let server = oss.serve(&["serve"]);
    let seen = crate::alias::client(&server, ADMIN).get(&format!("/v1/inspect/{id}"));
    assert_eq!(seen.ok()["source_key"], mneme_access::key_id(ADMIN));
}

#[test]
fn under_the_published_name_tools_over_http_are_the_published_ones() {
    for mode in ["", "hybrid_mode = true\n"] {
        let file = usual(PLAIN).replace("port = 0\n", &format!("port = 0\n{mode}"));
        let oss = Oss::new(&file);
        let server = oss.serve(&["serve"]);
        let url = format!("http://{}/mcp", server.http());
        let agent = Agent::at(&url, Some(ADMIN)).unwrap();
        let info = agent.client().peer_info().unwrap();
        assert_eq!(info.server_info.as_ref().unwrap().name, "memoryoss");
        let four = ["recall", "store", "update", "forget"].map(|name| format!("memoryoss_{name}"));
        assert_eq!(agent.names(), four, "{mode}");
        round(&agent, "lantern");
        let core = Agent::at(&format!("{url}?tools=core"), Some(ADMIN)).unwrap();
        assert!(core.names().contains(&String::from("remember")), "{mode}");
    }
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

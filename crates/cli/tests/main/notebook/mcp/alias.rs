//! Started as `agentmemory mcp`: the 31 tools of the server that the environment names.

use std::os::unix::fs::symlink;

use super::*;

/// The program under its other name, with variables of its own and no others.
fn started(home: &Home, variables: &[(&str, &str)]) -> Agent {
    let program = home.path().join("agentmemory");
    if !program.exists() {
        symlink(&home.line(&[])[0], &program).unwrap();
    }
    let mut command = home.program(program);
    command.arg("mcp").envs(variables.iter().copied());
    Agent::starting(command)
}

#[test]
fn n_106_address_and_secret_are_what_the_environment_says_at_each_start() {
    let (home, other, away) = (Home::new(), Home::new(), Home::new());
    let one = served(&home, &[("AGENTMEMORY_SECRET", "first")]);
    let two = served(&other, &[("AGENTMEMORY_SECRET", "second")]);
    let url = |server: &Server, end: &str| format!("http://{}{end}", server.notebook());
    for end in ["", "/", "/agentmemory", "/agentmemory/"] {
        let (at, secret) = (url(&one, end), ("AGENTMEMORY_SECRET", "first"));
        let agent = started(&away, &[("AGENTMEMORY_URL", &at), secret]);
        assert_eq!(agent.names(), LEAST.map(|(name, _)| name));
        agent.call(
            "memory_save",
            &json!({ "content": "Only the first server knows of badgers" }),
        );
    }
    let at = url(&two, "");
    let next = started(
        &away,
        &[("AGENTMEMORY_URL", &at), ("AGENTMEMORY_SECRET", "second")],
    );
    assert_eq!(
        next.call("memory_recall", &json!({ "query": "badgers" })),
        json!([])
    );
    let known = url(&one, "");
    let again = started(
        &away,
        &[("AGENTMEMORY_URL", &known), ("AGENTMEMORY_SECRET", "first")],
    );
    let found = again.call("memory_recall", &json!({ "query": "badgers" }));
    assert_eq!(found.as_array().unwrap().len(), 1);
    let wrong = started(
        &away,
        &[
            ("AGENTMEMORY_URL", &known),
            ("AGENTMEMORY_SECRET", "second"),
        ],
    );
    assert_eq!(
        wrong.refused("memory_frontier", &json!({}))["error"],
        "Unauthorized"
    );
    let nobody = started(&away, &[("AGENTMEMORY_URL", &known)]);
    assert_eq!(
        nobody.refused("memory_frontier", &json!({}))["error"],
        "Unauthorized"
    );
    assert!(!away.data().exists(), "it opens no store of its own");
}

#[test]
fn transcripts_are_read_where_the_agent_is() {
    let (home, away) = (Home::new(), Home::new());
    let server = served(&home, &[]);
    let logs =
        ".gemini/antigravity/brain/0a1b2c3d-0000-4000-8000-000000000000/.system_generated/logs";
    let logs = away.path().join(logs);
    std::fs::create_dir_all(&logs).unwrap();
    let lines = [
        json!({ "type": "USER_INPUT", "content": "<USER_REQUEST>Where do heron nests go?</USER_REQUEST>", "created_at": "2026-01-30T10:00:00Z" }),
        json!({ "type": "PLANNER_RESPONSE", "content": "Into the reeds.", "created_at": "2026-01-30T10:00:05Z" }),
    ];
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    std::fs::write(logs.join("transcript.jsonl"), text).unwrap();
    let at = format!("http://{}", server.notebook());
    let agent = started(&away, &[("AGENTMEMORY_URL", &at)]);
    let told = agent.call("memory_antigravity_sync_all", &json!({ "mode": "all" }));
    assert_eq!(told["observationsAdded"], 1, "{told}");
    assert_eq!(
        told["crystallizations"].as_array().unwrap().len(),
        1,
        "{told}"
    );
    assert_eq!(told["reflections"].as_array().unwrap().len(), 1, "{told}");
    let again = agent.call("memory_antigravity_sync", &json!({ "mode": "all" }));
    assert_eq!(again["observationsAdded"], 0, "{again}");
    let there = guest(&server).tool("memory_antigravity_sync", json!({ "mode": "all" }));
    assert_eq!(
        there["success"], false,
        "the server's machine has none: {there}"
    );
}

#[test]
fn n_087_without_a_folder_an_agent_means_the_one_it_works_in() {
    let (home, away) = (Home::new(), Home::new());
    let here = away.path().canonicalize().unwrap();
    let folder = here.to_str().unwrap();
    for (talk, of) in [("aaaa1111", folder), ("bbbb2222", "/w/elsewhere")] {
        super::super::files::talk(&away, talk, "Where do heron nests go?", of);
        super::super::files::talk(&home, talk, "Where do heron nests go?", of);
    }
    let server = served(&home, &[]);
    let at = format!("http://{}", server.notebook());
    let asked = json!({ "mode": "current_folder" });
    let agent = started(&away, &[("AGENTMEMORY_URL", &at)]);
    let told = agent.call("memory_antigravity_sync", &asked);
    assert_eq!(
        told["syncedSessions"],
        json!(["antigravity_aaaa1111"]),
        "{told}"
    );
    let refused = guest(&server).post(
        "/agentmemory/mcp/tools",
        &json!({ "name": "memory_antigravity_sync", "arguments": asked }),
    );
    let refused = refused.refused(400, "bad_request");
    assert!(refused.to_string().contains("currentFolder"), "{refused}");
}

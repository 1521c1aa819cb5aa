//! What is not plainly believed: told with where it stands, and taken along as that.

use super::mcp::Agent;
use super::*;
use crate::review::{bring, line};

const BELIEVED: &str = "The lighthouse keeper feeds seven gulls.";
const PROPOSED: &str = "The lighthouse lamp is cleaned on Mondays.";
const DOUBTED: &str = "The lighthouse stairs have ninety steps.";
const REFUSED: &str = "The lighthouse was painted by Ann.";

fn kept() -> Home {
    let home = Home::new();
    let unsure = json!({ "status": "candidate", "confidence": 0.2 });
    let wrong = json!({ "status": "contested", "state": "rejected" });
    let lines = [
        line("kept", BELIEVED, &json!({})),
        line("proposed", PROPOSED, &unsure),
        line("doubted", DOUBTED, &json!({ "status": "contested" })),
        line("refused", REFUSED, &wrong),
    ];
    bring(&home, "default", &lines);
    home
}

/// Where each of the four stands; none where it is not there, and nothing where it says nothing.
fn standing(told: &Value) -> [Option<Option<&str>>; 4] {
    let all = told.as_array().unwrap_or_else(|| panic!("{told}"));
    [BELIEVED, PROPOSED, DOUBTED, REFUSED].map(|words| {
        let one = all.iter().find(|one| one["content"] == words)?;
        Some(one.get("status").and_then(Value::as_str))
    })
}

/// What whoever asks is told: nothing of what was rejected.
fn is_marked(told: &Value) {
    let expected = [
        Some(None),
        Some(Some("candidate")),
        Some(Some("contested")),
        None,
    ];
    assert_eq!(standing(told), expected, "{told}");
}

/// What is listed and taken along: all of it.
const LISTED: [Option<Option<&str>>; 4] = [
    Some(None),
    Some(Some("candidate")),
    Some(Some("contested")),
    Some(Some("rejected")),
];

#[test]
fn agents_are_told_what_nobody_vouches_for_as_that_and_nothing_that_was_rejected() {
    let home = kept();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    let question = json!({ "query": "lighthouse" });
    for path in ["/agentmemory/search", "/agentmemory/smart-search"] {
        is_marked(&client.post(path, &question).ok());
    }
    let agent = Agent::starting(home.command(&["mcp", "--tools", "all"]));
    for tool in ["memory_recall", "memory_smart_search", "memoryoss_recall"] {
        is_marked(&agent.call(tool, &question));
    }
    is_marked(&agent.call("recall", &question)["results"]);
    let packed = agent.call("recall", &json!({ "query": "lighthouse", "budget": 500 }));
    let packed = packed["context"].as_str().unwrap();
    assert!(!packed.contains(REFUSED), "{packed}");
    assert!(
        packed.contains(&format!("(unconfirmed): {PROPOSED}")),
        "{packed}"
    );
}

#[test]
fn what_nobody_vouches_for_is_not_told_unasked() {
    let home = kept();
    let server = served(&home, &[]);
    let asked = json!({ "sessionId": "s", "files": ["a.rs"], "terms": ["lighthouse"] });
    let told = guest(&server).post("/agentmemory/enrich", &asked).ok();
    let told = told["context"].as_str().unwrap();
    let told = [BELIEVED, PROPOSED, DOUBTED, REFUSED].map(|words| told.contains(words));
    assert_eq!(told, [true, false, false, false]);
}

#[test]
fn a_list_of_memories_says_where_each_stands() {
    let home = kept();
    let server = served(&home, &[]);
    let listed = guest(&server).get("/agentmemory/memories").ok();
    assert_eq!(standing(&listed["memories"]), LISTED, "{listed}");
}

#[test]
fn nothing_is_believed_for_having_been_exported_and_imported() {
    let (home, other, old) = (kept(), Home::new(), Home::new());
    let mut export = home.json(&["notebook", "export"]);
    assert_eq!(standing(&export["memories"]), LISTED, "{export}");
    let file = home.path().join("notebook.json");
    let import = ["notebook", "import", file.to_str().unwrap()];
    std::fs::write(&file, export.to_string()).unwrap();
    for _ in 0..2 {
        other.run(&import).ok();
        let there = other.json(&["notebook", "export"]);
        assert_eq!(standing(&there["memories"]), LISTED, "{there}");
    }
    other.run(&["verify"]).ok();
    other.run(&["rebuild"]).ok();
    let there = other.json(&["notebook", "export"]);
    assert_eq!(standing(&there["memories"]), LISTED, "{there}");
    // A file of before says nothing of it.
    for memory in export["memories"].as_array_mut().unwrap() {
        memory.as_object_mut().unwrap().remove("status");
    }
    std::fs::write(&file, export.to_string()).unwrap();
    old.run(&import).ok();
    let there = old.json(&["notebook", "export"]);
    assert_eq!(standing(&there["memories"]), [Some(None); 4], "{there}");
}

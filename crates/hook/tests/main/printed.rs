//! What an agent is told: what the notebook knows, at the moments where that helps.

use serde_json::{Value, json};

use crate::client::{Served, event, hook, told};
use crate::support::Home;

#[test]
fn n_090_what_is_known_is_printed_only_where_that_is_switched_on() {
    let home = Home::new();
    let served = Served::start(&home);
    let slot = json!({ "label": "rules", "content": "Always oil the hinge", "scope": "global" });
    served.ask("POST /agentmemory/slot", &slot.to_string());
    let start = event("SessionStart", json!({}));
    assert_eq!(told(&mut hook(&home, &["claude-code"]), &start), "");
    let mut injecting = hook(&home, &["claude-code"]);
    injecting.env("AGENTMEMORY_INJECT_CONTEXT", "true");
    let printed = told(&mut injecting, &start);
    assert!(printed.contains("Always oil the hinge"), "{printed}");
    let mut gemini = hook(&home, &["gemini"]);
    gemini.env("AGENTMEMORY_INJECT_CONTEXT", "true");
    let printed: Value = serde_json::from_str(&told(&mut gemini, &start)).unwrap();
    let context = &printed["hookSpecificOutput"]["additionalContext"];
    assert!(context.as_str().unwrap().contains("Always oil the hinge"));
    let cut = event("PreCompact", json!({ "trigger": "auto" }));
    let printed = told(&mut hook(&home, &["claude-code"]), &cut);
    assert!(
        printed.starts_with("<agentmemory-context project=\"shop\">")
            && printed.contains("Always oil the hinge")
            && printed.ends_with("</agentmemory-context>\n"),
        "whoever forgets is told unasked: {printed}"
    );
}

#[test]
fn n_090_before_a_file_is_touched_its_past_is_printed() {
    let home = Home::new();
    let served = Served::start(&home);
    let tool = |tool: &str| {
        let input = json!({ "file_path": "src/hinge.rs", "command": "cat src/hinge.rs" });
        json!({ "tool_name": tool, "tool_input": input })
    };
    let mut past = event("PostToolUse", tool("Edit"));
    past["tool_response"] = json!("the pin was greased");
    past["session_id"] = json!("s0");
    told(&mut hook(&home, &["claude-code"]), &past);
    assert_eq!(served.observations("s0").len(), 1);
    let mut injecting = hook(&home, &["claude-code"]);
    injecting.env("AGENTMEMORY_INJECT_CONTEXT", "true");
    let now = |name: &str| event("PreToolUse", tool(name));
    for name in ["Edit", "Write", "Read", "Glob", "Grep"] {
        let printed = told(&mut injecting, &now(name));
        let printed: Value = serde_json::from_str(&printed).unwrap();
        let printed = &printed["hookSpecificOutput"];
        assert_eq!(printed["hookEventName"], "PreToolUse", "{name}");
        let context = printed["additionalContext"].as_str().unwrap();
        assert!(
            context.starts_with("<agentmemory-file-context>")
                && context.contains("the pin was greased"),
            "{name}: {context}"
        );
    }
    assert_eq!(told(&mut injecting, &now("Bash")), "", "it touches no file");
    let quiet = told(&mut hook(&home, &["claude-code"]), &now("Edit"));
    assert_eq!(quiet, "", "where nobody switched it on");
}

use std::path::Path;

use super::*;

fn used(tool: &str) -> String {
    format!(
        r#"{{"type":"assistant","message":{{"content":[{{"type":"text","text":"x"}},{{"type":"tool_use","name":"{tool}","input":{{"name":"a"}}}}]}}}}"#
    )
}

fn asked(dir: &Path, talk: &[String], event: &str) -> Option<Value> {
    let path = dir.join("talk.jsonl");
    std::fs::write(&path, talk.join("\n")).unwrap();
    let head = format!(r#"{{"transcript_path": "{}", {event}}}"#, path.display());
    decide(json::read(&head).unwrap())
}

const BASH: &str = r#""hook_event_name": "PreToolUse", "tool_name": "Bash""#;
const STOP: &str = r#""hook_event_name": "Stop""#;
const RECALLED: &str = "mcp__memoryoss__memoryoss_recall";

#[test]
fn g_026_no_tool_before_a_recall_and_no_end_before_something_is_kept() {
    let dir = tempfile::tempdir().unwrap();
    let ask = |talk: &[String], event: &str| asked(dir.path(), talk, event);
    let denied = ask(&[], BASH).unwrap();
    let output = denied.get("hookSpecificOutput").unwrap();
    assert_eq!(output.get("permissionDecision"), Some(&Value::text("deny")));
    assert_eq!(denied.get("continue"), Some(&Value::Bool(true)));
    assert!(denied.get("systemMessage").is_some());
    assert_eq!(ask(&[used(RECALLED)], BASH), None);
    for tool in [RECALLED, "mcp__memoryoss__memoryoss_forget", "ToolSearch"] {
        let event = BASH.replace("Bash", tool);
        assert_eq!(ask(&[], &event), None, "{tool}");
    }
    let worked = [used(RECALLED), used("Bash")];
    let held = ask(&worked, STOP).unwrap();
    // The other answer would end the session, and the reason with it.
    assert_eq!(held.get("continue"), Some(&Value::Bool(true)));
    assert_eq!(held.get("decision"), Some(&Value::text("block")));
    assert!(held.get("reason").is_some() && held.get("systemMessage").is_some());
    assert!(ask(&worked, &STOP.replace("Stop", "SubagentStop")).is_some());
    let kept = [
        worked.to_vec(),
        vec![used("mcp__memoryoss__memoryoss_update")],
    ]
    .concat();
    assert_eq!(ask(&kept, STOP), None);
    assert_eq!(ask(&[used(RECALLED)], STOP), None, "nothing was done");
    assert_eq!(ask(&[], r#""hook_event_name": "SessionStart""#), None);
}

#[test]
fn g_026_nobody_is_held_for_ever() {
    let dir = tempfile::tempdir().unwrap();
    let again = format!("{STOP}, \"stop_hook_active\": true");
    assert_eq!(asked(dir.path(), &[used("Bash")], &again), None);
    let no = format!(
        r#"{{"type":"user","message":{{"content":[{{"type":"tool_result","content":"{REFUSAL}: …"}}]}}}}"#
    );
    let twice = vec![no.clone(); 2];
    assert!(
        asked(dir.path(), &twice, BASH)
            .unwrap()
            .get("hookSpecificOutput")
            .is_some()
    );
    let passed = asked(dir.path(), &vec![no; REFUSALS], BASH).unwrap();
    assert!(passed.get("hookSpecificOutput").is_none());
    assert!(passed.get("systemMessage").is_some());
}

#[test]
fn what_cannot_be_understood_passes() {
    let dir = tempfile::tempdir().unwrap();
    let talk = [
        "no json with tool_use".to_owned(),
        "\u{0}".to_owned(),
        used("memory_recall"),
    ];
    assert_eq!(asked(dir.path(), &talk, BASH), None);
    // A directory is no talk.
    let event = format!(
        r#"{{"transcript_path": "{}", {BASH}}}"#,
        dir.path().display()
    );
    assert_eq!(decide(json::read(&event).unwrap()), None);
    assert_eq!(decide(json::read("[1]").unwrap()), None);
}

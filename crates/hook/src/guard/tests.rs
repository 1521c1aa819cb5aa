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
    decide(json::read(&head).unwrap(), dir)
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
    assert_eq!(decide(json::read(&event).unwrap(), dir.path()), None);
    assert_eq!(decide(json::read("[1]").unwrap(), dir.path()), None);
}

#[test]
fn g_026_a_talk_that_nobody_writes_holds_nobody_for_ever() {
    let dir = tempfile::tempdir().unwrap();
    let ask = |session: &str, tool: &str| {
        let event = format!(
            r#"{{"session_id": "{session}", "transcript_path": "{}/none.jsonl", {}}}"#,
            dir.path().display(),
            BASH.replace("Bash", tool)
        );
        decide(json::read(&event).unwrap(), dir.path())
    };
    let denied = |answer: Option<Value>| {
        answer.is_some_and(|answer| answer.get("hookSpecificOutput").is_some())
    };
    for _ in 0..REFUSALS {
        assert!(denied(ask("one", "Bash")));
    }
    assert!(!denied(ask("one", "Bash")));
    assert!(denied(ask("two", "Bash")), "another session");
    assert_eq!(ask("two", RECALLED), None);
    assert_eq!(ask("two", "Bash"), None, "it asked its memory");
    assert_eq!(ask("../three", "Bash"), None, "no name of a session");
}

/// A call that should keep something, and what was answered.
fn kept(id: &str, answer: &str) -> [String; 2] {
    let call = r#"{"type":"tool_use","id":"ID","name":"mcp__memoryoss__memoryoss_store"}"#;
    let call = call.replace("ID", id);
    [
        format!(r#"{{"type":"assistant","message":{{"content":[{call}]}}}}"#),
        format!(
            r#"{{"type":"user","message":{{"content":[{{"type":"tool_result","tool_use_id":"{id}",{answer}}}]}}}}"#
        ),
    ]
}

#[test]
fn what_the_memory_refused_is_not_kept() {
    let dir = tempfile::tempdir().unwrap();
    let told = |code: &str| {
        let text = format!(r#"{{\"code\":\"{code}\",\"error\":\"content is empty\"}}"#);
        format!(r#""is_error":true,"content":[{{"type":"text","text":"{text}"}}]"#)
    };
    let worked = vec![used(RECALLED), used("Bash")];
    let ends = |talk: &[String]| asked(dir.path(), &[&worked, talk].concat(), STOP).is_none();
    let empty = kept("one", &told("bad_content"));
    assert!(!ends(&empty));
    let taken = kept("two", r#""content":[{"type":"text","text":"{}"}]"#);
    assert!(
        ends(&[empty.clone(), taken].concat()),
        "the next one was kept"
    );
    let wrong = r#""is_error":true,"content":"MCP error -32602: missing field""#;
    assert!(!ends(&kept("one", wrong)));
    // Nobody is held where there is no memory.
    assert!(ends(&kept("one", &told("store_in_use"))));
    let gone = r#""is_error":true,"content":"MCP error -32000: Connection closed""#;
    assert!(ends(&kept("one", gone)));
    assert!(
        ends(&kept("one", "\"content\":[]")[..1]),
        "nothing is known yet"
    );
}

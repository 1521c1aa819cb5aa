//! The guard as Claude Code runs it: by the command that was written down.

use super::*;

/// The hook that was registered for an event.
fn registered(desk: &Desk, event: &str) -> String {
    let hooks = desk.json(".claude/settings.local.json")["hooks"][event].clone();
    let group = hooks.as_array().unwrap().last().unwrap().clone();
    assert_eq!(group["matcher"], "*");
    assert_eq!(group["hooks"][0]["timeout"], 10);
    group["hooks"][0]["command"].as_str().unwrap().to_owned()
}

/// What the guard says to an event of a talk in which these tools were used.
fn ask(desk: &Desk, event: &str, tool: &str, used: &[&str]) -> Value {
    let lines = used.iter().map(|name| {
        let part = json!({ "type": "tool_use", "name": name, "input": {} });
        json!({ "type": "assistant", "message": { "content": [part] } }).to_string()
    });
    desk.write("talk.jsonl", &lines.collect::<Vec<_>>().join("\n"));
    let told = json!({
        "hook_event_name": event,
        "tool_name": tool,
        "tool_input": {},
        "transcript_path": desk.at("talk.jsonl"),
    });
    let mut shell = desk.home.program("sh");
    shell.args(["-c", &registered(desk, event)]);
    let pipes = shell.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = pipes.stderr(Stdio::piped()).spawn().unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(told.to_string().as_bytes())
        .unwrap();
    Ran::ended(child).json()
}

const RECALL: &str = "mcp__memoryoss__memoryoss_recall";
const STORE: &str = "mcp__memoryoss__memoryoss_store";

fn holds(desk: &Desk) {
    let passes = json!({ "continue": true });
    let denied = ask(desk, "PreToolUse", "Bash", &[]);
    assert_eq!(denied["continue"], true);
    assert_eq!(denied["hookSpecificOutput"]["permissionDecision"], "deny");
    assert_eq!(denied["hookSpecificOutput"]["hookEventName"], "PreToolUse");
    assert!(denied["systemMessage"].is_string());
    assert_eq!(ask(desk, "PreToolUse", RECALL, &[]), passes);
    assert_eq!(ask(desk, "PreToolUse", "Bash", &[RECALL]), passes);
    for event in ["Stop", "SubagentStop"] {
        let held = ask(desk, event, "", &[RECALL, "Bash"]);
        assert_eq!(
            (&held["continue"], &held["decision"]),
            (&json!(true), &json!("block")),
            "held, and not ended"
        );
        assert!(held["reason"].is_string() && held["systemMessage"].is_string());
        assert_eq!(ask(desk, event, "", &[RECALL, "Bash", STORE]), passes);
    }
    assert_eq!(ask(desk, "SessionStart", "", &[]), passes);
    assert_eq!(ask(desk, "UserPromptSubmit", "", &[]), passes);
}

#[test]
fn g_026_no_tool_before_a_recall_and_no_end_before_something_is_kept() {
    let desk = Desk::with(&[]).and_python();
    desk.setup("claude");
    let script = desk.at(".claude/memoryoss-guard.py");
    let command = registered(&desk, "Stop");
    let plain = format!("python3 {}", script.display());
    assert!(command.starts_with(&plain), "{command}");
    assert_eq!(mode(&script), 0o755);
    holds(&desk);
    // Where its program is gone, nobody is kept from working.
    let broken = desk
        .read(".claude/memoryoss-guard.py")
        .replace("memoryoss\"", "gone\"");
    desk.write(".claude/memoryoss-guard.py", &broken);
    assert_eq!(
        ask(&desk, "PreToolUse", "Bash", &[]),
        json!({ "continue": true })
    );
    // And where it is gone itself, by an undo while a session goes on.
    std::fs::remove_file(&script).unwrap();
    let mut shell = desk.home.program("sh");
    let ended = shell.args(["-c", &command]).stdin(Stdio::null());
    assert!(ended.status().unwrap().success());
}

#[test]
fn g_026_the_guard_needs_no_python() {
    let desk = Desk::with(&[]);
    desk.setup("claude");
    assert!(!registered(&desk, "Stop").contains("python"));
    holds(&desk);
}

#[test]
fn g_026_hooks_and_a_status_line_of_somebody_stay() {
    let desk = Desk::with(&[]);
    let theirs =
        json!({ "hooks": { "Stop": [{ "hooks": [{ "type": "command", "command": "theirs" }] }] } });
    desk.write(".claude/settings.local.json", &theirs.to_string());
    desk.write(
        ".claude/settings.json",
        "{ \"statusLine\": { \"command\": \"mine\" } }\n",
    );
    desk.setup("claude");
    let stop = &desk.json(".claude/settings.local.json")["hooks"]["Stop"];
    assert_eq!(stop[0]["hooks"][0]["command"], "theirs");
    assert_eq!(stop.as_array().unwrap().len(), 2);
    let settings = desk.json(".claude/settings.json");
    assert_eq!(settings["statusLine"], json!({ "command": "mine" }));
    let script = ".claude/statusline-command.sh";
    assert!(!desk.there(script), "nobody would run it");
}

#[test]
fn the_status_line_says_how_the_server_is() {
    let desk = Desk::with(&[]).says("MEMORYOSS_PORT", "1");
    desk.setup("claude");
    let line = desk.json(".claude/settings.json")["statusLine"]["command"].clone();
    let shown = Ran::of(desk.home.program("sh").args(["-c", line.as_str().unwrap()])).ok();
    assert_eq!(shown, "○ memoryOSS off\n");
}

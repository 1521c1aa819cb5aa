use super::answer::Client;
use super::happening::{Happening, Moment};
use super::note::Note;
use crate::json::{self, Value};

fn told(text: &str, named: Option<&str>) -> Happening {
    Happening::read(&json::read(text).unwrap(), named).unwrap()
}

/// The hook and the data of what is kept of an event.
fn kept(text: &str, named: Option<&str>) -> Option<(String, Value)> {
    let mut notes = Note::all(&told(text, named), 1_780_000_000_000, || [7; 10]);
    let note = notes.pop()?;
    let line = json::read(&note.to_json()).unwrap();
    let noted = line.get("observed").unwrap();
    Some((
        noted.get("hook").unwrap().words(),
        noted.get("data").unwrap().clone(),
    ))
}

#[test]
fn the_words_of_five_agents_are_one_table() {
    let rows = [
        (
            r#"{"hook_event_name":"PostToolUse","session_id":"s","tool_name":"Bash","tool_input":{"command":"ls"},"tool_response":{"stdout":"a"}}"#,
            None,
            "Bash",
        ),
        (
            r#"{"hook_event_name":"AfterTool","session_id":"s","tool_name":"run_shell_command","tool_input":{"command":"ls"},"tool_response":{"llmContent":"a"}}"#,
            None,
            "run_shell_command",
        ),
        (
            r#"{"hook_event_name":"postToolUse","conversation_id":"s","workspace_roots":["/w"],"tool_name":"Shell","tool_input":{"command":"ls"},"tool_output":"{\"stdout\":\"a\"}"}"#,
            None,
            "Shell",
        ),
        (
            r#"{"hook_event_name":"afterShellExecution","conversation_id":"s","command":"ls","output":"a"}"#,
            None,
            "Shell",
        ),
        (
            r#"{"sessionId":"s","cwd":"/w","toolName":"bash","toolArgs":"{\"command\":\"ls\"}","toolResult":{"resultType":"success","textResultForLlm":"a"}}"#,
            Some("postToolUse"),
            "bash",
        ),
    ];
    for (text, named, tool) in rows {
        let (hook, data) = kept(text, named).unwrap();
        assert_eq!(
            (hook.as_str(), data.get("tool_name")),
            ("post_tool_use", Some(&Value::text(tool))),
            "{text}"
        );
        assert_eq!(
            data.get("tool_input").unwrap().get("command"),
            Some(&Value::text("ls")),
            "{text}"
        );
        assert!(
            data.get("tool_output").unwrap().words().contains('a'),
            "{text}"
        );
    }
}

#[test]
fn outputs_are_cut_and_pictures_split_off() {
    let long = "ä".repeat(9_000);
    let text = format!(
        r#"{{"hook_event_name":"PostToolUse","session_id":"s","tool_name":"Read","tool_response":[{{"type":"image","source":{{"data":"iVBORw0"}}}},{{"type":"text","text":"{long}"}}]}}"#
    );
    let (_, data) = kept(&text, None).unwrap();
    let output = data.get("tool_output").unwrap().words();
    assert_eq!(output.chars().count(), 8_000);
    assert!(output.contains("[image]") && !output.contains("iVBORw0"));
    assert_eq!(data.get("image_data"), Some(&Value::text("iVBORw0")));
}

#[test]
fn what_nobody_needs_is_not_kept() {
    for text in [
        r#"{"hook_event_name":"PostToolUseFailure","session_id":"s","tool_name":"Bash","error":"x","is_interrupt":true}"#,
        r#"{"hook_event_name":"Notification","session_id":"s","notification_type":"idle_prompt","message":"x"}"#,
        r#"{"hook_event_name":"PreToolUse","session_id":"s","tool_name":"Read"}"#,
        r#"{"hook_event_name":"PreCompact","session_id":"s"}"#,
    ] {
        assert_eq!(kept(text, None), None, "{text}");
    }
    let asked = r#"{"hook_event_name":"Notification","session_id":"s","notification_type":"permission_prompt","message":"may I?"}"#;
    assert_eq!(kept(asked, None).unwrap().0, "notification");
}

#[test]
fn every_agent_reads_what_it_expects() {
    let start = told(
        r#"{"hook_event_name":"SessionStart","session_id":"s"}"#,
        None,
    );
    let tool = told(r#"{"hook_event_name":"PreToolUse","session_id":"s"}"#, None);
    assert_eq!(Client::ClaudeCode.answer(&start, Some("known")), "known\n");
    assert_eq!(Client::ClaudeCode.answer(&start, None), "");
    assert_eq!(
        Client::ClaudeCode.answer(&tool, Some("known")),
        "{\"hookSpecificOutput\":{\"additionalContext\":\"known\",\"hookEventName\":\"PreToolUse\"}}\n"
    );
    assert!(
        Client::Gemini
            .answer(&start, Some("known"))
            .contains("hookSpecificOutput")
    );
    assert_eq!(Client::Gemini.answer(&start, None), "{}\n");
    assert_eq!(
        Client::Cursor.answer(&start, Some("known")),
        "{\"additional_context\":\"known\"}\n"
    );
    let prompt = told(
        r#"{"hook_event_name":"beforeSubmitPrompt","conversation_id":"s","prompt":"x"}"#,
        None,
    );
    assert_eq!(prompt.moment, Moment::Prompt);
    assert_eq!(
        Client::Cursor.answer(&prompt, None),
        "{\"continue\":true}\n"
    );
}

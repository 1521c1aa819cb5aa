use proptest::prelude::*;
use serde_json::json;

use super::*;

fn told(hook_type: &str, data: Value) -> Observation {
    let told = Told {
        session_id: "s".into(),
        hook_type: hook_type.into(),
        timestamp: "2026-01-01T00:00:00Z".into(),
        data,
        ..Told::default()
    };
    Observation::by_rule("obs_1".into(), told)
}

#[test]
fn a_tool_tells_what_was_done() {
    for (tool, kind) in [
        ("Edit", "file_edit"),
        ("Bash", "command_run"),
        ("WebFetch", "web_fetch"),
        ("Grep", "search"),
        ("Write", "file_write"),
        ("Read", "file_read"),
        ("Task", "subagent"),
        ("run_command", "command_run"),
        ("multi_replace_file_content", "file_edit"),
        ("webfetch", "web_fetch"),
        ("TodoWrite", "file_write"),
        ("Abacus", "other"),
    ] {
        assert_eq!(self::kind("post_tool_use", Some(tool)), kind, "{tool}");
    }
    assert_eq!(self::kind("post_tool_failure", Some("Edit")), "error");
    assert_eq!(self::kind("prompt_submit", None), "conversation");
    assert_eq!(self::kind("task_completed", None), "subagent");
    assert_eq!(self::kind("stop", None), "other");
}

#[test]
fn what_went_wrong_is_told_whatever_the_tool_gave_back() {
    for (output, narrative) in [
        (json!(""), "ls | kaboom exploded"),
        (json!(null), "ls | kaboom exploded"),
        (json!("half of it"), "ls | kaboom exploded | half of it"),
    ] {
        let data = json!({ "tool_name": "Bash", "tool_input": "ls", "tool_output": output,
            "error": "kaboom exploded" });
        let seen = told("post_tool_failure", data);
        assert_eq!(seen.narrative, narrative);
        assert!(seen.words().contains("kaboom exploded"), "{output}");
    }
    let silent = json!({ "tool_name": "Bash", "tool_input": "ls", "tool_output": "", "error": "" });
    let silent = told("post_tool_use", silent);
    assert_eq!(
        (silent.narrative.as_str(), &silent.raw),
        ("ls", &Value::Null)
    );
    let unanswered = told(
        "prompt_submit",
        json!({ "prompt": "why?", "tool_output": "" }),
    );
    assert_eq!(unanswered.words(), "why?");
}

#[test]
fn what_is_shown_is_short_and_what_is_kept_is_whole() {
    let long = "x".repeat(10_000);
    let seen = told(
        "post_tool_use",
        json!({ "tool_name": "n".repeat(100), "tool_input": { "command": long }, "tool_output": long }),
    );
    assert_eq!(seen.title.chars().count(), 80);
    assert_eq!(seen.subtitle.unwrap().chars().count(), 120);
    assert_eq!(seen.narrative.chars().count(), 400);
    assert!(seen.narrative.ends_with('…'));
    assert_eq!(seen.tool_output, Some(Value::String(long)));
}

#[test]
fn files_are_told_once() {
    let input =
        json!({ "file_path": "src/a.rs", "path": "src/a.rs", "pattern": "*.rs", "file": "" });
    let seen = told(
        "post_tool_use",
        json!({ "tool_name": "Read", "tool_input": input }),
    );
    assert_eq!(seen.files, ["src/a.rs", "*.rs"]);
}

#[test]
fn a_prompt_and_a_failure_have_their_fields() {
    let prompt = told(
        "prompt_submit",
        json!({ "prompt": "Fix the build", "extra": 1 }),
    );
    assert_eq!(prompt.user_prompt.as_deref(), Some("Fix the build"));
    assert_eq!(
        (prompt.title.as_str(), prompt.narrative.as_str()),
        ("prompt_submit", "Fix the build")
    );
    assert_eq!(prompt.raw, json!({ "extra": 1 }));
    assert_eq!((prompt.importance, prompt.confidence), (5, 0.3));
    let failed = told(
        "post_tool_failure",
        json!({ "tool_name": "Bash", "tool_input": "make", "error": "no rule" }),
    );
    assert_eq!(failed.tool_output, Some(json!("no rule")));
    assert_eq!(failed.narrative, "make | no rule");
    let plain = told("stop", json!("that is all"));
    assert_eq!(plain.narrative, "that is all");
    assert_eq!(told("stop", Value::Null).narrative, "");
}

proptest! {
    #[test]
    fn whatever_is_told_is_kept_and_short(hook in "[a-z_]{0,100}", tool: Option<String>, input: Option<String>) {
        let seen = told(&hook, json!({ "tool_name": tool, "tool_input": input, "prompt": input }));
        prop_assert!(seen.title.chars().count() <= 80);
        prop_assert!(seen.narrative.chars().count() <= 400);
        let json = serde_json::to_value(&seen).unwrap();
        prop_assert_eq!(serde_json::from_value::<Observation>(json).unwrap(), seen);
    }
}

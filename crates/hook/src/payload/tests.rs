use super::*;

const NOW_MS: i64 = 1_700_000_000_749;

fn told(input: &str) -> (Event, Vec<String>) {
    read(input, NOW_MS, &[7; 10]).unwrap()
}

fn named(name: &str) -> (Event, Vec<String>) {
    told(&format!(
        r#"{{"hook_event_name":"{name}","session_id":"s"}}"#
    ))
}

#[test]
fn every_name_has_its_kind_and_role() {
    for (name, kind, role) in [
        ("SessionStart", 1, 3),
        ("UserPromptSubmit", 2, 1),
        ("AssistantResponse", 3, 2),
        ("PreToolUse", 4, 4),
        ("PostToolUse", 4, 4),
        ("Stop", 8, 3),
        ("SessionEnd", 8, 3),
        ("SubagentStart", 6, 3),
        ("SubagentStop", 7, 3),
    ] {
        let (event, remarks) = named(name);
        assert_eq!(
            (event.kind as i32, event.role as i32),
            (kind, role),
            "{name}"
        );
        assert!(remarks.is_empty() && event.text.is_empty());
    }
    let (event, remarks) = named("Elsewhere");
    assert_eq!((event.kind, event.role), (Kind::UserMessage, Role::User));
    assert!(remarks[0].contains("Elsewhere"));
}

#[test]
fn the_text_is_the_message_else_the_tools_input() {
    let with = |more: &str| {
        told(&format!(
            r#"{{"hook_event_name":"PostToolUse","session_id":"s",{more}}}"#
        ))
        .0
    };
    assert_eq!(
        with(r#""message":"hello","tool_input":{"a":1}"#).text,
        "hello"
    );
    assert_eq!(
        with(r#""message":null,"tool_input":{ "b": 1.0, "a": [] }"#).text,
        r#"{"a":[],"b":1.0}"#
    );
    assert_eq!(with(r#""prompt":"why?""#).text, "why?");
    assert_eq!(
        with(r#""tool_input":"plain","tool_response":"r""#).text,
        "plain"
    );
    for name in ["last_assistant_message", "last_message", "prompt_response"] {
        assert_eq!(with(&format!(r#""{name}":"done""#)).text, "done");
    }
    let event = with(r#""cwd":"/srv/x","tool_name":"Bash","agent":"Claude""#);
    assert_eq!(
        event.metadata,
        [
            ("cwd", "/srv/x".to_owned()),
            ("tool_name", "Bash".to_owned())
        ]
    );
    assert_eq!(event.agent.as_deref(), Some("claude"));
}

#[test]
fn the_id_carries_the_hooks_own_moment() {
    let at = |stamp: &str| {
        told(&format!(
            r#"{{"hook_event_name":"Stop","session_id":"s","timestamp":"{stamp}"}}"#
        ))
    };
    let (event, _) = at("2023-05-08T13:56:00.250Z");
    assert_eq!(event.occurred_ms, 1_683_554_160_250);
    assert_eq!(event.id, ulid::ulid(1_683_554_160_250, &[7; 10]));
    assert_eq!(at("2023-11-14T22:13:19Z").0.occurred_ms, NOW_MS, "just now");
    let (event, remarks) = at("noon");
    assert_eq!(event.occurred_ms, NOW_MS);
    assert!(remarks[0].contains("noon"));
}

#[test]
fn name_and_session_are_needed() {
    for input in [
        "{}",
        "[]",
        "null",
        r#"{"hook_event_name":"Stop"}"#,
        r#"{"session_id":"s"}"#,
        r#"{"hook_event_name":"Stop","session_id":""}"#,
        r#"{"hook_event_name":"Stop","session_id":7}"#,
    ] {
        assert!(read(input, NOW_MS, &[0; 10]).is_err(), "{input}");
    }
}

//! Hooks become events.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use memory_client::{Event, HookEvent, HookEventType, map_hook_event};
use memory_types::{EventRole, EventType};
use ulid::Ulid;

const WHEN_MS: i64 = 1_738_281_600_123;

fn when() -> DateTime<Utc> {
    DateTime::from_timestamp_millis(WHEN_MS).unwrap()
}

fn prompt() -> HookEvent {
    HookEvent::new("session-1", HookEventType::UserPromptSubmit, "Hello!")
}

fn id_of(event: &Event) -> Ulid {
    assert_eq!(event.event_id.len(), 26);
    Ulid::from_string(&event.event_id).unwrap()
}

#[test]
fn t_068_every_hook_has_its_kind_and_role() {
    use HookEventType as Hook;
    let table = [
        (
            Hook::SessionStart,
            EventType::SessionStart,
            EventRole::System,
        ),
        (
            Hook::UserPromptSubmit,
            EventType::UserMessage,
            EventRole::User,
        ),
        (
            Hook::AssistantResponse,
            EventType::AssistantMessage,
            EventRole::Assistant,
        ),
        (Hook::ToolUse, EventType::ToolResult, EventRole::Tool),
        (Hook::ToolResult, EventType::ToolResult, EventRole::Tool),
        (Hook::Stop, EventType::SessionEnd, EventRole::System),
        (
            Hook::SubagentStart,
            EventType::SubagentStart,
            EventRole::System,
        ),
        (
            Hook::SubagentStop,
            EventType::SubagentStop,
            EventRole::System,
        ),
    ];
    for (hook, event_type, role) in table {
        let event = map_hook_event(HookEvent::new("s", hook, String::from("said")));
        assert_eq!(
            (event.event_type, event.role),
            (event_type, role),
            "{hook:?}"
        );
        assert_eq!((&*event.session_id, &*event.text), ("s", "said"));
    }
}

#[test]
fn t_106_builders_fill_the_event() {
    let metadata = HashMap::from([("file_path".to_owned(), "/src/main.rs".to_owned())]);
    let hook = HookEvent::new("session-1", HookEventType::ToolResult, "File contents")
        .with_timestamp(when())
        .with_tool_name("Read")
        .with_metadata(metadata)
        .with_agent("claude");
    let event = map_hook_event(hook);
    assert_eq!(event.timestamp_ms(), WHEN_MS);
    assert_eq!(event.text, "File contents");
    assert_eq!(event.metadata.len(), 2);
    assert_eq!(event.metadata["tool_name"], "Read");
    assert_eq!(event.metadata["file_path"], "/src/main.rs");
    assert_eq!(event.agent.as_deref(), Some("claude"));
}

#[test]
fn t_106_an_id_is_new_each_time_and_carries_the_hooks_time() {
    let hook = prompt().with_timestamp(when());
    let (one, other) = (map_hook_event(hook.clone()), map_hook_event(hook));
    assert_ne!(one.event_id, other.event_id);
    for event in [one, other] {
        assert_eq!(id_of(&event).timestamp_ms(), WHEN_MS.unsigned_abs());
    }
    let early = DateTime::from_timestamp_millis(-WHEN_MS).unwrap();
    let event = map_hook_event(prompt().with_timestamp(early));
    assert_eq!(
        (id_of(&event).timestamp_ms(), event.timestamp_ms()),
        (0, -WHEN_MS)
    );
}

#[test]
fn t_106_without_a_time_it_is_now() {
    let before = Utc::now();
    let event = map_hook_event(prompt());
    assert!((before..=Utc::now()).contains(&event.timestamp));
    assert!(event.metadata.is_empty());
}

//! What crosses comes back, and nothing a daemon sends makes us stumble.

use std::collections::HashMap;

use chrono::Utc;

use super::*;

const TYPES: [EventType; 8] = [
    EventType::SessionStart,
    EventType::UserMessage,
    EventType::AssistantMessage,
    EventType::ToolResult,
    EventType::AssistantStop,
    EventType::SubagentStart,
    EventType::SubagentStop,
    EventType::SessionEnd,
];
const ROLES: [EventRole; 4] = [
    EventRole::User,
    EventRole::Assistant,
    EventRole::System,
    EventRole::Tool,
];

fn odd(timestamp_ms: i64) -> proto::Event {
    proto::Event {
        event_id: String::from("e"),
        timestamp_ms,
        event_type: 99,
        role: -7,
        ..Default::default()
    }
}

#[test]
fn events_come_back_as_they_went() {
    let now = DateTime::from_timestamp_millis(Utc::now().timestamp_millis()).unwrap();
    for (n, event_type) in TYPES.into_iter().enumerate() {
        let (id, session) = (format!("e{n}"), "s".to_owned());
        let sent_event = Event::new(id, session, now, event_type, ROLES[n % 4], "日".into())
            .with_metadata(HashMap::from([("k".to_owned(), "v".to_owned())]))
            .with_agent("a");
        let message = sent(sent_event.clone());
        assert_eq!(message.event_type, i32::try_from(n).unwrap() + 1);
        assert_eq!(message.role, i32::try_from(n % 4).unwrap() + 1);
        assert_eq!(event(message).unwrap(), sent_event);
    }
}

#[test]
fn what_is_not_known_is_taken_for_the_default() {
    let read = event(odd(0)).unwrap();
    assert_eq!(read.event_type, EventType::UserMessage);
    assert_eq!(read.role, EventRole::User);
    let read = node(proto::TocNode {
        level: 42,
        ..Default::default()
    });
    assert_eq!(read.level, TocLevel::Unspecified);
}

#[test]
fn a_moment_that_is_no_date_is_an_error() {
    for ms in [i64::MAX, i64::MIN] {
        let read = event(odd(ms));
        assert!(matches!(read, Err(ClientError::Serialization(_))));
    }
}

#[test]
fn counts_stop_where_the_wire_does() {
    assert_eq!((count(0), count(100)), (0, 100));
    assert_eq!(count(u32::MAX), i32::MAX);
}

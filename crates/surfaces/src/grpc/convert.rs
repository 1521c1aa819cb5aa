//! Between messages and the engine's own words.

use mneme_engine::Record;
use mneme_engine::timeline::Happening;
use mneme_model::{Kind, Role};
use mneme_wire::proto::{Event, EventRole, EventType};
use serde_json::Value;

/// The session of a memory that has none.
const MEMORY: &str = "memory";

/// A kind and its number on the wire are one; what is none of them is taken as a user's message.
fn kind(event_type: i32) -> Kind {
    match EventType::try_from(event_type) {
        Ok(known) if known != EventType::Unspecified => Kind::from_code(i64::from(event_type)),
        _ => None,
    }
    .unwrap_or(Kind::UserMessage)
}

fn role(role: i32) -> Role {
    match EventRole::try_from(role) {
        Ok(EventRole::Assistant) => Role::Assistant,
        Ok(EventRole::System) => Role::System,
        Ok(EventRole::Tool) => Role::Tool,
        _ => Role::User,
    }
}

pub fn happening(event: Event) -> Happening {
    Happening {
        id: event.event_id,
        session: event.session_id,
        occurred_ms: event.timestamp_ms,
        kind: kind(event.event_type),
        role: role(event.role),
        text: event.text,
        metadata: event.metadata.into_iter().collect(),
        agent: event
            .agent
            .map(|agent| agent.to_lowercase())
            .filter(|agent| !agent.is_empty()),
    }
}

/// What a recorder saw is the outcome of an agent's doing; what the wire has no word for is
/// somebody's message.
fn event_type(kind: &str) -> i32 {
    let kind = match Kind::named(kind) {
        Some(Kind::StepRecorded) => Kind::ToolResult,
        Some(kind) if EventType::try_from(kind as i32).is_ok() => kind,
        _ => Kind::UserMessage,
    };
    kind as i32
}

/// A record as the timeline shows it, whichever door it came in by.
pub fn event(record: Record) -> Event {
    let event_type = event_type(&record.kind);
    let metadata = record.metadata.into_iter().map(|(key, value)| match value {
        Value::String(text) => (key, text),
        other => (key, other.to_string()),
    });
    Event {
        event_id: record.id,
        session_id: record.session.as_deref().unwrap_or(MEMORY).to_owned(),
        timestamp_ms: record.occurred.ms,
        event_type,
        role: shown_role(record.role, record.is_memory) as i32,
        text: record.text,
        metadata: metadata.collect(),
        agent: record.agent.as_deref().map(str::to_owned),
    }
}

fn shown_role(role: Option<Role>, is_memory: bool) -> EventRole {
    match role {
        Some(Role::Assistant) => EventRole::Assistant,
        Some(Role::System) => EventRole::System,
        Some(Role::Tool) => EventRole::Tool,
        None if is_memory => EventRole::System,
        Some(Role::User) | None => EventRole::User,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_have_the_numbers_of_the_wire() {
        for number in 1..=8 {
            assert_eq!(kind(number).code(), i64::from(number));
        }
        for number in [0, 9, 20, 99, -1] {
            assert_eq!(kind(number), Kind::UserMessage);
        }
        assert_eq!((role(0), role(7)), (Role::User, Role::User));
        assert_eq!((role(3), role(4)), (Role::System, Role::Tool));
    }
}

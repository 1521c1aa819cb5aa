//! Something that happened in a conversation.

use std::collections::HashMap;
use std::fmt;

use chrono::{DateTime, Utc};

/// One event. Its id makes it the same event wherever it comes from: sent twice, it is kept once.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Event {
    /// Nominally a ULID; any text of up to 256 bytes will do.
    pub event_id: String,
    pub session_id: String,
    /// When it happened at its source. It crosses the wire in whole milliseconds.
    pub timestamp: DateTime<Utc>,
    pub event_type: EventType,
    pub role: EventRole,
    /// May be empty, as for the start of a session.
    pub text: String,
    pub metadata: HashMap<String, String>,
    /// Which agent it came from, where one is known.
    pub agent: Option<String>,
}

/// What kind of event it is.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum EventType {
    SessionStart,
    UserMessage,
    AssistantMessage,
    ToolResult,
    AssistantStop,
    SubagentStart,
    SubagentStop,
    SessionEnd,
}

/// Who an event is from.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum EventRole {
    User,
    Assistant,
    System,
    Tool,
}

// === impl Event ===

impl Event {
    pub fn new(
        event_id: String,
        session_id: String,
        timestamp: DateTime<Utc>,
        event_type: EventType,
        role: EventRole,
        text: String,
    ) -> Self {
        Self {
            event_id,
            session_id,
            timestamp,
            event_type,
            role,
            text,
            metadata: HashMap::new(),
            agent: None,
        }
    }

    /// With this metadata in the place of what it had.
    pub fn with_metadata(mut self, metadata: HashMap<String, String>) -> Self {
        self.metadata = metadata;
        self
    }

    pub fn with_agent(mut self, agent: impl Into<String>) -> Self {
        self.agent = Some(agent.into());
        self
    }

    /// Milliseconds since 1970.
    pub fn timestamp_ms(&self) -> i64 {
        self.timestamp.timestamp_millis()
    }
}

impl fmt::Display for EventType {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(match self {
            Self::SessionStart => "session_start",
            Self::UserMessage => "user_message",
            Self::AssistantMessage => "assistant_message",
            Self::ToolResult => "tool_result",
            Self::AssistantStop => "assistant_stop",
            Self::SubagentStart => "subagent_start",
            Self::SubagentStop => "subagent_stop",
            Self::SessionEnd => "session_end",
        })
    }
}

impl fmt::Display for EventRole {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(match self {
            Self::User => "user",
            Self::Assistant => "assistant",
            Self::System => "system",
            Self::Tool => "tool",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn builders_fill_the_event_and_roles_print() {
        let when = DateTime::from_timestamp_millis(1_738_281_600_123).unwrap();
        let (kind, role) = (EventType::ToolResult, EventRole::Tool);
        let event = Event::new("e".into(), "s".into(), when, kind, role, "t".into());
        assert_eq!((event.agent.as_deref(), event.metadata.len()), (None, 0));
        let metadata = HashMap::from([("tool_name".to_owned(), "Read".to_owned())]);
        let event = event.with_metadata(metadata).with_agent("claude");
        assert_eq!(event.timestamp_ms(), 1_738_281_600_123);
        assert_eq!(event.metadata["tool_name"], "Read");
        assert_eq!(event.agent.as_deref(), Some("claude"));
        assert_eq!(
            format!("[{:>6}] {}", event.role, event.event_type),
            "[  tool] tool_result"
        );
    }
}

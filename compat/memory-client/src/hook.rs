//! What an agent's hooks report, as events.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use memory_types::{Event, EventRole, EventType};
use ulid::Ulid;

/// Where the tool's name stands among the metadata.
const TOOL_NAME: &str = "tool_name";

/// Something a hook of an agent reported.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct HookEvent {
    pub session_id: String,
    pub event_type: HookEventType,
    pub content: String,
    /// Now, unless given.
    pub timestamp: Option<DateTime<Utc>>,
    pub tool_name: Option<String>,
    pub metadata: HashMap<String, String>,
    pub agent: Option<String>,
}

/// The hooks there are.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum HookEventType {
    SessionStart,
    UserPromptSubmit,
    AssistantResponse,
    ToolUse,
    ToolResult,
    Stop,
    SubagentStart,
    SubagentStop,
}

// === impl HookEvent ===

impl HookEvent {
    pub fn new(
        session_id: impl Into<String>,
        event_type: HookEventType,
        content: impl Into<String>,
    ) -> Self {
        Self {
            session_id: session_id.into(),
            event_type,
            content: content.into(),
            timestamp: None,
            tool_name: None,
            metadata: HashMap::new(),
            agent: None,
        }
    }

    pub fn with_timestamp(mut self, timestamp: DateTime<Utc>) -> Self {
        self.timestamp = Some(timestamp);
        self
    }

    pub fn with_tool_name(mut self, tool_name: impl Into<String>) -> Self {
        self.tool_name = Some(tool_name.into());
        self
    }

    /// With this metadata in the place of what it had; a tool's name stays.
    pub fn with_metadata(mut self, metadata: HashMap<String, String>) -> Self {
        self.metadata = metadata;
        self
    }

    pub fn with_agent(mut self, agent: impl Into<String>) -> Self {
        self.agent = Some(agent.into());
        self
    }
}

/// An event with a new id. The id carries the hook's own time, so that ids sort as things happened.
pub fn map_hook_event(hook: HookEvent) -> Event {
    let timestamp = hook.timestamp.unwrap_or_else(Utc::now);
    let (event_type, role) = mapped(hook.event_type);
    let mut metadata = hook.metadata;
    metadata.extend(hook.tool_name.map(|name| (TOOL_NAME.to_owned(), name)));
    Event {
        event_id: Ulid::from_datetime(timestamp.into()).to_string(),
        session_id: hook.session_id,
        timestamp,
        event_type,
        role,
        text: hook.content,
        metadata,
        agent: hook.agent,
    }
}

fn mapped(hook: HookEventType) -> (EventType, EventRole) {
    use {EventRole::*, EventType::*};
    match hook {
        HookEventType::SessionStart => (SessionStart, System),
        HookEventType::UserPromptSubmit => (UserMessage, User),
        HookEventType::AssistantResponse => (AssistantMessage, Assistant),
        HookEventType::ToolUse | HookEventType::ToolResult => (ToolResult, Tool),
        HookEventType::Stop => (SessionEnd, System),
        HookEventType::SubagentStart => (SubagentStart, System),
        HookEventType::SubagentStop => (SubagentStop, System),
    }
}

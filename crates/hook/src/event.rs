//! An event as it leaves: the shape of the `ingest` operation, and the numbers of the gRPC door.

use crate::json::Value;
use crate::moment;

/// One event, whole before the first try to send it.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    pub id: String,
    pub session: String,
    pub occurred_ms: i64,
    pub kind: Kind,
    pub role: Role,
    pub text: String,
    pub metadata: Vec<(&'static str, String)>,
    pub agent: Option<String>,
}

/// The kinds a hook can tell, with the numbers of `memory.EventType`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    SessionStart = 1,
    UserMessage = 2,
    AssistantMessage = 3,
    ToolResult = 4,
    SubagentStart = 6,
    SubagentStop = 7,
    SessionEnd = 8,
}

/// Who speaks, with the numbers of `memory.EventRole`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    User = 1,
    Assistant = 2,
    System = 3,
    Tool = 4,
}

// === impl Event ===

impl Event {
    /// As the `ingest` operation takes it, in one line.
    pub fn to_json(&self) -> String {
        let metadata = self.metadata.iter();
        let metadata = metadata.map(|(name, value)| ((*name).to_owned(), Value::text(value)));
        let mut fields = vec![
            ("id", Value::text(&self.id)),
            ("session", Value::text(&self.session)),
            ("text", Value::text(&self.text)),
            ("role", Value::text(self.role.name())),
            ("kind", Value::text(self.kind.name())),
            (
                "occurred_at",
                Value::text(moment::rfc3339(self.occurred_ms)),
            ),
            ("metadata", Value::Object(metadata.collect())),
        ];
        fields.extend(
            self.agent
                .as_ref()
                .map(|agent| ("agent", Value::text(agent))),
        );
        let fields = fields.into_iter();
        Value::Object(
            fields
                .map(|(name, value)| (name.to_owned(), value))
                .collect(),
        )
        .to_json()
    }
}

// === impl Kind ===

impl Kind {
    pub fn name(self) -> &'static str {
        match self {
            Kind::SessionStart => "session_start",
            Kind::UserMessage => "user_message",
            Kind::AssistantMessage => "assistant_message",
            Kind::ToolResult => "tool_result",
            Kind::SubagentStart => "subagent_start",
            Kind::SubagentStop => "subagent_stop",
            Kind::SessionEnd => "session_end",
        }
    }
}

// === impl Role ===

impl Role {
    pub fn name(self) -> &'static str {
        match self {
            Role::User => "user",
            Role::Assistant => "assistant",
            Role::System => "system",
            Role::Tool => "tool",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::payload::HOOKS;

    #[test]
    fn names_and_numbers_are_those_of_the_product() {
        for hook in HOOKS {
            let kind = mneme_model::Kind::event_named(hook.kind.name()).unwrap();
            assert_eq!(kind.code(), hook.kind as i64);
            assert!(mneme_model::Role::parse(hook.role.name()).is_some());
        }
    }

    #[test]
    fn the_line_is_an_event_request() {
        let event = Event {
            id: "01".into(),
            session: "s\n".into(),
            occurred_ms: 1_683_554_160_250,
            kind: Kind::ToolResult,
            role: Role::Tool,
            text: "{\"a\":1}".into(),
            metadata: vec![("cwd", "/tmp".into()), ("tool_name", "Bash".into())],
            agent: Some("claude".into()),
        };
        let line = event.to_json();
        assert!(!line.contains('\n'));
        let read: mneme_wire::shapes::EventRequest = serde_json::from_str(&line).unwrap();
        assert_eq!(
            (read.id.as_deref(), read.session.as_str()),
            (Some("01"), "s\n")
        );
        assert_eq!(
            read.occurred_at.as_deref(),
            Some("2023-05-08T13:56:00.250Z")
        );
        assert_eq!(read.text, event.text);
        assert_eq!(read.metadata.unwrap()["tool_name"], "Bash");
        assert_eq!(read.agent.as_deref(), Some("claude"));
        let known = serde_json::to_value(
            serde_json::from_str::<mneme_wire::shapes::EventRequest>(&line).unwrap(),
        );
        let said: serde_json::Value = serde_json::from_str(&line).unwrap();
        assert_eq!(known.unwrap(), said, "no field is unknown");
    }
}

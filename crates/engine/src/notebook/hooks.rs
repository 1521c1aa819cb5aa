//! Hooks of agents and kinds of events: one table, read in both directions.

use mneme_model::{Body, Kind, Role};
use serde_json::{Value, json};

/// The hook, the kind of event it tells, and whose turn that is.
const TABLE: [(&str, Kind, Option<Role>); 7] = [
    ("prompt_submit", Kind::UserMessage, Some(Role::User)),
    ("post_tool_use", Kind::ToolResult, Some(Role::Tool)),
    ("post_tool_failure", Kind::ToolResult, Some(Role::Tool)),
    ("stop", Kind::AssistantStop, Some(Role::Assistant)),
    ("subagent_start", Kind::SubagentStart, None),
    ("subagent_stop", Kind::SubagentStop, None),
    ("response", Kind::AssistantMessage, Some(Role::Assistant)),
];

/// What kind of event a hook tells. One that is not in the table is something seen.
pub fn kind(hook: &str) -> (Kind, Option<Role>) {
    let row = TABLE.iter().find(|(known, ..)| *known == hook);
    row.map_or((Kind::Message, None), |(_, kind, role)| (*kind, *role))
}

/// Whether something happened; the beginning and the end of a session are only its bounds.
pub fn is_seen(kind: Kind) -> bool {
    !matches!(kind, Kind::SessionStart | Kind::SessionEnd)
}

/// What a hook told, or would have told of an event that came through another door.
pub fn told(kind: Kind, body: &Body) -> (String, Value) {
    if let Some(noted) = &body.noted {
        return (noted.hook.clone(), noted.data.clone());
    }
    let row = TABLE.iter().find(|(_, known, _)| *known == kind);
    let hook = row.map_or("notification", |(hook, ..)| hook);
    let text = &body.text;
    let tool = body.metadata.get("tool_name");
    let data = match kind {
        Kind::UserMessage => json!({ "prompt": text }),
        Kind::ToolResult => json!({ "tool_name": tool, "tool_output": text }),
        _ => Value::from(text.as_str()),
    };
    (hook.to_owned(), data)
}

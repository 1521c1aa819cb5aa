//! From the words of an agent's hook to an event. What an agent calls its fields and its hooks
//! are rows of tables; another agent is another [`Dialect`].

#[cfg(test)]
mod tests;

use crate::event::{Event, Kind, Role};
use crate::json::{self, Value};
use crate::moment;
use crate::ulid::{self, Random};

/// Where one agent's hooks put what. Of several names the first that is there counts.
pub struct Dialect {
    name: &'static [&'static str],
    session: &'static [&'static str],
    agent: &'static [&'static str],
    time: &'static [&'static str],
    text: &'static [&'static str],
    /// Fields kept beside the text, under the name given second.
    metadata: &'static [(&'static str, &'static str)],
    hooks: &'static [Hook],
}

/// What a hook of this name tells.
pub struct Hook {
    pub name: &'static str,
    pub kind: Kind,
    pub role: Role,
}

const MEMORY_INGEST: Dialect = Dialect {
    name: &["hook_event_name"],
    session: &["session_id"],
    agent: &["agent"],
    time: &["timestamp"],
    text: &[
        "message",
        "prompt",
        "tool_input",
        "tool_response",
        "last_assistant_message",
        "last_message",
        "prompt_response",
    ],
    metadata: &[("cwd", "cwd"), ("tool_name", "tool_name")],
    hooks: HOOKS,
};

/// A name that is not here is taken for something the user said.
pub const HOOKS: &[Hook] = &[
    hook("UserPromptSubmit", Kind::UserMessage, Role::User),
    hook("SessionStart", Kind::SessionStart, Role::System),
    hook("AssistantResponse", Kind::AssistantMessage, Role::Assistant),
    hook("PreToolUse", Kind::ToolResult, Role::Tool),
    hook("PostToolUse", Kind::ToolResult, Role::Tool),
    hook("Stop", Kind::SessionEnd, Role::System),
    hook("SessionEnd", Kind::SessionEnd, Role::System),
    hook("SubagentStart", Kind::SubagentStart, Role::System),
    hook("SubagentStop", Kind::SubagentStop, Role::System),
];

const fn hook(name: &'static str, kind: Kind, role: Role) -> Hook {
    Hook { name, kind, role }
}

/// The event of an input, and remarks on what was strange about it.
pub fn read(input: &str, now_ms: i64, random: &Random) -> Result<(Event, Vec<String>), String> {
    let value = json::read(input)?;
    MEMORY_INGEST.event(&value, now_ms, random)
}

// === impl Dialect ===

impl Dialect {
    fn event(
        &self,
        value: &Value,
        now_ms: i64,
        random: &Random,
    ) -> Result<(Event, Vec<String>), String> {
        let (name, session) = (needed(value, self.name)?, needed(value, self.session)?);
        let mut remarks = Vec::new();
        let (kind, role) = self.hook(&name, &mut remarks);
        let occurred_ms = self.moment(value, now_ms, &mut remarks);
        let event = Event {
            id: ulid::ulid(occurred_ms, random),
            session,
            occurred_ms,
            kind,
            role,
            text: first(value, self.text).unwrap_or_default(),
            metadata: self.metadata(value),
            // In small letters, as the gRPC door keeps it, so that no road makes another agent of it.
            agent: first(value, self.agent).map(|agent| agent.to_lowercase()),
        };
        Ok((event, remarks))
    }

    fn hook(&self, name: &str, remarks: &mut Vec<String>) -> (Kind, Role) {
        let known = self.hooks.iter().find(|hook| hook.name == name);
        if known.is_none() {
            remarks.push(format!(
                "unknown hook '{}', kept as a user's message",
                short(name)
            ));
        }
        known.map_or((Kind::UserMessage, Role::User), |hook| {
            (hook.kind, hook.role)
        })
    }

    fn moment(&self, value: &Value, now_ms: i64, remarks: &mut Vec<String>) -> i64 {
        let Some(stamp) = first(value, self.time) else {
            return now_ms;
        };
        match moment::parse(&stamp) {
            Some(ms) => moment::refine(ms, now_ms),
            None => {
                remarks.push(format!("'{}' is no moment, taken as now", short(&stamp)));
                now_ms
            }
        }
    }

    fn metadata(&self, value: &Value) -> Vec<(&'static str, String)> {
        let fields = self.metadata.iter();
        let kept = fields.filter_map(|(from, to)| Some((*to, first(value, &[from])?)));
        kept.collect()
    }
}

fn needed(value: &Value, names: &[&str]) -> Result<String, String> {
    let found = names.iter().find_map(|name| value.get(name));
    match found {
        Some(Value::Text(text)) if !text.trim().is_empty() => Ok(text.clone()),
        Some(_) => Err(format!("{} is not a text with words", names[0])),
        None => Err(format!("{} is missing", names[0])),
    }
}

/// The words of the first field that has any.
fn first(value: &Value, names: &[&str]) -> Option<String> {
    let found = names.iter().filter_map(|name| value.get(name));
    found.map(Value::words).find(|words| !words.is_empty())
}

/// Enough of a foreign word to recognise it.
fn short(text: &str) -> String {
    text.chars().take(40).collect()
}

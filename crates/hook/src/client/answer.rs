//! What each agent expects to read on standard output.

use super::happening::{Happening, Moment};
use crate::json::{Value, object};

/// Whose hook it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Client {
    ClaudeCode,
    Codex,
    Cursor,
    Copilot,
    Gemini,
}

pub const CLIENTS: [(&str, Client); 5] = [
    ("claude-code", Client::ClaudeCode),
    ("codex", Client::Codex),
    ("cursor", Client::Cursor),
    ("copilot", Client::Copilot),
    ("gemini", Client::Gemini),
];

// === impl Client ===

impl Client {
    pub fn named(name: &str) -> Option<Self> {
        let row = CLIENTS.iter().find(|(known, _)| *known == name);
        row.map(|(_, client)| *client)
    }

    pub fn name(self) -> Option<&'static str> {
        let row = CLIENTS.iter().find(|(_, client)| *client == self);
        row.map(|(name, _)| *name)
    }

    /// Nothing to say: silence where that is allowed, else an object without a word in it.
    pub fn quiet(self, told: Option<&Happening>) -> String {
        let prompt = told.is_some_and(|told| told.moment == Moment::Prompt);
        match self {
            Client::ClaudeCode | Client::Copilot => String::new(),
            Client::Cursor if prompt => line(&object([("continue", Value::Bool(true))])),
            Client::Codex | Client::Cursor | Client::Gemini => line(&object([])),
        }
    }

    pub fn answer(self, told: &Happening, context: Option<&str>) -> String {
        let Some(context) = context else {
            return self.quiet(Some(told));
        };
        let text = Value::text(context);
        let shaped = object([
            ("hookEventName", Value::text(&told.name)),
            ("additionalContext", text.clone()),
        ]);
        match (self, told.moment) {
            // Read as they are by both.
            (Client::ClaudeCode | Client::Codex, Moment::SessionStart | Moment::PreCompact) => {
                format!("{}\n", context.trim_end())
            }
            (Client::ClaudeCode | Client::Codex | Client::Gemini, _) => {
                line(&object([("hookSpecificOutput", shaped)]))
            }
            (Client::Cursor, _) => line(&object([("additional_context", text)])),
            (Client::Copilot, _) => line(&object([("additionalContext", text)])),
        }
    }
}

fn line(value: &Value) -> String {
    format!("{}\n", value.to_json())
}

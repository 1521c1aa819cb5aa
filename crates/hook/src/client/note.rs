//! A happening as the notebook keeps it: the hook by its published name, and what it told.

use std::collections::BTreeMap;

use super::happening::{Happening, Moment};
use crate::clean;
use crate::json::Value;
use crate::moment;
use crate::ulid::Random;

const OUTPUT: usize = 8_000;
const FAILURE: usize = 4_000;
const MESSAGE: usize = 4_000;
const DESCRIPTION: usize = 2_000;
/// What an agent said last, by the names agents have for it; `prompt_response` is Gemini's.
const LAST_WORDS: [&str; 7] = [
    "last_assistant_message",
    "lastAssistantMessage",
    "last_message",
    "lastMessage",
    "prompt_response",
    "promptResponse",
    "message",
];
/// What a subagent tells instead.
const REPORT: [&str; 3] = ["summary", "result", "task"];

/// One line for the server, with the id it will have.
#[derive(Debug)]
pub struct Note {
    id: String,
    hook: &'static str,
    at_ms: i64,
    data: Value,
    session: String,
    project: String,
    cwd: String,
    client: Option<&'static str>,
}

// === impl Note ===

impl Note {
    /// Everything worth keeping of one event: the last words of an agent, then its end.
    pub fn all(told: &Happening, now_ms: i64, random: impl Fn() -> Random) -> Vec<Self> {
        let kept = [last_words(told), kept(told)].into_iter().flatten();
        kept.map(|kept| Self::of(told, kept, now_ms, &random()))
            .collect()
    }

    fn of(
        told: &Happening,
        (hook, data): (&'static str, Value),
        now_ms: i64,
        random: &Random,
    ) -> Self {
        let data = clean::note(data);
        Self {
            id: id(now_ms, random),
            hook,
            at_ms: now_ms,
            data,
            session: told.session.clone(),
            project: clean::text(&told.project),
            cwd: clean::text(&told.cwd),
            client: told.client,
        }
    }

    /// As a notebook elsewhere is told: the call, and what it is told.
    pub fn call(&self) -> (&'static str, Value) {
        let session = ("sessionId", Some(Value::text(&self.session)));
        let project = ("project", Some(Value::text(&self.project)));
        let cwd = ("cwd", Some(Value::text(&self.cwd)));
        let client = ("client", self.client.map(Value::text));
        match self.hook {
            "session_start" => ("session/start", object([session, project, cwd, client])),
            // Not every client stops before it ends a session: the end asks for the summary.
            "session_end" => {
                let summarize = ("summarize", Some(Value::Bool(true)));
                ("session/end", object([session, summarize]))
            }
            hook => {
                let at = Value::text(moment::rfc3339(self.at_ms));
                let told = [
                    session,
                    project,
                    cwd,
                    client,
                    ("hookType", Some(Value::text(hook))),
                    ("timestamp", Some(at)),
                    ("data", Some(self.data.clone())),
                ];
                ("observe", object(told))
            }
        }
    }

    pub fn to_json(&self) -> String {
        let noted = object([
            ("hook", Some(Value::text(self.hook))),
            ("data", Some(self.data.clone())),
            ("project", Some(Value::text(&self.project))),
            ("cwd", Some(Value::text(&self.cwd))),
            ("client", self.client.map(Value::text)),
        ]);
        let event = object([
            ("id", Some(Value::text(&self.id))),
            ("session", Some(Value::text(&self.session))),
            ("text", Some(Value::text(""))),
            (
                "occurred_at",
                Some(Value::text(moment::rfc3339(self.at_ms))),
            ),
            ("observed", Some(noted)),
        ]);
        event.to_json()
    }
}

/// What an agent said when it was done, where its hook tells.
fn last_words(told: &Happening) -> Option<(&'static str, Value)> {
    if told.moment != Moment::Stop {
        return None;
    }
    let said = told.text(&LAST_WORDS)?;
    Some(("stop", cut(&Value::Text(said), MESSAGE)))
}

/// The published name of the hook, and its data.
fn kept(told: &Happening) -> Option<(&'static str, Value)> {
    Some(match told.moment {
        Moment::SessionStart => ("session_start", object([])),
        Moment::SessionEnd | Moment::Stop => ("session_end", object([])),
        Moment::Prompt => ("prompt_submit", prompt(told)?),
        Moment::Tool => ("post_tool_use", used(told)),
        Moment::ToolFailed => ("post_tool_failure", failed(told)?),
        Moment::SubagentStart => ("subagent_start", subagent(told)),
        Moment::SubagentStop => ("subagent_stop", subagent(told)),
        Moment::Notification => ("notification", notification(told)?),
        Moment::TaskCompleted => ("task_completed", task(told)),
        Moment::PreTool | Moment::PreCompact => return None,
    })
}

fn prompt(told: &Happening) -> Option<Value> {
    let prompt = told.text(&["prompt", "user_prompt", "initialPrompt"])?;
    Some(object([("prompt", Some(Value::Text(prompt)))]))
}

fn used(told: &Happening) -> Value {
    let output = [
        "tool_response",
        "tool_output",
        "toolResult",
        "result_json",
        "output",
    ];
    let (output, image) = split(told.value(&output).unwrap_or(Value::Null));
    let output = match output.get("textResultForLlm").cloned() {
        Some(text) => text,
        None => output,
    };
    object([
        ("tool_name", told.tool().map(Value::Text)),
        ("tool_input", told.input()),
        (
            "tool_output",
            Some(cut(&output, OUTPUT)).filter(|cut| *cut != Value::Null),
        ),
        ("image_data", image.map(Value::Text)),
    ])
}

/// A person who stops a tool has not made it fail.
fn failed(told: &Happening) -> Option<Value> {
    let kind = told.text(&["failure_type"]).unwrap_or_default();
    if told.flag("is_interrupt") || kind.contains("interrupt") {
        return None;
    }
    let error = told.value(&["error", "error_message", "tool_response"]);
    let error = error.map(|error| error.get("message").cloned().unwrap_or(error));
    Some(object([
        ("tool_name", told.tool().map(Value::Text)),
        ("tool_input", told.input()),
        ("error", error.map(|error| cut(&error, FAILURE))),
    ]))
}

fn subagent(told: &Happening) -> Value {
    let said = told.text(&LAST_WORDS).or_else(|| told.text(&REPORT));
    object([
        (
            "agent_type",
            told.text(&["agent_type", "subagent_type"]).map(Value::Text),
        ),
        (
            "agent_id",
            told.text(&["agent_id", "subagent_id"]).map(Value::Text),
        ),
        (
            "last_message",
            said.map(|said| cut(&Value::Text(said), MESSAGE)),
        ),
    ])
}

/// Only what somebody was asked to allow.
fn notification(told: &Happening) -> Option<Value> {
    let kind = told.text(&["notification_type", "notificationType"])?;
    let asked = matches!(kind.as_str(), "permission_prompt" | "ToolPermission");
    asked.then(|| {
        object([
            ("notification_type", Some(Value::text("permission_prompt"))),
            ("message", told.text(&["message"]).map(Value::Text)),
        ])
    })
}

fn task(told: &Happening) -> Value {
    let said = told.text(&["task_description", "description"]);
    object([
        ("task_id", told.text(&["task_id"]).map(Value::Text)),
        (
            "title",
            told.text(&["task_subject", "title"]).map(Value::Text),
        ),
        (
            "description",
            said.map(|said| cut(&Value::Text(said), DESCRIPTION)),
        ),
    ])
}

/// A picture is taken out of an output, so that the rest can be cut.
fn split(output: Value) -> (Value, Option<String>) {
    match output {
        Value::List(parts) => {
            let mut image = None;
            let parts = parts.into_iter().map(|part| {
                let (part, found) = split(part);
                image = image.take().or(found);
                part
            });
            let parts = parts.collect();
            (Value::List(parts), image)
        }
        Value::Object(fields) => picture(fields),
        other => (other, None),
    }
}

fn picture(fields: BTreeMap<String, Value>) -> (Value, Option<String>) {
    let whole = Value::Object(fields.clone());
    if whole.get("type") == Some(&Value::text("image")) {
        let source = whole.get("source").or_else(|| whole.get("file"));
        let data = source.unwrap_or(&whole);
        let data = data.get("data").or_else(|| data.get("base64"));
        if let Some(Value::Text(data)) = data {
            return (Value::text("[image]"), Some(data.clone()));
        }
    }
    let mut image = None;
    let fields = fields.into_iter().map(|(name, value)| {
        let (value, found) = split(value);
        image = image.take().or(found);
        (name, value)
    });
    let fields = fields.collect();
    (Value::Object(fields), image)
}

/// What is longer becomes a text, and ends. A secret is taken out first: half of one has no shape.
fn cut(value: &Value, most: usize) -> Value {
    let value = clean::value(value.clone());
    let words = value.words();
    match words.char_indices().nth(most) {
        Some((end, _)) => Value::Text(words[..end].to_owned()),
        None => value,
    }
}

/// Only what is there.
fn object<const N: usize>(fields: [(&str, Option<Value>); N]) -> Value {
    let there = fields.into_iter();
    let there = there.filter_map(|(name, value)| Some((name.to_owned(), value?)));
    Value::Object(there.collect())
}

/// `obs_`, the time, and chance: what the server would call it.
fn id(now_ms: i64, random: &Random) -> String {
    let chance: String = random[..6]
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    format!("obs_{}_{chance}", base36(now_ms.unsigned_abs()))
}

fn base36(mut number: u64) -> String {
    let mut digits = Vec::new();
    while number > 0 || digits.is_empty() {
        digits.push(char::from_digit((number % 36) as u32, 36).unwrap_or('0'));
        number /= 36;
    }
    digits.into_iter().rev().collect()
}

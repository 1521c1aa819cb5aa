//! What an agent's hook told, in the shape it is kept and shown in.

mod again;
mod said;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::cut;
use mneme_redact::words;

/// An observation as it comes in, before anything is taken out.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Told {
    pub session_id: String,
    pub hook_type: String,
    pub timestamp: String,
    pub agent_id: Option<String>,
    pub data: Value,
}

/// An observation in the published shape.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Observation {
    pub id: String,
    pub session_id: String,
    pub timestamp: String,
    pub hook_type: String,
    #[serde(rename = "type")]
    pub kind: String,
    pub title: String,
    pub subtitle: Option<String>,
    pub narrative: String,
    pub facts: Vec<String>,
    pub concepts: Vec<String>,
    pub files: Vec<String>,
    pub importance: u8,
    pub confidence: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool_input: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tool_output: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user_prompt: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub agent_id: Option<String>,
    #[serde(skip_serializing_if = "Value::is_null")]
    pub raw: Value,
    /// `image` or `mixed`, where it shows a picture, and where that is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub modality: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub image_data: Option<String>,
}

const TITLE: usize = 80;
const SUBTITLE: usize = 120;
const NARRATIVE: usize = 400;
/// What somebody said is found by so much of it.
const FOUND_BY: usize = 4_000;
/// Longer strings are no file names.
const LONGEST_FILE: usize = 511;
/// How much an observation matters and how sure it is, when no model said so.
const IMPORTANCE: u8 = 5;
const CONFIDENCE: f64 = 0.3;

/// Fields of a tool's input that name files.
const FILE_FIELDS: [&str; 6] = [
    "file_path",
    "filepath",
    "path",
    "filePath",
    "file",
    "pattern",
];

/// What plain words may be called.
const PLAIN: [&str; 7] = [
    "thought",
    "command",
    "tool",
    "error",
    "result",
    "conversation",
    "other",
];

/// Words of a tool's name, and what its use is called; the first that fits.
const TOOLS: [(&[&str], &str); 7] = [
    (&["fetch", "http", "web"], "web_fetch"),
    (&["grep", "search", "glob", "find"], "search"),
    (&["bash", "shell", "exec", "run"], "command_run"),
    (&["edit", "update", "patch", "replace"], "file_edit"),
    (&["write", "create"], "file_write"),
    (&["read", "view"], "file_read"),
    (&["task", "agent"], "subagent"),
];

// === impl Observation ===

impl Observation {
    /// Made by rule, without a model. Secrets are expected to be gone from `told` already.
    pub fn by_rule(id: String, told: Told) -> Self {
        let Value::Object(mut data) = told.data else {
            return Self::plain(id, told);
        };
        let tool_name = said(data.remove("tool_name"));
        let tool_input = data.remove("tool_input").filter(|input| !input.is_null());
        let (tool_output, error) = outcome(&mut data);
        let user_prompt = said(data.remove("prompt"));
        let mut seen = Self {
            kind: own_kind(&mut data)
                .unwrap_or_else(|| kind(&told.hook_type, tool_name.as_deref()).to_owned()),
            title: cut::ellipsis(tool_name.as_ref().unwrap_or(&told.hook_type), TITLE),
            subtitle: tool_input.as_ref().map(|input| short(input, SUBTITLE)),
            narrative: narrative(&user_prompt, [&tool_input, &error, &tool_output]),
            files: tool_input.as_ref().map(files).unwrap_or_default(),
            tool_name,
            tool_input,
            tool_output,
            user_prompt,
            raw: rest(data),
            ..Self::bare(
                id,
                told.session_id,
                told.timestamp,
                told.hook_type,
                told.agent_id,
            )
        };
        if let Some(said) = seen.said() {
            seen.narrative = cut::ellipsis(&said, NARRATIVE);
        }
        seen
    }

    /// What it is found by: a prompt as it was written, with the answer to it; what somebody said;
    /// anything else by its short form and the files it touched.
    pub fn words(&self) -> String {
        if let Some(prompt) = &self.user_prompt {
            let answer = self.tool_output.as_ref();
            let answer = answer.map(|answer| short(answer, FOUND_BY));
            return joined([Some(prompt.clone()), answer]);
        }
        let said = self.said().map(|said| cut::ellipsis(&said, FOUND_BY));
        let told = said.unwrap_or_else(|| self.narrative.clone());
        let files = self.files.iter().filter(|file| !told.contains(*file));
        let parts = [&self.title, &told].into_iter().chain(files);
        let parts: Vec<&str> = parts
            .map(String::as_str)
            .filter(|part| !part.is_empty())
            .collect();
        parts.join(" | ")
    }

    /// Data that is no object: it is the narrative.
    fn plain(id: String, told: Told) -> Self {
        let narrative = match &told.data {
            Value::Null => String::new(),
            data => short(data, NARRATIVE),
        };
        Self {
            kind: kind(&told.hook_type, None).to_owned(),
            title: cut::ellipsis(&told.hook_type, TITLE),
            narrative,
            raw: told.data,
            ..Self::bare(
                id,
                told.session_id,
                told.timestamp,
                told.hook_type,
                told.agent_id,
            )
        }
    }

    fn bare(
        id: String,
        session_id: String,
        timestamp: String,
        hook_type: String,
        agent_id: Option<String>,
    ) -> Self {
        Self {
            id,
            session_id,
            timestamp,
            hook_type,
            agent_id,
            importance: IMPORTANCE,
            confidence: CONFIDENCE,
            ..Self::default()
        }
    }
}

/// What an agent that tells in plain words calls it.
fn own_kind(data: &mut Map<String, Value>) -> Option<String> {
    let known = data.get("type")?.as_str()?;
    PLAIN.contains(&known).then(|| said(data.remove("type")))?
}

/// What sort of thing was done.
pub fn kind(hook_type: &str, tool_name: Option<&str>) -> &'static str {
    match hook_type {
        "post_tool_failure" => "error",
        "prompt_submit" => "conversation",
        "subagent_stop" | "task_completed" => "subagent",
        "notification" => "notification",
        _ => tool_name.map_or("other", by_tool),
    }
}

/// By whole words of the name if it has telling ones, else by what is inside of it.
fn by_tool(name: &str) -> &'static str {
    let (parts, whole) = (words(name), name.to_lowercase());
    let is_part = |word: &&str| parts.iter().any(|part| part == word);
    let is_inside = |word: &&str| whole.contains(*word);
    let row = TOOLS.iter().find(|(words, _)| words.iter().any(&is_part));
    let row = row.or_else(|| TOOLS.iter().find(|(words, _)| words.iter().any(&is_inside)));
    row.map_or("other", |(_, kind)| kind)
}

/// Text as it is, anything else as JSON.
pub fn as_text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

fn short(value: &Value, most: usize) -> String {
    cut::ellipsis(&as_text(value), most)
}

fn said(value: Option<Value>) -> Option<String> {
    let text = as_text(&value.filter(|value| !value.is_null())?);
    Some(text).filter(|text| !text.is_empty())
}

/// What a tool gave back, and what went wrong beside that. What failed without a word of its own gave
/// back its error.
fn outcome(data: &mut Map<String, Value>) -> (Option<Value>, Option<Value>) {
    let output = data.remove("tool_output").filter(|value| !value.is_null());
    let Some(error) = data.remove("error").filter(says) else {
        return (output, None);
    };
    match output.filter(says) {
        Some(output) => {
            data.insert(String::from("error"), error.clone());
            (Some(output), Some(error))
        }
        None => (Some(error), None),
    }
}

fn says(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => false,
        Value::String(text) => !text.trim().is_empty(),
        _ => true,
    }
}

/// A prompt that stands in the input too is told once.
fn narrative(prompt: &Option<String>, told: [&Option<Value>; 3]) -> String {
    let [input, error, output] = told.map(|value| value.as_ref().map(as_text));
    let input = input.filter(|input| Some(input) != prompt.as_ref());
    let whole = joined([prompt.clone(), input, error, output]);
    cut::ellipsis(&whole, NARRATIVE)
}

/// Parts that say something, with a mark between them.
fn joined<const N: usize>(parts: [Option<String>; N]) -> String {
    let parts = parts.into_iter().flatten();
    let parts: Vec<String> = parts.filter(|part| !part.trim().is_empty()).collect();
    parts.join(" | ")
}

/// The files a tool was given, each once.
fn files(input: &Value) -> Vec<String> {
    let mut files: Vec<String> = Vec::new();
    for name in FILE_FIELDS
        .iter()
        .filter_map(|field| input.get(field)?.as_str())
    {
        let length = name.chars().count();
        if (1..=LONGEST_FILE).contains(&length) && !files.iter().any(|known| known == name) {
            files.push(name.to_owned());
        }
    }
    files
}

fn rest(data: Map<String, Value>) -> Value {
    match data.is_empty() {
        true => Value::Null,
        false => Value::Object(data),
    }
}

#[cfg(test)]
mod tests;

//! One request, as it came.

use serde_json::Value;

use super::OPENING;

/// Byte for byte: names of headers keep their spelling and their order, a body is as it was sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    pub method: String,
    /// Path and query, as they stood in the first line.
    pub target: String,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

/// How a body begins that is packed with zstd.
const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

// === impl Request ===

impl Request {
    pub fn path(&self) -> &str {
        self.target
            .split_once('?')
            .map_or(&self.target, |(path, _)| path)
    }

    pub fn query(&self) -> Option<&str> {
        self.target.split_once('?').map(|(_, query)| query)
    }

    /// The first of this name, however it is spelt.
    pub fn header(&self, name: &str) -> Option<&str> {
        let named = |(known, _): &&(String, String)| known.eq_ignore_ascii_case(name);
        let found = self.headers.iter().find(named);
        found.map(|(_, value)| value.as_str())
    }

    /// The key that came along, in either provider's way.
    pub fn key(&self) -> Option<&str> {
        let bearer = self.header("authorization");
        let bearer = bearer.and_then(|value| value.strip_prefix("Bearer "));
        self.header("x-api-key").or(bearer)
    }

    /// The body, unpacked if need be; null when it is no JSON.
    pub fn json(&self) -> Value {
        let unpacked = match self.body.starts_with(&ZSTD) {
            true => zstd::decode_all(self.body.as_slice()).ok(),
            false => None,
        };
        let body = unpacked.as_deref().unwrap_or(&self.body);
        serde_json::from_slice(body).unwrap_or_default()
    }

    /// Whether it asks for the facts in a conversation.
    pub fn is_extraction(&self) -> bool {
        is_extraction(&self.json())
    }

    /// What a user said last, in whichever format.
    pub fn prompt(&self) -> String {
        prompt(&self.json())
    }

    /// The memory that was put into it, from the opening line to the closing one.
    pub fn memory(&self) -> Option<String> {
        memory(&self.json())
    }
}

pub fn is_extraction(body: &Value) -> bool {
    prompt(body).trim_start().starts_with(OPENING)
}

pub fn prompt(body: &Value) -> String {
    if let Some(prompt) = body["prompt"].as_str().or(body["input"].as_str()) {
        return prompt.to_owned();
    }
    let turns = body["messages"].as_array().or(body["input"].as_array());
    let mut turns = turns.into_iter().flatten().rev();
    let last = turns.find(|turn| turn["role"] == "user");
    last.map(|turn| text(&turn["content"])).unwrap_or_default()
}

/// A text, or parts of which some are.
fn text(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Array(parts) => {
            let texts = parts.iter().filter_map(|part| part["text"].as_str());
            texts.collect::<Vec<_>>().join("\n")
        }
        _ => String::new(),
    }
}

pub fn memory(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => block(text),
        Value::Array(list) => list.iter().find_map(memory),
        Value::Object(fields) => fields.values().find_map(memory),
        _ => None,
    }
}

fn block(text: &str) -> Option<String> {
    const END: &str = "</memory_context>";
    let start = text.find("<memory_context")?;
    let rest = &text[start..];
    let end = rest.find(END)? + END.len();
    Some(rest[..end].to_owned())
}

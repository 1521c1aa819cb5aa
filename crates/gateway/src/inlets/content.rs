//! What is said in a message, however it is written down.

use serde_json::Value;

use super::Turn;
use crate::json::{Edit, Json, Span, quoted};
use crate::question::{self, Said};

/// The messages of a request, and the words that stand before them.
pub struct Turns {
    /// Words of the system that are no message.
    pub before: Option<Span>,
    pub messages: Vec<Span>,
    /// A request may also be one bare text of the user.
    pub bare: Option<Span>,
}

/// Kinds of parts that are words.
const WORDS: [&str; 3] = ["text", "input_text", "output_text"];

// === impl Turns ===

impl Turns {
    /// The last message in which the user says something: what a tool answered is no question, and
    /// neither is what an agent adds of itself.
    pub fn last_of_user(&self, json: &Json<'_>) -> Option<Said> {
        if let Some(bare) = &self.bare {
            return question::of(&json.text(bare)?);
        }
        let of_user = self.messages.iter().rev();
        let of_user = of_user.filter(|message| json.says(message, "role", "user"));
        let mut texts = of_user.filter_map(|message| words(json, message));
        texts.find_map(|text| question::of(&text))
    }

    pub fn said(&self, json: &Json<'_>) -> Vec<Turn> {
        let turn = |role: &str, text: String| Turn {
            role: role.to_owned(),
            text,
        };
        let before = self
            .before
            .as_ref()
            .map(|at| turn("system", of_span(json, at)));
        let bare = self.bare.as_ref().and_then(|at| json.text(at));
        let messages = self.messages.iter().filter_map(|message| {
            let role = json.field_text(message, "role")?;
            Some(turn(&role, words(json, message)?))
        });
        let all = before.into_iter().chain(messages);
        let all = all.chain(bare.map(|text| turn("user", text)));
        all.filter(|turn| !turn.text.trim().is_empty()).collect()
    }
}

fn words(json: &Json<'_>, message: &Span) -> Option<String> {
    Some(of_span(json, &json.field(message, "content")?))
}

/// The words of a text, or of the parts of a list that are words.
fn of_span(json: &Json<'_>, content: &Span) -> String {
    if json.is_text(content) {
        return json.text(content).unwrap_or_default();
    }
    let parts = json
        .items(content)
        .filter(|part| WORDS.iter().any(|kind| json.says(part, "type", kind)));
    let texts = parts.filter_map(|part| json.field_text(&part, "text"));
    texts.collect::<Vec<_>>().join("\n")
}

/// The same of something that was read already.
pub fn of_value(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Array(parts) => {
            let is_words = |part: &&Value| {
                part["type"]
                    .as_str()
                    .is_some_and(|kind| WORDS.contains(&kind))
            };
            let texts = parts.iter().filter(is_words);
            let texts = texts.filter_map(|part| part["text"].as_str());
            texts.collect::<Vec<_>>().join("\n")
        }
        _ => String::new(),
    }
}

/// Puts a block behind what a text or a list of parts says; none where it is neither.
pub fn appended(json: &Json<'_>, content: &Span, block: &str) -> Option<Edit> {
    let last = content.end.checked_sub(1)?;
    if json.is_text(content) {
        let inner = quoted(&format!("\n\n{block}"));
        let inner = inner.get(1..inner.len() - 1)?;
        return Some(Edit::insert(last, inner.to_owned()));
    }
    if !json.is_list(content) {
        return None;
    }
    Some(match json.items(content).last() {
        Some(item) => Edit::insert(item.end, format!(",{}", part(block))),
        None => Edit::insert(last, part(block)),
    })
}

/// A block as one part of a list.
pub fn part(block: &str) -> String {
    format!(r#"{{"type":"text","text":{}}}"#, quoted(block))
}

/// Puts an item before another one of its list.
pub fn put_before(item: &Span, what: &str) -> Edit {
    Edit::insert(item.start, format!("{what},"))
}

pub fn length(spans: &[Span]) -> usize {
    spans.iter().map(Span::len).sum()
}

/// How long what was said is, without the system's words: a block there would not move those.
pub fn talked(json: &Json<'_>, messages: &[Span]) -> usize {
    let said = messages.iter().filter(|message| !is_system(json, message));
    said.map(Span::len).sum()
}

pub fn is_system(json: &Json<'_>, message: &Span) -> bool {
    json.says(message, "role", "system") || json.says(message, "role", "developer")
}

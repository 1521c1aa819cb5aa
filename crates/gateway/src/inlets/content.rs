//! What is said in a message, however it is written down.

use mneme_engine::guard::{agreed, asked_before, instead, taken_up, withdraws};
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
    /// The last message in which the user says something, with those before it that wait for an answer
    /// too and were not taken back. What a tool answered is no question, and neither is what an agent
    /// adds of itself.
    pub fn last_of_user(&self, json: &Json<'_>) -> Option<Said> {
        if let Some(bare) = &self.bare {
            return question::of(&json.text(bare)?);
        }
        let of_user = |at: usize| {
            let message = &self.messages[at];
            let text = json
                .says(message, "role", "user")
                .then(|| words(json, message))?;
            let said = question::of(&text?)?;
            Some(said.or_as(run_on(json, message)))
        };
        let mut latest = (0..self.messages.len()).rev();
        let (last, said) = latest.find_map(|at| Some((at, of_user(at)?)))?;
        let waiting = (0..last).rev().take_while(|at| !self.is_answer(json, *at));
        let waiting = waiting.filter_map(|at| Some(of_user(at)?.whole));
        let mut earlier = still_wanted(&said.whole, waiting);
        let offer = self.offer(json, last);
        earlier.extend(offer.as_ref().and_then(|offer| agreed(offer, &said.whole)));
        if let Some(before) = (0..last).rev().find_map(of_user) {
            earlier.extend(taken_up(&before.whole, &said.whole));
            earlier
                .extend(offer.and_then(|offer| asked_before(&before.whole, &offer, &said.whole)));
        }
        Some(said.behind(earlier))
    }

    /// What the model said last before a message: it may have offered to do something.
    fn offer(&self, json: &Json<'_>, at: usize) -> Option<String> {
        let mut before = self.messages[..at].iter().rev();
        words(
            json,
            before.find(|message| !json.says(message, "role", "user"))?,
        )
    }

    /// Whether the model said its last word to what stands before. While it calls tools it is still
    /// about it.
    fn is_answer(&self, json: &Json<'_>, at: usize) -> bool {
        let message = &self.messages[at];
        let content = json.field(message, "content");
        let calls = json.field(message, "tool_calls");
        let calls = calls.is_some_and(|calls| json.items(&calls).next().is_some());
        let mut parts = content.iter().flat_map(|content| json.items(content));
        let uses = parts.any(|part| json.says(&part, "type", "tool_use"));
        let next = self.messages.get(at + 1);
        let next = next.and_then(|next| json.field_text(next, "type"));
        let goes_on = next.is_some_and(|kind| kind.ends_with("_call"));
        let said = content.as_ref();
        let said = said.is_some_and(|content| !of_span(json, content).trim().is_empty());
        json.says(message, "role", "assistant") && said && !calls && !uses && !goes_on
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

/// What was said before and not taken back, oldest first. Who corrects what they said before still wants it of
/// something else.
fn still_wanted(last: &str, mut waiting: impl Iterator<Item = String>) -> Vec<String> {
    let (mut earlier, mut latest) = (Vec::new(), last.to_owned());
    while !withdraws(&latest) {
        let Some(before) = waiting.next() else {
            break;
        };
        earlier.push(std::mem::replace(&mut latest, before));
    }
    let meant = waiting.next().and_then(|before| instead(&before, &latest));
    earlier.extend([latest].into_iter().chain(meant));
    // The last one is no earlier one.
    earlier.remove(0);
    earlier.reverse();
    earlier
}

fn words(json: &Json<'_>, message: &Span) -> Option<String> {
    Some(of_span(json, &json.field(message, "content")?))
}

/// The words of a text, or of the parts of a list that are words.
fn of_span(json: &Json<'_>, content: &Span) -> String {
    if json.is_text(content) {
        return json.text(content).unwrap_or_default();
    }
    let texts = json
        .items(content)
        .filter_map(|part| part_text(json, &part));
    texts.collect::<Vec<_>>().join("\n")
}

/// The ways to read what a message says.
pub fn readings(json: &Json<'_>, message: &Span) -> Vec<String> {
    let words = words(json, message);
    words.into_iter().chain(run_on(json, message)).collect()
}

/// The same as one sentence that goes on over the parts: with nothing between them, or with a space, where
/// one ends in the midst of it.
fn run_on(json: &Json<'_>, message: &Span) -> Vec<String> {
    let Some(content) = json.field(message, "content") else {
        return Vec::new();
    };
    let parts = json
        .items(&content)
        .filter_map(|part| part_text(json, &part));
    let parts: Vec<String> = parts.collect();
    let in_word = |c: char| c.is_alphanumeric();
    let cut = |two: &[String]| two[0].ends_with(in_word) && two[1].starts_with(in_word);
    let open = |two: &[String]| {
        let (before, behind) = (two[0].trim_end(), two[1].trim_start());
        before.ends_with(|c: char| in_word(c) || c == ',') && behind.starts_with(in_word)
    };
    let cut = parts.windows(2).any(cut).then(|| parts.concat());
    let open = parts.windows(2).any(open).then(|| parts.join(" "));
    cut.into_iter().chain(open).collect()
}

/// What one part says: a bare text, one of the kinds that are words, or one that tells no kind.
pub fn part_text(json: &Json<'_>, part: &Span) -> Option<String> {
    let known = WORDS.iter().any(|kind| json.says(part, "type", kind));
    match json.is_text(part) {
        true => json.text(part),
        false if known || json.field(part, "type").is_none() => json.field_text(part, "text"),
        false => None,
    }
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

pub fn last_of_user(json: &Json<'_>, messages: &[Span]) -> Option<usize> {
    messages
        .iter()
        .rposition(|message| json.says(message, "role", "user"))
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

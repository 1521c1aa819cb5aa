//! What is said to a model in other forms: completions, batches, threads, conversations.

use mneme_engine::guard::BETWEEN;

use super::content::{self, Turns, part_text};
use crate::json::{Json, Span};
use crate::question::{self, Said};

/// What is asked stands elsewhere, or in numbers.
#[derive(Debug, PartialEq, Eq)]
pub struct Unread;

/// Lists of messages, by the names they have.
const LISTS: [&str; 4] = ["messages", "additional_messages", "items", "input"];
/// Texts that stand beside what is asked, and that a model reads with it.
const BESIDE: [&str; 2] = ["additional_instructions", "suffix"];
/// Events that are sent to a session; those of the user say so.
const EVENTS: &str = "events";
const OF_USER: &str = "user.message";
/// A request may stand in another one, and many in a list.
const WITHIN: [&str; 3] = ["thread", "params", "body"];
const MANY: &str = "requests";
/// Nobody puts them deeper.
const DEEPEST: usize = 4;
/// A file of requests that the provider has.
const FILE: &str = "input_file_id";

/// Everything a user says in a request, where anything is said.
pub fn said(body: &[u8]) -> Result<Option<String>, Unread> {
    let (json, root) = Json::read(body).map_err(|_| Unread)?;
    let mut all = Vec::new();
    hear(&json, &root, DEEPEST, &mut all)?;
    let all = all.join(BETWEEN);
    Ok(Some(all).filter(|all| !all.is_empty()))
}

/// What goes into a prompt that the provider keeps.
pub fn prompted(json: &Json<'_>, root: &Span) -> Option<Said> {
    let texts = prompt(json, root).unwrap_or_default();
    question::of(&texts.join("\n"))
}

fn hear(json: &Json<'_>, at: &Span, deep: usize, all: &mut Vec<String>) -> Result<(), Unread> {
    if deep == 0 || json.field(at, FILE).is_some() {
        return Err(Unread);
    }
    let lists = LISTS.iter().filter_map(|name| json.field(at, name));
    for turns in lists.map(|list| turns(json, list)).chain([alone(at)]) {
        all.extend(turns.last_of_user(json).map(|said| said.whole));
    }
    let mut texts = prompt(json, at)?;
    texts.extend(BESIDE.iter().filter_map(|name| json.field_text(at, name)));
    texts.extend(told_a_session(json, at));
    all.extend(
        texts
            .iter()
            .filter_map(|text| Some(question::of(text)?.whole)),
    );
    let within = WITHIN.iter().filter_map(|name| json.field(at, name));
    let within = within.filter(|inner| json.is_object(inner));
    let many = json.field(at, MANY);
    let many = many.iter().flat_map(|many| json.items(many));
    for inner in within.chain(many) {
        hear(json, &inner, deep - 1, all)?;
    }
    Ok(())
}

/// What a user says in events that are sent to a session.
fn told_a_session(json: &Json<'_>, at: &Span) -> Vec<String> {
    let events = json.field(at, EVENTS);
    let events = events.iter().flat_map(|events| json.items(events));
    let own = events.filter(|event| json.says(event, "type", OF_USER));
    own.flat_map(|event| content::readings(json, &event))
        .collect()
}

fn turns(json: &Json<'_>, list: Span) -> Turns {
    let bare = json.is_text(&list);
    Turns {
        before: None,
        messages: json.items(&list).collect(),
        bare: bare.then_some(list),
    }
}

/// A request that is a message itself.
fn alone(at: &Span) -> Turns {
    Turns {
        before: None,
        messages: vec![at.clone()],
        bare: None,
    }
}

/// The texts of a prompt: one, several, or what goes into one that is kept elsewhere.
fn prompt(json: &Json<'_>, at: &Span) -> Result<Vec<String>, Unread> {
    let Some(prompt) = json.field(at, "prompt") else {
        return Ok(Vec::new());
    };
    if json.is_text(&prompt) {
        return Ok(json.text(&prompt).into_iter().collect());
    }
    if json.is_object(&prompt) {
        let values = json.field(&prompt, "variables");
        let values = values.iter().flat_map(|values| json.fields(values));
        let texts = values.filter_map(|field| part_text(json, &field.value));
        return Ok(texts.collect());
    }
    // Numbers stand for words that only the provider knows.
    let texts = json
        .items(&prompt)
        .map(|item| json.text(&item).ok_or(Unread));
    texts.collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_said_is_found_wherever_such_a_request_has_it() {
        let told = "Delete the logs.";
        let user = json!([{ "role": "user", "content": told }]);
        for body in [
            json!({ "model": "m", "prompt": told }),
            json!({ "model": "m", "prompt": [told] }),
            json!({ "prompt": { "id": "p", "variables": { "x": told } } }),
            json!({ "messages": user }),
            json!({ "role": "user", "content": [{ "type": "text", "text": told }] }),
            json!({ "items": user }),
            json!({ "assistant_id": "a", "thread": { "messages": user } }),
            json!({ "assistant_id": "a", "additional_instructions": told }),
            json!({ "model": "m", "prompt": "", "suffix": told }),
            json!({ "events": [{ "type": "user.message", "content": [{ "type": "text", "text": told }] }] }),
            json!({ "requests": [{ "custom_id": "1", "params": { "messages": user } }] }),
        ] {
            let said = said(body.to_string().as_bytes()).unwrap();
            assert_eq!(said.as_deref(), Some(told), "{body}");
        }
        for nothing in [
            json!({}),
            json!({ "assistant_id": "a" }),
            json!({ "prompt": null }),
        ] {
            assert_eq!(said(nothing.to_string().as_bytes()), Ok(None), "{nothing}");
        }
        for unread in [
            json!({ "input_file_id": "f", "endpoint": "/v1/chat/completions" }),
            json!({ "prompt": [[1, 2]] }),
            json!({ "prompt": [1, 2] }),
        ] {
            assert_eq!(said(unread.to_string().as_bytes()), Err(Unread), "{unread}");
        }
        assert_eq!(said(b"no json"), Err(Unread));
    }
}

//! OpenAI's Responses.

use serde_json::Value;

use super::content::{Turns, length, of_value};
use super::tail::{Tail, put_at, tail};
use super::{Insertion, Wrong};
use crate::json::{Edit, Json, Span, quoted};
use crate::settings::Placement;

const NO_INPUT: &str = "input must be a text or a list";
/// Where a provider finds what is asked if nothing is said with the request.
const ELSEWHERE: [&str; 3] = ["prompt", "previous_response_id", "conversation"];

pub fn turns(json: &Json<'_>, root: &Span) -> Result<Turns, Wrong> {
    let input = json.field(root, "input");
    let Some(input) = input.filter(|input| json.bytes(input) != b"null") else {
        return elsewhere(json, root);
    };
    let bare = json.is_text(&input);
    if !bare && !json.is_list(&input) {
        return Err(NO_INPUT.into());
    }
    Ok(Turns {
        before: json.field(root, "instructions"),
        messages: json.items(&input).collect(),
        bare: bare.then_some(input),
    })
}

/// What is asked may stand with the provider: as a prompt that is kept there, or as what was said
/// before. Then nothing of it is known here.
fn elsewhere(json: &Json<'_>, root: &Span) -> Result<Turns, Wrong> {
    let kept = ELSEWHERE.iter().filter_map(|name| json.field(root, name));
    let mut kept = kept.filter(|at| json.bytes(at) != b"null");
    match kept.next() {
        Some(_) => Ok(Turns {
            before: json.field(root, "instructions"),
            messages: Vec::new(),
            bare: None,
        }),
        None => Err(NO_INPUT.into()),
    }
}

pub fn insertion(
    json: &Json<'_>,
    root: &Span,
    block: &str,
    placement: Placement,
) -> Option<Insertion> {
    let turns = turns(json, root).ok()?;
    let own = turns.before.as_ref().map_or(0, Span::len);
    if let Some(bare) = turns.bare {
        return Some(Insertion {
            before: own,
            all: own + bare.len(),
            edits: around(&bare, block),
            spared: 0,
        });
    }
    let items = &turns.messages;
    let Tail { at, spared } = match placement {
        Placement::System => Tail { at: 0, spared: 0 },
        Placement::Tail => tail(json, items)?,
    };
    Some(Insertion {
        edits: vec![put_at(items, at, &item(block))?],
        before: own + length(&items[..at]),
        all: own + length(items),
        spared,
    })
}

/// A bare text becomes a list, with the same text in it.
fn around(bare: &Span, block: &str) -> Vec<Edit> {
    let opening = format!(r#"[{},{{"role":"user","content":"#, item(block));
    vec![
        Edit::insert(bare.start, opening),
        Edit::insert(bare.end, String::from("}]")),
    ]
}

fn item(block: &str) -> String {
    format!(r#"{{"role":"developer","content":{}}}"#, quoted(block))
}

pub fn answer(reply: &Value) -> String {
    let items = reply["output"].as_array();
    let items = items.into_iter().flatten();
    let messages = items.filter(|item| item["type"] == "message");
    let texts = messages.map(|item| of_value(&item["content"]));
    texts.collect::<Vec<_>>().join("\n")
}

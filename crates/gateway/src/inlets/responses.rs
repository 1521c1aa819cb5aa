//! OpenAI's Responses.

use serde_json::Value;

use super::chat::last_of_user;
use super::content::{Turns, length, of_value, put_before, talked};
use super::{Insertion, Wrong};
use crate::json::{Edit, Json, Span, quoted};
use crate::settings::Placement;

pub fn turns(json: &Json<'_>, root: &Span) -> Result<Turns, Wrong> {
    let input = json.field(root, "input");
    let input = input.filter(|input| json.is_list(input) || json.is_text(input));
    let input = input.ok_or("input must be a text or a list")?;
    let bare = json.is_text(&input);
    Ok(Turns {
        before: json.field(root, "instructions"),
        messages: json.items(&input).collect(),
        bare: bare.then_some(input),
    })
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
    let at = match placement {
        Placement::System => 0,
        Placement::Tail => last_of_user(json, items)?,
    };
    Some(Insertion {
        edits: vec![put_before(items.get(at)?, &item(block))],
        before: own + length(&items[..at]),
        all: own + length(items),
        spared: talked(json, &items[..at]),
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

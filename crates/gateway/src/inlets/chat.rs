//! OpenAI's chat completions.

use super::content::{Turns, appended, is_system, length, put_before};
use super::tail::{put_at, tail};
use super::{Insertion, Wrong};
use crate::json::{Edit, Json, Span, quoted};
use crate::settings::Placement;

pub fn turns(json: &Json<'_>, root: &Span) -> Result<Turns, Wrong> {
    Ok(Turns {
        before: None,
        messages: messages(json, root)?,
        bare: None,
    })
}

pub fn messages(json: &Json<'_>, root: &Span) -> Result<Vec<Span>, Wrong> {
    let list = json
        .field(root, "messages")
        .filter(|list| json.is_list(list));
    let list = list.ok_or("messages must be a list")?;
    Ok(json.items(&list).collect())
}

pub fn insertion(
    json: &Json<'_>,
    root: &Span,
    block: &str,
    placement: Placement,
) -> Option<Insertion> {
    let messages = messages(json, root).ok()?;
    let all = length(&messages);
    let (at, edit, spared) = match placement {
        Placement::System => {
            let (at, edit) = to_system(json, &messages, block)?;
            (at, edit, 0)
        }
        Placement::Tail => {
            let tail = tail(json, &messages)?;
            let edit = put_at(&messages, tail.at, &message(block))?;
            (tail.at, edit, tail.spared)
        }
    };
    Some(Insertion {
        edits: vec![edit],
        before: length(&messages[..at]),
        all,
        spared,
    })
}

/// To the first message of the system, or as the first message.
fn to_system(json: &Json<'_>, messages: &[Span], block: &str) -> Option<(usize, Edit)> {
    let system = messages.iter().enumerate();
    let mut system = system.filter(|(_, message)| is_system(json, message));
    let found = system.find_map(|(at, message)| {
        let content = json.field(message, "content")?;
        Some((at, appended(json, &content, block)?))
    });
    found.or_else(|| Some((0, put_before(messages.first()?, &message(block)))))
}

fn message(block: &str) -> String {
    format!(r#"{{"role":"system","content":{}}}"#, quoted(block))
}

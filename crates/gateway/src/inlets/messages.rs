//! Anthropic's messages.
//!
//! A provider's cache ends where the client says so, with marks in its own blocks. The system's
//! words stand before all messages, so a block there that changes makes every mark behind it
//! worthless. At the end of the user's last message it stands behind every mark there is. A client may
//! also wish that the mark is set behind whatever is last: that is where its own words end, not ours.

use super::chat::messages;
use super::content::{Turns, appended, last_of_user, length, part, talked};
use super::{Insertion, Wrong};
use crate::json::{Edit, Json, Span, quoted};
use crate::settings::Placement;

/// What a client calls the mark, in a block of its own or for the whole request.
const MARK: &str = "cache_control";

pub fn turns(json: &Json<'_>, root: &Span) -> Result<Turns, Wrong> {
    Ok(Turns {
        before: json.field(root, "system"),
        messages: messages(json, root)?,
        bare: None,
    })
}

pub fn insertion(
    json: &Json<'_>,
    root: &Span,
    block: &str,
    placement: Placement,
) -> Option<Insertion> {
    let messages = messages(json, root).ok()?;
    let system = json.field(root, "system");
    let own = system.as_ref().map_or(0, Span::len);
    let all = own + length(&messages);
    let (before, edits, spared) = match placement {
        Placement::System => (own, vec![to_system(json, root, system, block)?], 0),
        Placement::Tail => {
            let at = last_of_user(json, &messages)?;
            let content = json.field(&messages[at], "content")?;
            let before = own + length(&messages[..=at]);
            let edits = to_the_end(json, root, &content, block)?;
            (before, edits, talked(json, &messages[..at]))
        }
    };
    Some(Insertion {
        edits,
        before,
        all,
        spared,
    })
}

/// Behind everything, with the mark a client wishes for where its own words end.
fn to_the_end(json: &Json<'_>, root: &Span, content: &Span, block: &str) -> Option<Vec<Edit>> {
    let wish = json.field(root, MARK).filter(|wish| json.is_object(wish));
    let moved = wish.and_then(|wish| {
        let wish = std::str::from_utf8(json.bytes(&wish)).ok()?;
        let mut edits = marked(json, content, wish, block)?;
        edits.push(Edit::remove(json.whole_field(root, MARK)?));
        edits.sort_by_key(|edit| edit.at.start);
        Some(edits)
    });
    moved.or_else(|| Some(vec![appended(json, content, block)?]))
}

/// The same words with a mark behind them, and the block behind that; none where they take no mark.
fn marked(json: &Json<'_>, content: &Span, wish: &str, block: &str) -> Option<Vec<Edit>> {
    let mark = format!(r#","{MARK}":{wish}"#);
    if json.is_text(content) {
        // Nothing said takes no mark.
        json.text(content).filter(|text| !text.is_empty())?;
        let opening = String::from(r#"[{"type":"text","text":"#);
        let closing = format!("{mark}}},{}]", part(block));
        return Some(vec![
            Edit::insert(content.start, opening),
            Edit::insert(content.end, closing),
        ]);
    }
    let last = json.items(content).last();
    let last = last.filter(|last| json.field(last, "type").is_some())?;
    let own = json.field(&last, MARK).is_some();
    let mark = (!own).then(|| Edit::insert(last.end - 1, mark));
    let block = Edit::insert(last.end, format!(",{}", part(block)));
    Some(mark.into_iter().chain([block]).collect())
}

fn to_system(json: &Json<'_>, root: &Span, system: Option<Span>, block: &str) -> Option<Edit> {
    let Some(system) = system else {
        // An object with messages in it has a field to stand before.
        return Some(Edit::insert(
            root.start + 1,
            format!(r#""system":{},"#, quoted(block)),
        ));
    };
    let replaced = || Edit {
        at: system.clone(),
        with: quoted(block).into_bytes(),
    };
    let nothing = json.bytes(&system) == b"null";
    appended(json, &system, block).or_else(|| nothing.then(replaced))
}

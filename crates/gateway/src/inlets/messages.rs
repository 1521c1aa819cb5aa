//! Anthropic's messages.
//!
//! A provider's cache ends where the client says so, with marks in its own blocks. The system's
//! words stand before all messages, so a block there that changes makes every mark behind it
//! worthless. At the end of the user's last message it stands behind every mark there is.

use super::chat::{last_of_user, messages};
use super::content::{Turns, appended, length};
use super::{Insertion, Wrong};
use crate::json::{Edit, Json, Span, quoted};
use crate::settings::Placement;

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
    let (before, edit) = match placement {
        Placement::System => (own, to_system(json, root, system, block)?),
        Placement::Tail => {
            let at = last_of_user(json, &messages)?;
            let content = json.field(&messages[at], "content")?;
            let before = own + length(&messages[..=at]);
            (before, appended(json, &content, block)?)
        }
    };
    Some(Insertion {
        edits: vec![edit],
        before,
        all,
    })
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

//! The place at the end of a conversation, where OpenAI's clients have their block.

use super::content::{last_of_user, put_before, talked};
use crate::json::{Edit, Json, Span};

/// Where a block stands behind all that a provider reads again, and how much of that it has read.
pub struct Tail {
    pub at: usize,
    pub spared: usize,
}

/// Before what the user said last; behind everything while tools are at work on that. What tools found
/// may be long, and stays where it is when the user speaks again.
pub fn tail(json: &Json<'_>, items: &[Span]) -> Option<Tail> {
    let user = last_of_user(json, items)?;
    let found = |item: &Span| is_found(json, item);
    let at = match items.last().is_some_and(found) {
        true => items.len(),
        false => user,
    };
    // The step before this one was read with its block behind it, the first one with it before.
    let asked = items[..at].iter().rposition(|item| !found(item));
    let step = items[..asked.unwrap_or(0)].iter().rposition(found);
    let read = match at == user {
        true => user,
        false => step.map_or(user, |step| user.max(step + 1)),
    };
    Some(Tail {
        at,
        spared: talked(json, &items[..read]),
    })
}

/// Puts something at a place, which may be the end.
pub fn put_at(items: &[Span], at: usize, what: &str) -> Option<Edit> {
    let behind = || Some(Edit::insert(items.last()?.end, format!(",{what}")));
    items
        .get(at)
        .map_or_else(behind, |item| Some(put_before(item, what)))
}

/// Whether it is what a tool found.
fn is_found(json: &Json<'_>, item: &Span) -> bool {
    let kind = || json.field_text(item, "type").unwrap_or_default();
    json.says(item, "role", "tool") || kind().ends_with("_output")
}

//! What must not be kept is taken out before anything is written.
//!
//! Each string is looked at by itself, so the structure around a secret survives; what stands
//! under a telling key goes whatever it looks like. Doing it twice changes nothing.

mod keys;
mod names;
mod shapes;

use serde_json::Value;

pub use names::{note, session};

/// In place of what somebody marked as private.
pub const PRIVATE: &str = "[REDACTED]";
/// In place of what looks like a secret.
pub const SECRET: &str = "[REDACTED_SECRET]";

const OPEN: &str = "<private";
const CLOSE: &str = "</private>";

/// A text without private blocks and secrets.
pub fn text(text: &str) -> String {
    shapes::without(&unmarked(text))
}

/// The same for each string of a value, and for all that stands under a telling key.
pub fn value(value: Value) -> Value {
    match value {
        Value::String(said) => Value::String(text(&said)),
        Value::Array(all) => all.into_iter().map(self::value).collect(),
        Value::Object(fields) => Value::Object(fields.into_iter().map(field).collect()),
        other => other,
    }
}

fn field((key, within): (String, Value)) -> (String, Value) {
    let within = match keys::is_telling(&key) {
        true => hidden(within),
        false => value(within),
    };
    // A key may hold a secret too: maps by token are common.
    (text(&key), within)
}

/// Every string of it, however short.
fn hidden(value: Value) -> Value {
    match value {
        Value::String(said) if said.is_empty() => Value::String(said),
        Value::String(said) if said == PRIVATE => Value::String(said),
        Value::String(_) => Value::String(SECRET.into()),
        Value::Array(all) => all.into_iter().map(hidden).collect(),
        Value::Object(fields) => {
            let fields = fields.into_iter();
            Value::Object(fields.map(|(key, value)| (key, hidden(value))).collect())
        }
        other => other,
    }
}

/// Whole blocks go, whatever the case of their tags; one that is never closed is just a word.
fn unmarked(text: &str) -> String {
    let (mut kept, mut rest) = (String::with_capacity(text.len()), text);
    while let Some((from, within)) = opened(rest) {
        let Some(to) = find(within, CLOSE) else {
            break;
        };
        kept.push_str(&rest[..from]);
        kept.push_str(PRIVATE);
        rest = &within[to + CLOSE.len()..];
    }
    kept.push_str(rest);
    kept
}

/// Where a block begins, and what stands behind its tag, which may say more than its name.
fn opened(text: &str) -> Option<(usize, &str)> {
    let mut from = find(text, OPEN)?;
    loop {
        let behind = &text[from + OPEN.len()..];
        if behind.starts_with('>') || behind.starts_with(char::is_whitespace) {
            let end = behind.find('>')?;
            return Some((from, &behind[end + 1..]));
        }
        from += OPEN.len() + find(behind, OPEN)?;
    }
}

/// Where a tag begins. Both are ASCII, so the place is one between characters.
fn find(text: &str, tag: &str) -> Option<usize> {
    let mut places = text.as_bytes().windows(tag.len());
    places.position(|place| place.eq_ignore_ascii_case(tag.as_bytes()))
}

#[cfg(test)]
mod tests;

//! What must not be kept is taken out before anything is written.
//!
//! Each string is looked at by itself, so the structure around a secret survives; what stands
//! under a telling key goes whatever it looks like. Doing it twice changes nothing.

mod names;

pub use mneme_redact::{PRIVATE, SECRET, text};
use mneme_redact::{hidden as covered, is_doubtful, is_hidden_number, is_hidden_under, is_telling};
use serde_json::Value;

pub use names::{note, session};

/// [`text`] for each string of a value, and for all that stands under a telling key.
pub fn value(value: Value) -> Value {
    match value {
        Value::String(said) => Value::String(text(&said)),
        Value::Array(all) => all.into_iter().map(self::value).collect(),
        Value::Object(fields) => Value::Object(fields.into_iter().map(field).collect()),
        other => other,
    }
}

fn field((key, within): (String, Value)) -> (String, Value) {
    let within = match is_telling(&key) {
        true => hidden(within),
        false if is_doubtful(&key) => doubtful(&key, within),
        false => value(within),
    };
    // A key may hold a secret too: maps by token are common.
    (text(&key), within)
}

/// What stands under a name that tells by what stands under it.
fn doubtful(key: &str, within: Value) -> Value {
    let hides = |said: &str| is_hidden_under(key, said);
    match within {
        Value::String(said) if hides(&said) => Value::String(SECRET.to_owned()),
        Value::Number(number) if hides(&number.to_string()) => Value::String(SECRET.to_owned()),
        Value::Array(all) => all.into_iter().map(|one| doubtful(key, one)).collect(),
        other => value(other),
    }
}

/// Every string of it, however short.
fn hidden(value: Value) -> Value {
    match value {
        Value::String(said) => Value::String(covered(&said)),
        Value::Array(all) => all.into_iter().map(hidden).collect(),
        Value::Object(fields) => {
            let fields = fields.into_iter();
            Value::Object(fields.map(|(key, value)| (key, hidden(value))).collect())
        }
        Value::Number(number) if is_hidden_number(&number.to_string()) => {
            Value::String(SECRET.to_owned())
        }
        other => other,
    }
}

#[cfg(test)]
mod tests;

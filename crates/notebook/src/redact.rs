//! What must not be kept is taken out before anything is written.
//!
//! Each string is looked at by itself, so the structure around a secret survives; what stands
//! under a telling key goes whatever it looks like. Doing it twice changes nothing.

mod names;

use std::borrow::Cow;

pub use mneme_redact::{PRIVATE, SECRET, text};
use mneme_redact::{
    hidden as covered, is_doubtful, is_hidden_number, is_hidden_under, is_name, is_telling,
    is_value,
};
use serde_json::{Map, Value};

pub use names::{note, session};

/// Whether a word is or holds what stands in place of a secret, also as a model repeats it: it names
/// no subject.
pub fn is_mark(word: &str) -> bool {
    let lower = word.to_lowercase().replace([' ', '-'], "_");
    let bare = lower.trim_matches(|c: char| !c.is_alphanumeric());
    lower.contains("[redacted") || matches!(bare, "redacted" | "redacted_secret")
}

/// [`text`] for each string of a value, and for all that stands under a telling key.
pub fn value(value: Value) -> Value {
    match value {
        Value::String(said) => Value::String(text(&said)),
        Value::Array(all) if !all.is_empty() && all.iter().all(is_pair) => {
            all.into_iter().map(pair).collect()
        }
        Value::Array(all) => all.into_iter().map(self::value).collect(),
        Value::Object(fields) => Value::Object(object(fields)),
        other => other,
    }
}

/// A list of pairs is a table: the first of each names the second.
fn is_pair(one: &Value) -> bool {
    matches!(
        one.as_array().map(Vec::as_slice),
        Some([Value::String(_), _])
    )
}

fn pair(one: Value) -> Value {
    let Value::Array(two) = one else {
        return value(one);
    };
    match <[Value; 2]>::try_from(two) {
        Ok([Value::String(name), within]) => {
            let (name, within) = field((name, within));
            Value::Array(vec![Value::String(name), within])
        }
        Ok(two) => Value::Array(two.map(value).into()),
        Err(more) => more.into_iter().map(value).collect(),
    }
}

/// Each field by its name; `{"name": "authorization", "value": "…"}` has that of its value beside it.
fn object(fields: Map<String, Value>) -> Map<String, Value> {
    let mut names = fields.iter().filter(|(key, _)| is_name(key));
    let name = names.find_map(|(_, name)| name.as_str()).map(str::to_owned);
    let each = |(key, within): (String, Value)| match &name {
        Some(name) if is_value(&key) => (key, field((name.clone(), within)).1),
        _ => field((key, within)),
    };
    fields.into_iter().map(each).collect()
}

fn field((key, within): (String, Value)) -> (String, Value) {
    // A key may hold a secret too: maps by token are common.
    let key = text(&key);
    let within = under(&unmarked(&key), within);
    (key, within)
}

fn under(name: &str, within: Value) -> Value {
    match is_telling(name) {
        true => hidden(within),
        false if is_doubtful(name) => doubtful(name, within),
        false => value(within),
    }
}

/// What a key says of what stands under it. A mark says nothing of that, though it has a telling
/// word in it: hidden once, a map by token is the same the next time.
fn unmarked(key: &str) -> Cow<'_, str> {
    match key.contains(SECRET) || key.contains(PRIVATE) {
        true => Cow::Owned(key.replace(SECRET, "x").replace(PRIVATE, "x")),
        false => Cow::Borrowed(key),
    }
}

fn tells(name: &str) -> bool {
    is_telling(name) || is_doubtful(name)
}

/// What stands under a name that tells by what stands under it.
fn doubtful(key: &str, within: Value) -> Value {
    let hides = |said: &str| is_hidden_under(key, said);
    match within {
        Value::String(said) if hides(&said) => Value::String(SECRET.to_owned()),
        Value::Number(number) if hides(&number.to_string()) => Value::String(SECRET.to_owned()),
        Value::Array(all) => all.into_iter().map(|one| doubtful(key, one)).collect(),
        Value::Object(fields) => {
            let each = |(own, within): (String, Value)| {
                let own = text(&own);
                match within {
                    within if tells(&unmarked(&own)) => field((own, within)),
                    // A number in there is a number of something.
                    within @ Value::Number(_) => field((own, within)),
                    within => (own, doubtful(key, within)),
                }
            };
            Value::Object(fields.into_iter().map(each).collect())
        }
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

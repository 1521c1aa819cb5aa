//! What must not be kept is taken out before anything leaves the hook.

use std::collections::BTreeMap;

pub use mneme_redact::text;
use mneme_redact::{
    SECRET, hidden, is_doubtful, is_hidden_number, is_hidden_under, is_name, is_telling, is_value,
};

use crate::event::Event;
use crate::json::Value;

/// The one field that is no text: a picture could look like a secret.
const PICTURE: &str = "image_data";

/// An event without secrets. Its session keeps its name, by which others call it.
pub fn event(event: Event) -> Event {
    let metadata = event.metadata.into_iter();
    Event {
        text: text(&event.text),
        metadata: metadata.map(|(name, said)| (name, text(&said))).collect(),
        agent: event.agent.as_deref().map(text),
        ..event
    }
}

/// The data of a note without secrets.
pub fn note(data: Value) -> Value {
    match data {
        Value::Object(fields) => {
            let fields = fields.into_iter().map(|(name, said)| match name.as_str() {
                PICTURE => (name, said),
                _ => field((name, said)),
            });
            Value::Object(fields.collect())
        }
        other => value(other),
    }
}

/// Each text of a value, and all that stands under a telling name.
pub fn value(value: Value) -> Value {
    match value {
        Value::Text(said) => Value::Text(text(&said)),
        Value::List(all) if !all.is_empty() && all.iter().all(is_pair) => {
            Value::List(all.into_iter().map(pair).collect())
        }
        Value::List(all) => Value::List(all.into_iter().map(self::value).collect()),
        Value::Object(fields) => Value::Object(object(fields)),
        other => other,
    }
}

/// A list of pairs is a table: the first of each names the second.
fn is_pair(one: &Value) -> bool {
    matches!(one, Value::List(two) if matches!(two.as_slice(), [Value::Text(_), _]))
}

fn pair(one: Value) -> Value {
    let Value::List(two) = one else {
        return value(one);
    };
    match <[Value; 2]>::try_from(two) {
        Ok([Value::Text(name), said]) => {
            let (name, said) = field((name, said));
            Value::List(vec![Value::Text(name), said])
        }
        Ok(two) => Value::List(two.map(value).into()),
        Err(more) => Value::List(more.into_iter().map(value).collect()),
    }
}

/// Each field by its name; `{"name": "authorization", "value": "…"}` has that of its value beside it.
fn object(fields: BTreeMap<String, Value>) -> BTreeMap<String, Value> {
    let mut names = fields.iter().filter(|(key, _)| is_name(key));
    let name = names.find_map(|(_, name)| match name {
        Value::Text(name) => Some(name.clone()),
        _ => None,
    });
    let each = |(key, said): (String, Value)| match &name {
        Some(name) if is_value(&key) => (key, field((name.clone(), said)).1),
        _ => field((key, said)),
    };
    fields.into_iter().map(each).collect()
}

fn field((name, said): (String, Value)) -> (String, Value) {
    let said = match is_telling(&name) {
        true => covered(said),
        false if is_doubtful(&name) => doubtful(&name, said),
        false => value(said),
    };
    (text(&name), said)
}

/// What stands under a name that tells by what stands under it.
fn doubtful(name: &str, said: Value) -> Value {
    let hides = |said: &str| is_hidden_under(name, said);
    match said {
        Value::Text(said) if hides(&said) => Value::text(SECRET),
        Value::Number(number) if hides(&number) => Value::text(SECRET),
        Value::List(all) => Value::List(all.into_iter().map(|one| doubtful(name, one)).collect()),
        Value::Object(fields) => {
            let each = |(own, said): (String, Value)| match said {
                said if is_telling(&own) || is_doubtful(&own) => field((own, said)),
                // A number in there is a number of something.
                said @ Value::Number(_) => field((own, said)),
                said => (text(&own), doubtful(name, said)),
            };
            Value::Object(fields.into_iter().map(each).collect())
        }
        other => value(other),
    }
}

fn covered(value: Value) -> Value {
    match value {
        Value::Text(said) => Value::Text(hidden(&said)),
        Value::List(all) => Value::List(all.into_iter().map(covered).collect()),
        Value::Object(fields) => {
            let fields = fields.into_iter();
            Value::Object(fields.map(|(name, said)| (name, covered(said))).collect())
        }
        Value::Number(number) if is_hidden_number(&number) => Value::text(SECRET),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json::read;

    /// The same as the notebook's own, which a server would take out again.
    #[test]
    fn what_a_name_tells_is_covered_however_it_is_listed() {
        for (told, kept) in [
            (
                r#"{"headers":["authorization: bearer x"]}"#,
                r#"{"headers":["authorization: bearer [REDACTED_SECRET]"]}"#,
            ),
            (
                r#"{"h":[["authorization","x"],["accept","y"]]}"#,
                r#"{"h":[["authorization","[REDACTED_SECRET]"],["accept","y"]]}"#,
            ),
            (
                r#"{"h":[{"name":"authorization","value":"x"}]}"#,
                r#"{"h":[{"name":"authorization","value":"[REDACTED_SECRET]"}]}"#,
            ),
            (
                r#"{"tokens":[{"value":"ab12cd34ef","used":4815}]}"#,
                r#"{"tokens":[{"used":4815,"value":"[REDACTED_SECRET]"}]}"#,
            ),
            (
                "{\"pass\u{200b}word\":\"x\",\"concepts\":[\"auth\",\"login\"]}",
                "{\"concepts\":[\"auth\",\"login\"],\"pass\u{200b}word\":\"[REDACTED_SECRET]\"}",
            ),
        ] {
            assert_eq!(note(read(told).unwrap()).to_json(), kept);
        }
    }
}

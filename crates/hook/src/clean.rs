//! What must not be kept is taken out before anything leaves the hook.

pub use mneme_redact::text;
use mneme_redact::{SECRET, hidden, is_doubtful, is_hidden_number, is_hidden_under, is_telling};

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
        Value::List(all) => Value::List(all.into_iter().map(self::value).collect()),
        Value::Object(fields) => Value::Object(fields.into_iter().map(field).collect()),
        other => other,
    }
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

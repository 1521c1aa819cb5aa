//! Three forms of the same thing: a conversation goes to a model, words come back.

mod chat;
mod content;
mod messages;
pub mod others;
mod responses;
mod tail;
#[cfg(test)]
mod tests;

use serde_json::Value;

use crate::json::{Edit, Json, Span, edited};
use crate::question::Said;
use crate::settings::Placement;
use content::Turns;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inlet {
    /// OpenAI's chat completions.
    Chat,
    /// OpenAI's Responses.
    Responses,
    /// Anthropic's messages.
    Messages,
}

/// What a request says, as far as memory is concerned.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    pub model: String,
    pub streams: bool,
    /// What the user said last.
    pub said: Option<Said>,
}

/// Something somebody said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    pub role: String,
    pub text: String,
}

/// A body with the block in it.
#[derive(Debug)]
pub struct Injected {
    pub body: Vec<u8>,
    /// Bytes of the conversation that stand before the block, and all of them.
    pub before: usize,
    pub all: usize,
    /// Those of earlier turns that a block before the conversation would have moved.
    pub spared: usize,
}

/// What an event of a stream brought.
#[derive(Debug, PartialEq, Eq)]
pub enum Delta {
    Text(String),
    Done,
    /// The provider says that it failed.
    Broken,
    Other,
}

/// Where a block goes, and how much of the conversation stands before it.
struct Insertion {
    edits: Vec<Edit>,
    before: usize,
    all: usize,
    spared: usize,
}

/// The sentence a client is told.
pub type Wrong = String;

// === impl Inlet ===

impl Inlet {
    pub fn read(self, body: &[u8]) -> Result<Asked, Wrong> {
        let wrong = |error: serde_json::Error| format!("the body is not JSON: {error}");
        let (json, root) = Json::read(body).map_err(wrong)?;
        let turns = self.turns_of(&json, &root)?;
        let prompted = others::prompted(&json, &root);
        let said = match turns.last_of_user(&json) {
            // What goes into a kept prompt stands before what is said beside it.
            Some(said) => Some(said.behind(prompted.into_iter().map(|one| one.whole).collect())),
            None => prompted,
        };
        Ok(Asked {
            model: json.field_text(&root, "model").unwrap_or_default(),
            streams: json.is_true(&root, "stream"),
            said,
        })
    }

    /// Everything that was said, oldest first, with the system's words before it.
    pub fn said(self, body: &[u8]) -> Vec<Turn> {
        let Ok((json, root)) = Json::read(body) else {
            return Vec::new();
        };
        let turns = self.turns_of(&json, &root);
        turns.map_or_else(|_| Vec::new(), |turns| turns.said(&json))
    }

    /// The same body with a block in it; none where it has no place for one.
    pub fn inject(self, body: &[u8], block: &str, placement: Placement) -> Option<Injected> {
        let (json, root) = Json::read(body).ok()?;
        let insertion = match self {
            Self::Chat => chat::insertion(&json, &root, block, placement),
            Self::Responses => responses::insertion(&json, &root, block, placement),
            Self::Messages => messages::insertion(&json, &root, block, placement),
        }?;
        Some(Injected {
            body: edited(body, &insertion.edits),
            before: insertion.before,
            all: insertion.all,
            spared: insertion.spared,
        })
    }

    fn turns_of(self, json: &Json<'_>, root: &Span) -> Result<Turns, Wrong> {
        match self {
            Self::Chat => chat::turns(json, root),
            Self::Responses => responses::turns(json, root),
            Self::Messages => messages::turns(json, root),
        }
    }

    /// What the model said, in an answer that is not a stream.
    pub fn answer(self, reply: &Value) -> Option<String> {
        let text = match self {
            Self::Chat => content::of_value(reply.pointer("/choices/0/message/content")?),
            Self::Responses => responses::answer(reply),
            Self::Messages => content::of_value(reply.get("content")?),
        };
        Some(text).filter(|text| !text.trim().is_empty())
    }

    /// What one event of a stream brought.
    pub fn delta(self, data: &str) -> Delta {
        if data == "[DONE]" {
            return Delta::Done;
        }
        let Ok(event) = serde_json::from_str::<Value>(data) else {
            return Delta::Other;
        };
        if event["type"] == "error" || event.get("error").is_some_and(|error| !error.is_null()) {
            return Delta::Broken;
        }
        let (text, done) = match self {
            Self::Chat => (first_choice(&event).pointer("/delta/content"), false),
            Self::Messages => (
                event.pointer("/delta/text"),
                event["type"] == "message_stop",
            ),
            Self::Responses => (
                event
                    .get("delta")
                    .filter(|_| event["type"] == "response.output_text.delta"),
                event["type"] == "response.completed",
            ),
        };
        match text.and_then(Value::as_str) {
            _ if done => Delta::Done,
            Some(text) => Delta::Text(text.to_owned()),
            None => Delta::Other,
        }
    }
}

/// Of several answers to one question the first is listened to.
fn first_choice(event: &Value) -> &Value {
    let mut choices = event["choices"].as_array().into_iter().flatten();
    let first = choices.find(|choice| choice["index"].as_u64().unwrap_or_default() == 0);
    first.unwrap_or(&Value::Null)
}

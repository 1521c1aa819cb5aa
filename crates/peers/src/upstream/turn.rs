//! What a model says, in nobody's format.

use serde_json::Value;

use super::request;

/// One answer of a model: words, and the tools it wants to be called.
#[derive(Clone, Debug, Default)]
pub struct Turn {
    pub text: String,
    /// What it thought before; only one of the formats shows it.
    pub thinking: String,
    pub calls: Vec<Call>,
    /// It stopped because it was not allowed more.
    pub cut_short: bool,
}

#[derive(Clone, Debug)]
pub struct Call {
    pub name: String,
    pub arguments: Value,
}

// === impl Turn ===

impl Turn {
    pub fn says(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            ..Self::default()
        }
    }

    /// What is said where nothing is scripted: what was heard, and the memory that came along.
    pub(super) fn echo(asked: &Value) -> Self {
        let heard = request::prompt(asked);
        let given = match request::memory(asked) {
            Some(memory) => format!("It was given this memory:\n{memory}"),
            None => String::from("It was given no memory."),
        };
        Self::says(format!(
            "This is a stand-in for a model. It heard: {heard}\n{given}"
        ))
    }

    /// The text as a stream carries it: word by word.
    pub(super) fn pieces(&self) -> Vec<&str> {
        self.text.split_inclusive([' ', '\n']).collect()
    }

    pub(super) fn tokens(&self) -> u64 {
        let calls = self.calls.iter();
        let called: usize = calls.map(|call| call.arguments().len()).sum();
        tokens(self.text.len() + self.thinking.len() + called)
    }
}

// === impl Call ===

impl Call {
    pub fn new(name: impl Into<String>, arguments: Value) -> Self {
        Self {
            name: name.into(),
            arguments,
        }
    }

    /// As the formats carry them: JSON in a string.
    pub(super) fn arguments(&self) -> String {
        self.arguments.to_string()
    }

    /// The same in two parts, as streams tear them; never within a character.
    pub(super) fn torn(&self) -> [String; 2] {
        let mut whole = self.arguments();
        let mut middle = whole.len() / 2;
        while !whole.is_char_boundary(middle) {
            middle -= 1;
        }
        let rest = whole.split_off(middle);
        [whole, rest]
    }
}

/// A token is about four bytes.
pub fn tokens(bytes: usize) -> u64 {
    bytes.div_ceil(4) as u64
}

//! JSON, as much of it as a hook needs: read tolerantly, written in one way only.

mod reader;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::fmt::Write;

pub use reader::read;

/// A value. Numbers stay the text they were, so none loses a digit; keys are in order, and of
/// two equal ones the last counts.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Null,
    Bool(bool),
    Number(String),
    Text(String),
    List(Vec<Value>),
    Object(BTreeMap<String, Value>),
}

/// An object of these fields.
pub fn object<const N: usize>(fields: [(&str, Value); N]) -> Value {
    let fields = fields.into_iter();
    Value::Object(
        fields
            .map(|(name, value)| (name.to_owned(), value))
            .collect(),
    )
}

// === impl Value ===

impl Value {
    pub fn text(text: impl Into<String>) -> Self {
        Value::Text(text.into())
    }

    /// The named field of an object, if it is there and not null.
    pub fn get(&self, name: &str) -> Option<&Value> {
        match self {
            Value::Object(fields) => fields.get(name).filter(|value| **value != Value::Null),
            _ => None,
        }
    }

    /// The words of a text, or anything else as JSON.
    pub fn words(&self) -> String {
        match self {
            Value::Text(text) => text.clone(),
            other => other.to_json(),
        }
    }

    /// In one line, without spaces, keys in order.
    pub fn to_json(&self) -> String {
        let mut out = String::new();
        self.write(&mut out);
        out
    }

    fn write(&self, out: &mut String) {
        match self {
            Value::Null => out.push_str("null"),
            Value::Bool(true) => out.push_str("true"),
            Value::Bool(false) => out.push_str("false"),
            Value::Number(number) => out.push_str(number),
            Value::Text(text) => quote(text, out),
            Value::List(values) => {
                out.push('[');
                for (n, value) in values.iter().enumerate() {
                    comma(n, out);
                    value.write(out);
                }
                out.push(']');
            }
            Value::Object(fields) => {
                out.push('{');
                for (n, (name, value)) in fields.iter().enumerate() {
                    comma(n, out);
                    quote(name, out);
                    out.push(':');
                    value.write(out);
                }
                out.push('}');
            }
        }
    }
}

fn comma(n: usize, out: &mut String) {
    if n > 0 {
        out.push(',');
    }
}

fn quote(text: &str, out: &mut String) {
    out.reserve(text.len() + 2);
    out.push('"');
    let mut rest = text;
    while let Some(plain) = rest.find(|c: char| c < ' ' || c == '"' || c == '\\') {
        out.push_str(&rest[..plain]);
        escape(rest.as_bytes()[plain], out);
        rest = &rest[plain + 1..];
    }
    out.push_str(rest);
    out.push('"');
}

fn escape(byte: u8, out: &mut String) {
    match byte {
        b'"' => out.push_str("\\\""),
        b'\\' => out.push_str("\\\\"),
        b'\n' => out.push_str("\\n"),
        b'\r' => out.push_str("\\r"),
        b'\t' => out.push_str("\\t"),
        byte => {
            // Writing to a string cannot fail.
            let _ = write!(out, "\\u{byte:04x}");
        }
    }
}

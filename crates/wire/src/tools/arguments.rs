//! What an agent gave, read by the table: agents write numbers as text, and lists with commas.

use serde_json::{Map, Number, Value};

use super::{Argument, Sort};

/// So much of a name nobody knows is said again.
const SHOWN: usize = 80;

/// What is wrong with an argument, in a sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Wrong(pub String);

pub fn read(
    arguments: &[Argument],
    mut given: Map<String, Value>,
) -> Result<Map<String, Value>, Wrong> {
    known(arguments, &given)?;
    let mut read = Map::new();
    for argument in arguments {
        let value = given.remove(argument.name).filter(|value| !value.is_null());
        let value = value
            .map(|value| in_its_sort(argument, value))
            .transpose()?;
        match value {
            Some(value) => drop(read.insert(argument.name.to_owned(), value)),
            None if argument.needed => return Err(Wrong(format!("{} is required", argument.name))),
            None => {}
        }
    }
    Ok(read)
}

/// A name that nobody knows is a slip: left out, the call would do something else than was meant.
/// What begins with `_` is between a client and its kit.
fn known(arguments: &[Argument], given: &Map<String, Value>) -> Result<(), Wrong> {
    let own = |name: &str| arguments.iter().any(|argument| argument.name == name);
    let unknown = given
        .keys()
        .find(|name| !own(name) && !name.starts_with('_'));
    let Some(unknown) = unknown else {
        return Ok(());
    };
    let unknown: String = unknown.chars().take(SHOWN).collect();
    let names: Vec<String> = arguments.iter().map(starred).collect();
    Err(Wrong(match names.is_empty() {
        true => format!("there is no argument '{unknown}': this tool takes none"),
        false => format!(
            "there is no argument '{unknown}': this tool takes {} (* is needed)",
            names.join(", ")
        ),
    }))
}

fn starred(argument: &Argument) -> String {
    let star = if argument.needed { "*" } else { "" };
    format!("{}{star}", argument.name)
}

fn in_its_sort(argument: &Argument, value: Value) -> Result<Value, Wrong> {
    let name = argument.name;
    let wrong = |wanted: &str| Wrong(format!("{name} must be {wanted}"));
    match argument.sort {
        Sort::Text => as_text(value).ok_or_else(|| wrong("a text")),
        Sort::Number => as_number(&value).ok_or_else(|| wrong("a number")),
        Sort::Flag => as_flag(&value).ok_or_else(|| wrong("true or false")),
        Sort::List => as_list(value).ok_or_else(|| wrong("a list of texts")),
        Sort::Choice(of) => {
            let chosen = as_text(value).filter(|value| of.iter().any(|known| value == known));
            chosen.ok_or_else(|| wrong(&format!("one of {}", of.join(", "))))
        }
    }
}

/// As in every other call, a number is no text.
fn as_text(value: Value) -> Option<Value> {
    Some(value).filter(Value::is_string)
}

/// A part of a list may be a number.
fn as_part(value: Value) -> Option<String> {
    match value {
        Value::String(part) => Some(part),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// A whole one where it is whole, however it is written.
fn as_number(value: &Value) -> Option<Value> {
    let number = match value {
        Value::Number(number) => number.as_f64()?,
        Value::String(text) => text.trim().parse().ok()?,
        _ => return None,
    };
    let whole = number as i64;
    if whole as f64 == number {
        return Some(Value::from(whole));
    }
    Number::from_f64(number).map(Value::Number)
}

fn as_flag(value: &Value) -> Option<Value> {
    match value {
        Value::Bool(_) => Some(value.clone()),
        Value::String(text) => text.trim().to_lowercase().parse().ok().map(Value::Bool),
        _ => None,
    }
}

fn as_list(value: Value) -> Option<Value> {
    let parts: Vec<String> = match value {
        Value::String(text) => text.split(',').map(str::to_owned).collect(),
        Value::Array(parts) => parts.into_iter().map(as_part).collect::<Option<_>>()?,
        _ => return None,
    };
    let parts = parts.iter().map(|part| part.trim());
    let parts = parts.filter(|part| !part.is_empty());
    Some(parts.map(Value::from).collect())
}

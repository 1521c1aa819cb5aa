//! What an observation says, in words: what tools are given and give back is JSON.

use serde_json::Value;

use crate::cut;
use crate::observation::Observation;

/// One value of many, and all of them.
const PART: usize = 80;
const WHOLE: usize = 240;

/// A prompt as it was written, what a model made of it, or else what was done with what.
pub fn said(seen: &Observation) -> String {
    if let Some(prompt) = &seen.user_prompt {
        return cut::collapsed(prompt);
    }
    if !seen.facts.is_empty() {
        return cut::collapsed(&seen.narrative);
    }
    let given = seen.tool_input.as_ref().map(in_words);
    let gave = seen.tool_output.as_ref().map(in_words);
    let said = seen.said().map(|said| in_words(&Value::String(said)));
    let parts: Vec<String> = [given, gave, said].into_iter().flatten().collect();
    match parts.iter().all(String::is_empty) {
        true => seen.title.clone(),
        false => format!("{}: {}", seen.title, parts.join(". ")),
    }
}

/// What a step was about: its file, or what the tool was given.
pub fn object(seen: &Observation) -> Option<String> {
    let given = || seen.tool_input.as_ref().map(in_words);
    let file = seen.files.first().cloned();
    file.or_else(given).filter(|text| !text.is_empty())
}

/// Texts as they are, and of anything else the values; a text that holds JSON is what it holds.
fn in_words(value: &Value) -> String {
    let text = match value {
        Value::Null => String::new(),
        Value::String(text) => match serde_json::from_str::<Value>(text) {
            Ok(held @ (Value::Object(_) | Value::Array(_))) => parts(&held),
            _ => cut::collapsed(text),
        },
        other => parts(other),
    };
    cut::ellipsis(&text, WHOLE)
}

fn parts(value: &Value) -> String {
    let all: Vec<String> = match value {
        Value::Object(fields) => fields.values().map(part).collect(),
        Value::Array(items) => items.iter().map(part).collect(),
        other => return other.to_string(),
    };
    let all: Vec<String> = all.into_iter().filter(|part| !part.is_empty()).collect();
    all.join(", ")
}

fn part(value: &Value) -> String {
    match value {
        Value::Object(_) | Value::Array(_) => parts(value),
        other => cut::ellipsis(&in_words(other), PART),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_a_tool_was_given_is_told_without_its_braces() {
        let seen = Observation {
            title: "Bash".into(),
            tool_input: Some(json!({ "command": "cargo test", "timeout": 7, "more": [null] })),
            tool_output: Some(json!("{\"stdout\":\"all  well\"}")),
            ..Observation::default()
        };
        assert_eq!(said(&seen), "Bash: cargo test, 7. all well");
        assert_eq!(object(&seen).as_deref(), Some("cargo test, 7"));
        let long = json!({ "command": "word ".repeat(100) });
        let long = Observation {
            tool_input: Some(long),
            ..seen
        };
        assert!(!said(&long).contains(['{', '"']), "{}", said(&long));
        let spoken = Observation {
            title: "subagent_stop".into(),
            raw: json!({ "agent_id": "7", "last_message": "nails  found" }),
            ..Observation::default()
        };
        assert_eq!(said(&spoken), "subagent_stop: nails found");
    }
}

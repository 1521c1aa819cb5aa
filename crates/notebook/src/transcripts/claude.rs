//! Transcripts of Claude Code: a line an entry, each with the session it belongs to.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{Broken, Talk, entries};
use crate::observation::{Told, as_text};

/// The talks of a file, by session: all of it, or the line that cannot be read.
pub fn read(text: &str) -> Result<Vec<Talk>, Broken> {
    let entries = entries(text)?;
    let tools = tools(&entries);
    let mut talks: BTreeMap<String, Talk> = BTreeMap::new();
    for entry in &entries {
        let Some(session) = entry["sessionId"].as_str() else {
            continue;
        };
        let talk = talks.entry(session.to_owned()).or_default();
        talk.session_id = session.to_owned();
        if let Some(cwd) = entry["cwd"].as_str().filter(|_| talk.cwd.is_empty()) {
            talk.cwd = cwd.to_owned();
            talk.project = cwd.to_owned();
        }
        talk.told.extend(told(session, entry, &tools));
    }
    let talks = talks.into_values().filter(|talk| !talk.told.is_empty());
    Ok(talks.collect())
}

/// Names of the tools that were used, by the id of each use: a result has only that.
fn tools(entries: &[Value]) -> BTreeMap<&str, &str> {
    let contents = entries.iter().map(|entry| &entry["message"]["content"]);
    let parts = contents.filter_map(Value::as_array).flatten();
    let uses = parts.filter(|part| part["type"] == "tool_use");
    uses.filter_map(|part| Some((part["id"].as_str()?, part["name"].as_str()?)))
        .collect()
}

/// What an entry says; a message may have several parts.
fn told(session: &str, entry: &Value, tools: &BTreeMap<&str, &str>) -> Vec<Told> {
    let timestamp = entry["timestamp"].as_str().unwrap_or_default();
    let is_user = match entry["type"].as_str() {
        Some("user") => true,
        Some("assistant") => false,
        _ => return Vec::new(),
    };
    let one = |(hook_type, data): (&str, Value)| Told {
        session_id: session.to_owned(),
        hook_type: hook_type.to_owned(),
        timestamp: timestamp.to_owned(),
        agent_id: None,
        data,
    };
    let parts = match &entry["message"]["content"] {
        Value::String(text) => vec![said(is_user, text)],
        Value::Array(parts) => {
            let told = parts.iter().map(|part| self::part(is_user, part, tools));
            told.collect()
        }
        _ => Vec::new(),
    };
    parts.into_iter().flatten().map(one).collect()
}

fn said(is_user: bool, text: &str) -> Option<(&'static str, Value)> {
    if text.trim().is_empty() {
        return None;
    }
    Some(match is_user {
        true => ("prompt_submit", json!({ "prompt": text })),
        false => ("stop", Value::from(text)),
    })
}

fn part(
    is_user: bool,
    part: &Value,
    tools: &BTreeMap<&str, &str>,
) -> Option<(&'static str, Value)> {
    match part["type"].as_str()? {
        "text" => said(is_user, part["text"].as_str()?),
        "tool_use" => Some((
            "pre_tool_use",
            json!({ "tool_name": part["name"], "tool_input": part["input"], "tool_use_id": part["id"] }),
        )),
        "tool_result" => {
            let failed = part["is_error"].as_bool().unwrap_or(false);
            let hook = if failed {
                "post_tool_failure"
            } else {
                "post_tool_use"
            };
            let mut data = json!({
                "tool_output": result(&part["content"]),
                "tool_use_id": part["tool_use_id"],
            });
            let id = part["tool_use_id"].as_str();
            if let Some(name) = id.and_then(|id| tools.get(id)) {
                data["tool_name"] = json!(name);
            }
            Some((hook, data))
        }
        _ => None,
    }
}

/// A result is a text, or parts of which some are texts.
fn result(content: &Value) -> String {
    match content {
        Value::Array(parts) => {
            let texts = parts.iter().filter_map(|part| part["text"].as_str());
            texts.collect::<Vec<_>>().join("\n")
        }
        Value::Null => String::new(),
        other => as_text(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = r#"{"type":"user","sessionId":"s1","cwd":"/w/app","timestamp":"2026-01-01T00:00:00Z","message":{"content":"Fix it"}}
{"type":"assistant","sessionId":"s1","timestamp":"2026-01-01T00:00:01Z","message":{"content":[{"type":"text","text":"Looking"},{"type":"tool_use","id":"t","name":"Bash","input":{"command":"make"}}]}}
{"type":"user","sessionId":"s1","timestamp":"2026-01-01T00:00:02Z","message":{"content":[{"type":"tool_result","tool_use_id":"t","is_error":true,"content":[{"type":"text","text":"no rule"}]}]}}
{"type":"summary","sessionId":"s1","summary":"x"}
oops"#;

    #[test]
    fn each_part_of_a_message_is_told_by_its_hook() {
        let talks = read(FILE).unwrap();
        assert_eq!(talks.len(), 1);
        let talk = &talks[0];
        assert_eq!(
            (talk.session_id.as_str(), talk.project.as_str()),
            ("s1", "/w/app")
        );
        let hooks: Vec<_> = talk
            .told
            .iter()
            .map(|told| told.hook_type.as_str())
            .collect();
        assert_eq!(
            hooks,
            ["prompt_submit", "stop", "pre_tool_use", "post_tool_failure"]
        );
        assert_eq!(talk.told[3].data["tool_output"], "no rule");
        assert_eq!(talk.told[3].data["tool_name"], "Bash");
    }
}

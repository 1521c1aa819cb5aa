//! What a line is: a message, something that is answered at once, or nothing.

use mneme_engine::notebook::lenient;
use rmcp::ErrorData;
use rmcp::model::{ClientJsonRpcMessage, ClientRequest, ErrorCode, JsonRpcMessage};
use serde_json::{Map, Value, json};

use super::read::MOST;
use crate::mcp::misunderstood;

/// Some programs put it before what they say.
const BYTE_ORDER: &[u8] = "\u{feff}".as_bytes();

#[derive(Debug)]
pub enum Judged {
    Message(Box<ClientJsonRpcMessage>),
    /// What is wrong with it.
    Answer(Value),
    /// Several messages in one line.
    Several(Vec<Value>),
    /// Nobody waits for an answer.
    Nothing,
}

pub fn judge(line: &[u8]) -> Judged {
    let line = line.strip_prefix(BYTE_ORDER).unwrap_or(line);
    if line.trim_ascii().is_empty() {
        return Judged::Nothing;
    }
    match lenient::from_slice(line) {
        Ok(Value::Array(messages)) => Judged::Several(messages),
        Ok(value) => judge_value(value),
        Err(error) => Judged::Answer(answer(
            ErrorCode::PARSE_ERROR,
            &format!("this line is not JSON: {error}"),
            Value::Null,
        )),
    }
}

/// What one message is.
pub fn judge_value(value: Value) -> Judged {
    match value {
        Value::Object(fields) => of(fields),
        _ => invalid("a message is one JSON object", Value::Null),
    }
}

pub fn too_long() -> Judged {
    invalid(&format!("a line has {MOST} bytes at most"), Value::Null)
}

fn of(mut fields: Map<String, Value>) -> Judged {
    let told = ["result", "error"]
        .iter()
        .any(|name| fields.contains_key(*name));
    let asked = fields.contains_key("id") && !told;
    let id = fields.get("id").filter(|id| is_id(id)).cloned();
    let id = id.unwrap_or_default();
    if let Some(why) = wrong(&fields, told) {
        return invalid(why, id);
    }
    if fields.get("method") == Some(&json!("initialize")) {
        introduce(fields.entry("params").or_insert(Value::Null));
    }
    match serde_json::from_value(Value::Object(fields)) {
        Ok(JsonRpcMessage::Request(request)) => match &request.request {
            ClientRequest::CustomRequest(custom) => {
                let ErrorData { code, message, .. } = misunderstood(&custom.method);
                Judged::Answer(answer(code, &message, id))
            }
            _ => Judged::Message(Box::new(JsonRpcMessage::Request(request))),
        },
        Ok(message) => Judged::Message(Box::new(message)),
        Err(error) if asked => invalid(&error.to_string(), id),
        // A notification is never answered, nor is an answer.
        Err(_) => Judged::Nothing,
    }
}

/// A client that greets briefly speaks the oldest version, and is called nothing in particular.
fn introduce(params: &mut Value) {
    if params.is_null() {
        *params = json!({});
    }
    let usual = json!({
        "protocolVersion": "2024-11-05", "capabilities": {}, "clientInfo": {},
    });
    fill(params, usual);
    if let Some(client) = params.get_mut("clientInfo") {
        fill(client, json!({ "name": "unknown", "version": "0" }));
    }
}

/// What is there stays.
fn fill(value: &mut Value, usual: Value) {
    let (Value::Object(fields), Value::Object(usual)) = (value, usual) else {
        return;
    };
    for (name, usual) in usual {
        fields.entry(name).or_insert(usual);
    }
}

/// Why it has no shape that anybody could answer.
fn wrong(fields: &Map<String, Value>, told: bool) -> Option<&'static str> {
    if fields.get("jsonrpc") != Some(&json!("2.0")) {
        return Some("jsonrpc must be \"2.0\"");
    }
    match fields.get("method") {
        None if !told => Some("method is missing"),
        Some(method) if !method.is_string() => Some("method must be a text"),
        _ if fields.get("id").is_some_and(|id| !is_id(id)) && !told => {
            Some("id must be a text or a whole number")
        }
        _ => None,
    }
}

fn is_id(id: &Value) -> bool {
    id.is_string() || id.is_i64()
}

fn invalid(why: &str, id: Value) -> Judged {
    Judged::Answer(answer(ErrorCode::INVALID_REQUEST, why, id))
}

/// An error with its id, also where that is null.
pub fn answer(code: ErrorCode, why: &str, id: Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code.0, "message": why } })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(line: &str) -> Option<(i64, Value)> {
        match judge(line.as_bytes()) {
            Judged::Answer(told) => {
                Some((told["error"]["code"].as_i64().unwrap(), told["id"].clone()))
            }
            _ => None,
        }
    }

    #[test]
    fn a_text_that_was_cut_within_a_character_is_read() {
        let line = r#"{"jsonrpc":"2.0","id":22,"method":"tools/call","params":{"name":"x","arguments":{"content":"cut \ud83d"}}}"#;
        assert!(matches!(judge(line.as_bytes()), Judged::Message(_)));
    }

    #[test]
    fn each_mistake_has_its_own_number() {
        let null = Value::Null;
        for (line, told) in [
            ("{", (-32700, &null)),
            ("1", (-32600, &null)),
            (r#"{"jsonrpc":"2.0","id":1}"#, (-32600, &json!(1))),
            (r#"{"id":"a","method":"ping"}"#, (-32600, &json!("a"))),
            (
                r#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#,
                (-32600, &null),
            ),
            (
                r#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#,
                (-32600, &null),
            ),
            (
                r#"{"jsonrpc":"2.0","id":2,"method":7}"#,
                (-32600, &json!(2)),
            ),
            (
                r#"{"jsonrpc":"2.0","id":3,"method":"tools/cal"}"#,
                (-32601, &json!(3)),
            ),
            (
                r#"{"jsonrpc":"2.0","id":4,"method":"tools/call"}"#,
                (-32602, &json!(4)),
            ),
            (
                r#"{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":7}}"#,
                (-32602, &json!(5)),
            ),
            (
                r#"{"jsonrpc":"2.0","id":6,"method":"initialize","params":7}"#,
                (-32600, &json!(6)),
            ),
        ] {
            let (number, id) = told;
            assert_eq!(code(line), Some((number, id.clone())), "{line}");
        }
        for line in ["", "  ", r#"{"jsonrpc":"2.0","method":"whatever"}"#] {
            assert_eq!(code(line), None, "{line}");
        }
        for params in ["null", "{}", r#"{"clientInfo":{"name":"x"}}"#] {
            let brief =
                format!(r#"{{"jsonrpc":"2.0","id":6,"method":"initialize","params":{params}}}"#);
            assert!(
                matches!(judge(brief.as_bytes()), Judged::Message(_)),
                "{brief}"
            );
        }
        let call = r#"{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"recall"}}"#;
        assert!(matches!(judge(call.as_bytes()), Judged::Message(_)));
        assert!(matches!(judge(b"[1]"), Judged::Several(_)));
    }
}

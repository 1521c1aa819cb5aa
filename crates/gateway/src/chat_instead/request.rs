//! A request for Responses as one for chat completions.

use serde_json::{Map, Value, json};

/// Fields that mean the same in both.
const SAME: [&str; 9] = [
    "model",
    "stream",
    "temperature",
    "top_p",
    "response_format",
    "parallel_tool_calls",
    "user",
    "metadata",
    "service_tier",
];
/// What would be answered to something else without it.
const ELSEWHERE: [&str; 4] = [
    "previous_response_id",
    "conversation",
    "prompt",
    "background",
];
/// Tools a chat has no word for.
const DROPPED: [&str; 4] = [
    "custom",
    "web_search",
    "web_search_preview",
    "image_generation",
];

/// Said as if it were not.
fn is_nothing(value: &Value) -> bool {
    value.is_null() || value == &Value::Bool(false)
}

/// The same request, or what of it cannot be told.
pub fn chat_of(request: &Value) -> Result<Value, String> {
    let wanted = |name: &&&str| request.get(**name).is_some_and(|value| !is_nothing(value));
    if let Some(name) = ELSEWHERE.iter().find(wanted) {
        return Err(format!("{name} is not supported with this token"));
    }
    let mut chat = Map::new();
    for name in SAME {
        if let Some(value) = request.get(name).filter(|value| !value.is_null()) {
            chat.insert(name.into(), value.clone());
        }
    }
    chat.insert("messages".into(), messages(request)?.into());
    let moved = [
        ("max_tokens", request.get("max_output_tokens")),
        ("reasoning_effort", request.pointer("/reasoning/effort")),
    ];
    for (name, value) in moved {
        if let Some(value) = value.filter(|value| !value.is_null()) {
            chat.insert(name.into(), value.clone());
        }
    }
    if let Some(format) = request.pointer("/text/format").and_then(format) {
        chat.entry("response_format").or_insert(format);
    }
    let tools = tools(request)?;
    if !tools.is_empty() {
        chat.insert("tools".into(), tools.into());
        if let Some(choice) = request
            .get("tool_choice")
            .filter(|choice| !choice.is_null())
        {
            chat.insert("tool_choice".into(), nested(choice));
        }
    }
    Ok(chat.into())
}

fn messages(request: &Value) -> Result<Vec<Value>, String> {
    let mut messages = Vec::new();
    if let Some(text) = request["instructions"].as_str() {
        messages.push(json!({ "role": "system", "content": text }));
    }
    match &request["input"] {
        Value::String(text) => messages.push(json!({ "role": "user", "content": text })),
        Value::Array(items) => {
            for item in items {
                take(item, &mut messages)?;
            }
        }
        _ => return Err("input must be a text or a list".into()),
    }
    Ok(messages)
}

fn take(item: &Value, messages: &mut Vec<Value>) -> Result<(), String> {
    match item["type"].as_str().unwrap_or("message") {
        "message" => messages.push(message(item)?),
        "function_call" => called(item, messages),
        "function_call_output" => messages.push(json!({
            "role": "tool",
            "tool_call_id": item["call_id"],
            "content": output(&item["output"]),
        })),
        // What a model thought is for that model's own ears.
        "reasoning" => {}
        other => {
            return Err(format!(
                "input items of type '{other}' are not supported with this token"
            ));
        }
    }
    Ok(())
}

/// Calls that follow each other were made by one message.
fn called(item: &Value, messages: &mut Vec<Value>) {
    let call = json!({
        "id": item["call_id"],
        "type": "function",
        "function": { "name": item["name"], "arguments": item["arguments"] },
    });
    let last = messages
        .last_mut()
        .and_then(|last| last.get_mut("tool_calls"));
    match last.and_then(Value::as_array_mut) {
        Some(calls) => calls.push(call),
        None => {
            messages.push(json!({ "role": "assistant", "content": null, "tool_calls": [call] }))
        }
    }
}

fn output(output: &Value) -> String {
    match output {
        Value::String(text) => text.clone(),
        Value::Array(parts) => {
            let texts = parts.iter().filter_map(|part| part["text"].as_str());
            texts.collect::<Vec<_>>().join("\n")
        }
        other => other.to_string(),
    }
}

fn message(item: &Value) -> Result<Value, String> {
    let role = match item["role"].as_str() {
        Some("developer" | "system") => "system",
        Some(role @ ("user" | "assistant")) => role,
        _ => return Err("a message has the role user, assistant, developer or system".into()),
    };
    let content = match &item["content"] {
        Value::String(text) => json!(text),
        Value::Array(parts) => parts
            .iter()
            .map(part)
            .collect::<Result<Vec<_>, _>>()?
            .into(),
        _ => return Err("the content of a message is a text or a list".into()),
    };
    Ok(json!({ "role": role, "content": content }))
}

fn part(part: &Value) -> Result<Value, String> {
    match part["type"].as_str().unwrap_or_default() {
        "input_text" | "output_text" | "text" => {
            Ok(json!({ "type": "text", "text": part["text"] }))
        }
        "input_image" if part["image_url"].is_string() => {
            Ok(json!({ "type": "image_url", "image_url": { "url": part["image_url"] } }))
        }
        other => Err(format!(
            "content of type '{other}' is not supported with this token"
        )),
    }
}

fn tools(request: &Value) -> Result<Vec<Value>, String> {
    let tools = request["tools"].as_array().into_iter().flatten();
    let told = tools.filter_map(|tool| match tool["type"].as_str().unwrap_or_default() {
        "function" => Some(Ok(nested(tool))),
        kind if DROPPED.contains(&kind) => None,
        other => Some(Err(format!(
            "tools of type '{other}' are not supported with this token"
        ))),
    });
    told.collect()
}

/// What stands beside its type here stands below it there.
fn nested(tool: &Value) -> Value {
    let Value::Object(fields) = tool else {
        return tool.clone();
    };
    if fields.contains_key("function") || tool["type"] != "function" {
        return tool.clone();
    }
    let inner = fields.iter().filter(|(name, _)| *name != "type");
    let inner: Map<String, Value> = inner
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect();
    json!({ "type": "function", "function": inner })
}

fn format(format: &Value) -> Option<Value> {
    match format["type"].as_str()? {
        "json_schema" => Some(json!({ "type": "json_schema", "json_schema": {
            "name": format["name"], "schema": format["schema"], "strict": format["strict"] } })),
        "json_object" => Some(json!({ "type": "json_object" })),
        _ => None,
    }
}

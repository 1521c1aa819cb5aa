//! An answer of chat completions as one of Responses.

use serde_json::{Value, json};

/// The same answer.
pub fn response_of(chat: &Value) -> Value {
    let message = &chat["choices"][0]["message"];
    let calls = message["tool_calls"].as_array().into_iter().flatten();
    let calls = calls.map(|call| Called {
        call_id: text(&call["id"]),
        name: text(&call["function"]["name"]),
        arguments: text(&call["function"]["arguments"]),
    });
    let id = text(&chat["id"]);
    let mut output: Vec<Value> = calls.map(|call| call.item("completed")).collect();
    if let Some(words) = message["content"]
        .as_str()
        .filter(|words| !words.is_empty())
    {
        output.push(message_item(&id, words, "completed"));
    }
    response(
        &id,
        &chat["model"],
        "completed",
        output,
        usage(&chat["usage"]),
    )
}

/// A call of a function.
#[derive(Clone, Debug, Default)]
pub struct Called {
    pub call_id: String,
    pub name: String,
    pub arguments: String,
}

// === impl Called ===

impl Called {
    pub fn id(&self) -> String {
        format!("fc_{}", self.call_id)
    }

    pub fn item(&self, status: &str) -> Value {
        json!({
            "id": self.id(), "type": "function_call", "status": status,
            "call_id": self.call_id, "name": self.name, "arguments": self.arguments,
        })
    }
}

pub fn message_id(id: &str) -> String {
    format!("msg_{id}")
}

pub fn message_item(id: &str, words: &str, status: &str) -> Value {
    let content = match (words, status) {
        ("", "in_progress") => json!([]),
        _ => json!([{ "type": "output_text", "text": words, "annotations": [] }]),
    };
    json!({
        "id": message_id(id), "type": "message", "status": status, "role": "assistant",
        "content": content,
    })
}

pub fn response(id: &str, model: &Value, status: &str, output: Vec<Value>, usage: Value) -> Value {
    json!({
        "id": format!("resp_{id}"), "object": "response", "model": model, "status": status,
        "output": output, "usage": usage,
    })
}

pub fn usage(chat: &Value) -> Value {
    if chat.is_null() {
        return Value::Null;
    }
    json!({
        "input_tokens": chat["prompt_tokens"],
        "output_tokens": chat["completion_tokens"],
        "total_tokens": chat["total_tokens"],
    })
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

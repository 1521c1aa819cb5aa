//! OpenAI's Responses.

use serde_json::{Value, json};

use super::{Answer, Asked, EVENTS, named};
use crate::upstream::{Call, Turn};

pub fn answer(asked: &Asked, turn: &Turn) -> Answer {
    match asked.streams() {
        true => Answer::stream(asked, EVENTS, stream(asked, turn)),
        false => Answer::json(asked, 200, &response(asked, turn, true)),
    }
}

/// What the answer is, once it is there; before, the same without an output.
fn response(asked: &Asked, turn: &Turn, done: bool) -> Value {
    let asked_for = |name: &str, default: Value| match asked.body.get(name) {
        Some(value) => value.clone(),
        None => default,
    };
    let (output, status, usage) = match (done, turn.cut_short) {
        (false, _) => (json!([]), "in_progress", Value::Null),
        (true, false) => (output(asked, turn), "completed", usage(asked, turn)),
        (true, true) => (output(asked, turn), "incomplete", usage(asked, turn)),
    };
    let lacks = match status {
        "incomplete" => json!({ "reason": "max_output_tokens" }),
        _ => Value::Null,
    };
    json!({
        "id": asked.id("resp_"), "object": "response", "created_at": asked.created,
        "status": status, "background": false, "error": null, "incomplete_details": lacks,
        "instructions": asked_for("instructions", Value::Null),
        "max_output_tokens": asked_for("max_output_tokens", Value::Null),
        "model": asked.model(), "output": output,
        "parallel_tool_calls": asked_for("parallel_tool_calls", json!(true)),
        "previous_response_id": asked_for("previous_response_id", Value::Null),
        "reasoning": asked_for("reasoning", json!({ "effort": null, "summary": null })),
        "store": asked_for("store", json!(true)),
        "temperature": asked_for("temperature", json!(1.0)),
        "text": asked_for("text", json!({ "format": { "type": "text" } })),
        "tool_choice": asked_for("tool_choice", json!("auto")),
        "tools": asked_for("tools", json!([])), "top_p": asked_for("top_p", json!(1.0)),
        "truncation": asked_for("truncation", json!("disabled")), "usage": usage,
        "user": null, "metadata": asked_for("metadata", json!({})),
    })
}

fn output(asked: &Asked, turn: &Turn) -> Value {
    let calls = turn.calls.iter().enumerate();
    let mut items: Vec<Value> = calls
        .map(|(n, call)| called(asked, n, call, true))
        .collect();
    if items.is_empty() || !turn.text.is_empty() {
        items.push(message(asked, Some(&turn.text)));
    }
    Value::Array(items)
}

fn message(asked: &Asked, text: Option<&str>) -> Value {
    let (status, content) = match text {
        Some(text) => ("completed", json!([part(text)])),
        None => ("in_progress", json!([])),
    };
    json!({
        "id": asked.id("msg_"), "type": "message", "status": status, "content": content,
        "role": "assistant",
    })
}

fn part(text: &str) -> Value {
    json!({ "type": "output_text", "annotations": [], "logprobs": [], "text": text })
}

fn called(asked: &Asked, n: usize, call: &Call, done: bool) -> Value {
    let (status, arguments) = match done {
        true => ("completed", call.arguments()),
        false => ("in_progress", String::new()),
    };
    json!({
        "id": asked.id(&format!("fc_{n}")), "type": "function_call", "status": status,
        "arguments": arguments, "call_id": asked.id(&format!("call_{n}")), "name": call.name,
    })
}

/// Events with their numbers.
#[derive(Default)]
struct Events(Vec<Vec<u8>>);

impl Events {
    fn tell(&mut self, kind: &str, mut fields: Value) {
        fields["type"] = json!(kind);
        fields["sequence_number"] = json!(self.0.len());
        self.0.push(named(kind, &fields));
    }
}

fn stream(asked: &Asked, turn: &Turn) -> Vec<Vec<u8>> {
    let mut events = Events::default();
    let begun = json!({ "response": response(asked, turn, false) });
    events.tell("response.created", begun.clone());
    events.tell("response.in_progress", begun);
    for (n, call) in turn.calls.iter().enumerate() {
        tell_call(&mut events, asked, n, call);
    }
    if turn.calls.is_empty() || !turn.text.is_empty() {
        tell_message(&mut events, asked, turn);
    }
    let last = match turn.cut_short {
        true => "response.incomplete",
        false => "response.completed",
    };
    events.tell(last, json!({ "response": response(asked, turn, true) }));
    events.0
}

fn tell_call(events: &mut Events, asked: &Asked, n: usize, call: &Call) {
    let item = called(asked, n, call, false);
    let id = item["id"].clone();
    events.tell(
        "response.output_item.added",
        json!({ "output_index": n, "item": item }),
    );
    for piece in call.torn() {
        events.tell(
            "response.function_call_arguments.delta",
            json!({ "item_id": id, "output_index": n, "delta": piece }),
        );
    }
    events.tell(
        "response.function_call_arguments.done",
        json!({
            "item_id": id, "output_index": n, "name": call.name, "arguments": call.arguments(),
        }),
    );
    let item = called(asked, n, call, true);
    events.tell(
        "response.output_item.done",
        json!({ "output_index": n, "item": item }),
    );
}

fn tell_message(events: &mut Events, asked: &Asked, turn: &Turn) {
    let place = |mut more: Value| {
        more["item_id"] = json!(asked.id("msg_"));
        more["output_index"] = json!(turn.calls.len());
        more["content_index"] = json!(0);
        more
    };
    let at = turn.calls.len();
    events.tell(
        "response.output_item.added",
        json!({ "output_index": at, "item": message(asked, None) }),
    );
    events.tell(
        "response.content_part.added",
        place(json!({ "part": part("") })),
    );
    for piece in turn.pieces() {
        events.tell(
            "response.output_text.delta",
            place(json!({ "delta": piece, "logprobs": [] })),
        );
    }
    events.tell(
        "response.output_text.done",
        place(json!({ "text": turn.text, "logprobs": [] })),
    );
    events.tell(
        "response.content_part.done",
        place(json!({ "part": part(&turn.text) })),
    );
    events.tell(
        "response.output_item.done",
        json!({ "output_index": at, "item": message(asked, Some(&turn.text)) }),
    );
}

fn usage(asked: &Asked, turn: &Turn) -> Value {
    let (input, output) = (asked.tokens(), turn.tokens());
    json!({
        "input_tokens": input, "input_tokens_details": { "cached_tokens": 0 },
        "output_tokens": output, "output_tokens_details": { "reasoning_tokens": 0 },
        "total_tokens": input + output,
    })
}

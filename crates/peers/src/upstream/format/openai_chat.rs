//! OpenAI's chat completions.

use serde_json::{Value, json};

use super::{Answer, Asked, EVENTS, unnamed};
use crate::upstream::Turn;

pub fn answer(asked: &Asked, turn: &Turn) -> Answer {
    match asked.streams() {
        true => Answer::stream(asked, EVENTS, stream(asked, turn)),
        false => Answer::json(asked, 200, &whole(asked, turn)),
    }
}

fn whole(asked: &Asked, turn: &Turn) -> Value {
    let mut message = json!({
        "role": "assistant", "content": content(turn), "refusal": null, "annotations": [],
    });
    if !turn.calls.is_empty() {
        let calls = turn.calls.iter().enumerate();
        message["tool_calls"] = calls
            .map(|(n, call)| {
                json!({
                    "id": call_id(asked, n), "type": "function",
                    "function": { "name": call.name, "arguments": call.arguments() },
                })
            })
            .collect();
    }
    let choice = json!({
        "index": 0, "message": message, "logprobs": null, "finish_reason": reason(turn),
    });
    json!({
        "id": asked.id("chatcmpl-"), "object": "chat.completion", "created": asked.created,
        "model": asked.model(), "choices": [choice], "usage": usage(asked, turn),
        "service_tier": "default", "system_fingerprint": "fp_standin",
    })
}

fn stream(asked: &Asked, turn: &Turn) -> Vec<Vec<u8>> {
    let chunk = |delta: Value, reason: Value| {
        let choice = json!({
            "index": 0, "delta": delta, "logprobs": null, "finish_reason": reason,
        });
        chunk(asked, json!([choice]), Value::Null)
    };
    let first = match turn.text.is_empty() {
        true => Value::Null,
        false => json!(""),
    };
    let mut parts = vec![chunk(
        json!({ "role": "assistant", "content": first, "refusal": null }),
        Value::Null,
    )];
    let pieces = turn.pieces().into_iter();
    parts.extend(pieces.map(|piece| chunk(json!({ "content": piece }), Value::Null)));
    for (n, call) in turn.calls.iter().enumerate() {
        let begun = json!([{
            "index": n, "id": call_id(asked, n), "type": "function",
            "function": { "name": call.name, "arguments": "" },
        }]);
        parts.push(chunk(json!({ "tool_calls": begun }), Value::Null));
        for piece in call.torn() {
            let more = json!([{ "index": n, "function": { "arguments": piece } }]);
            parts.push(chunk(json!({ "tool_calls": more }), Value::Null));
        }
    }
    parts.push(chunk(json!({}), json!(reason(turn))));
    if asked.body.pointer("/stream_options/include_usage") == Some(&Value::Bool(true)) {
        parts.push(self::chunk(asked, json!([]), usage(asked, turn)));
    }
    parts.push(unnamed("[DONE]"));
    parts
}

fn chunk(asked: &Asked, choices: Value, usage: Value) -> Vec<u8> {
    let chunk = json!({
        "id": asked.id("chatcmpl-"), "object": "chat.completion.chunk", "created": asked.created,
        "model": asked.model(), "service_tier": "default", "system_fingerprint": "fp_standin",
        "choices": choices, "usage": usage,
    });
    unnamed(&chunk.to_string())
}

fn content(turn: &Turn) -> Value {
    match turn.text.is_empty() && !turn.calls.is_empty() {
        true => Value::Null,
        false => json!(turn.text),
    }
}

fn call_id(asked: &Asked, n: usize) -> String {
    asked.id(&format!("call_{n}"))
}

fn reason(turn: &Turn) -> &'static str {
    match (turn.cut_short, turn.calls.is_empty()) {
        (true, _) => "length",
        (false, true) => "stop",
        (false, false) => "tool_calls",
    }
}

fn usage(asked: &Asked, turn: &Turn) -> Value {
    let (prompt, completion) = (asked.tokens(), turn.tokens());
    json!({
        "prompt_tokens": prompt, "completion_tokens": completion,
        "total_tokens": prompt + completion,
        "prompt_tokens_details": { "cached_tokens": 0, "audio_tokens": 0 },
        "completion_tokens_details": {
            "reasoning_tokens": 0, "audio_tokens": 0,
            "accepted_prediction_tokens": 0, "rejected_prediction_tokens": 0,
        },
    })
}

//! Anthropic's messages.

use serde_json::{Value, json};

use super::{Answer, Asked, EVENTS, named};
use crate::upstream::{Call, Turn};

pub fn answer(asked: &Asked, turn: &Turn) -> Answer {
    match asked.streams() {
        true => Answer::stream(asked, EVENTS, stream(asked, turn)),
        false => Answer::json(asked, 200, &whole(asked, turn)),
    }
}

fn whole(asked: &Asked, turn: &Turn) -> Value {
    let mut message = message(asked, turn.tokens());
    message["content"] = blocks(asked, turn).iter().map(Block::whole).collect();
    message["stop_reason"] = json!(reason(turn));
    message
}

/// Before anything is said.
fn message(asked: &Asked, output_tokens: u64) -> Value {
    json!({
        "id": asked.id("msg_"), "type": "message", "role": "assistant", "model": asked.model(),
        "content": [], "stop_reason": null, "stop_sequence": null,
        "usage": {
            "input_tokens": asked.tokens(), "cache_creation_input_tokens": 0,
            "cache_read_input_tokens": 0, "output_tokens": output_tokens,
            "service_tier": "standard",
        },
    })
}

/// One part of what a model says.
enum Block<'a> {
    Thinking(&'a str),
    Text(&'a Turn),
    Call(String, &'a Call),
}

fn blocks<'a>(asked: &Asked, turn: &'a Turn) -> Vec<Block<'a>> {
    let mut blocks = Vec::new();
    if !turn.thinking.is_empty() {
        blocks.push(Block::Thinking(&turn.thinking));
    }
    if !turn.text.is_empty() {
        blocks.push(Block::Text(turn));
    }
    for (n, call) in turn.calls.iter().enumerate() {
        blocks.push(Block::Call(asked.id(&format!("toolu_{n}")), call));
    }
    blocks
}

const SIGNATURE: &str = "c3RhbmQtaW4=";

// === impl Block ===

impl Block<'_> {
    fn whole(&self) -> Value {
        match self {
            Self::Thinking(text) => {
                json!({ "type": "thinking", "thinking": text, "signature": SIGNATURE })
            }
            Self::Text(turn) => json!({ "type": "text", "text": turn.text }),
            Self::Call(id, call) => {
                json!({ "type": "tool_use", "id": id, "name": call.name, "input": call.arguments })
            }
        }
    }

    fn empty(&self) -> Value {
        match self {
            Self::Thinking(_) => json!({ "type": "thinking", "thinking": "", "signature": "" }),
            Self::Text(_) => json!({ "type": "text", "text": "" }),
            Self::Call(id, call) => {
                json!({ "type": "tool_use", "id": id, "name": call.name, "input": {} })
            }
        }
    }

    fn deltas(&self) -> Vec<Value> {
        match self {
            Self::Thinking(text) => vec![
                json!({ "type": "thinking_delta", "thinking": text }),
                json!({ "type": "signature_delta", "signature": SIGNATURE }),
            ],
            Self::Text(turn) => {
                let pieces = turn.pieces().into_iter();
                pieces
                    .map(|text| json!({ "type": "text_delta", "text": text }))
                    .collect()
            }
            Self::Call(_, call) => {
                // The first part of the arguments is always an empty one.
                let parts = std::iter::once(String::new()).chain(call.torn());
                parts
                    .map(|part| json!({ "type": "input_json_delta", "partial_json": part }))
                    .collect()
            }
        }
    }
}

fn stream(asked: &Asked, turn: &Turn) -> Vec<Vec<u8>> {
    let mut parts = Vec::new();
    let mut tell = |kind: &str, mut fields: Value| {
        fields["type"] = json!(kind);
        parts.push(named(kind, &fields));
    };
    tell("message_start", json!({ "message": message(asked, 1) }));
    for (index, block) in blocks(asked, turn).iter().enumerate() {
        tell(
            "content_block_start",
            json!({ "index": index, "content_block": block.empty() }),
        );
        if index == 0 {
            tell("ping", json!({}));
        }
        for delta in block.deltas() {
            tell(
                "content_block_delta",
                json!({ "index": index, "delta": delta }),
            );
        }
        tell("content_block_stop", json!({ "index": index }));
    }
    tell(
        "message_delta",
        json!({
            "delta": { "stop_reason": reason(turn), "stop_sequence": null },
            "usage": { "output_tokens": turn.tokens() },
        }),
    );
    tell("message_stop", json!({}));
    parts
}

fn reason(turn: &Turn) -> &'static str {
    match (turn.cut_short, turn.calls.is_empty()) {
        (true, _) => "max_tokens",
        (false, true) => "end_turn",
        (false, false) => "tool_use",
    }
}

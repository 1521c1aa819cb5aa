//! What is answered without a model: lists, counts, vectors.

use mneme_model::Moment;
use serde_json::{Value, json};

use super::Asked;
use crate::chance;
use crate::upstream::route::Family;

const OPENAI: [&str; 4] = ["gpt-4o", "gpt-4o-mini", "o3", "gpt-5-codex"];
const ANTHROPIC: [(&str, &str); 2] = [
    ("claude-sonnet-4-6", "Claude Sonnet 4.6"),
    ("claude-haiku-4-5", "Claude Haiku 4.5"),
];
const DIMENSIONS: u64 = 8;

pub fn models(asked: &Asked) -> Value {
    match asked.family {
        Family::Anthropic => {
            let created = Moment::from_ms(asked.created * 1_000).rfc3339();
            let models = ANTHROPIC.map(|(id, name)| {
                json!({ "type": "model", "id": id, "display_name": name, "created_at": created })
            });
            let [(first, _), (last, _)] = ANTHROPIC;
            json!({ "data": models, "has_more": false, "first_id": first, "last_id": last })
        }
        _ => {
            let created = asked.created;
            let models = OPENAI.map(|id| {
                json!({ "id": id, "object": "model", "created": created, "owned_by": "system" })
            });
            json!({ "object": "list", "data": models })
        }
    }
}

pub fn counted(asked: &Asked) -> Value {
    json!({ "input_tokens": asked.tokens() })
}

/// The same text has the same vector; that is all they are good for.
pub fn embeddings(asked: &Asked) -> Value {
    let texts = match &asked.body["input"] {
        Value::Array(texts) => texts.clone(),
        text => vec![text.clone()],
    };
    let vectors = texts.iter().enumerate().map(
        |(index, text)| json!({ "object": "embedding", "index": index, "embedding": vector(text) }),
    );
    let tokens = asked.tokens();
    json!({
        "object": "list", "data": vectors.collect::<Vec<_>>(), "model": asked.model(),
        "usage": { "prompt_tokens": tokens, "total_tokens": tokens },
    })
}

fn vector(text: &Value) -> Vec<f64> {
    let text = text.to_string();
    let letters = text.bytes().map(u64::from);
    let seed = letters.fold(7, |sum: u64, letter| {
        sum.wrapping_mul(31).wrapping_add(letter)
    });
    (0..DIMENSIONS)
        .map(|n| (chance::number(seed, n, 0) % 2_001) as f64 / 1_000.0 - 1.0)
        .collect()
}

//! ollama's generate. It streams unless it is told not to.

use mneme_model::Moment;
use serde_json::{Value, json};

use super::{Answer, Asked};
use crate::upstream::Turn;

pub fn answer(asked: &Asked, turn: &Turn) -> Answer {
    if asked.body["stream"] == false {
        return Answer::json(asked, 200, &last(asked, turn, &turn.text));
    }
    let line = |value: Value| format!("{value}\n").into_bytes();
    let pieces = turn.pieces().into_iter();
    let mut parts: Vec<Vec<u8>> = pieces
        .map(|piece| line(part(asked, piece, false)))
        .collect();
    parts.push(line(last(asked, turn, "")));
    Answer::stream(asked, "application/x-ndjson", parts)
}

fn part(asked: &Asked, text: &str, done: bool) -> Value {
    json!({
        "model": asked.model(), "created_at": Moment::from_ms(asked.created * 1_000).rfc3339(),
        "response": text, "done": done,
    })
}

fn last(asked: &Asked, turn: &Turn, text: &str) -> Value {
    let mut part = part(asked, text, true);
    part["done_reason"] = json!(if turn.cut_short { "length" } else { "stop" });
    part["context"] = json!([]);
    part["total_duration"] = json!(12_000_000);
    part["load_duration"] = json!(1_000_000);
    part["prompt_eval_count"] = json!(asked.tokens());
    part["prompt_eval_duration"] = json!(2_000_000);
    part["eval_count"] = json!(turn.tokens());
    part["eval_duration"] = json!(9_000_000);
    part
}

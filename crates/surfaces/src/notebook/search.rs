//! Searching: the engine's recall in the notebook's shape.

use axum::Json;
use mneme_engine::{Recall, Remembered};
use mneme_model::Code;
use serde_json::{Value, json};

use super::enter::Known;
use super::said::Said;
use crate::rest::Refusal;

/// What a rank is worth: the sum of two is never more than a better one.
const BEHIND: f64 = 60.0;
const TITLE: usize = 80;

pub async fn search(known: Known, mut said: Said) -> Result<Json<Value>, Refusal> {
    let query = said
        .text("query")
        .ok_or_else(|| Refusal::new(Code::QueryEmpty, "query is required"))?;
    let ask = Recall {
        query,
        limit: said.number("limit")?.filter(|limit| *limit > 0),
        ..Recall::default()
    };
    let engine = &known.desk.engine;
    let found = engine.recall(&known.caller, None, ask).await?;
    let hits = found.hits.iter().enumerate();
    let hits: Vec<Value> = hits.map(|(rank, hit)| shown(rank, hit)).collect();
    Ok(Json(Value::from(hits)))
}

fn shown(rank: usize, hit: &Remembered) -> Value {
    let record = &hit.record;
    let title: String = record.text.chars().take(TITLE).collect();
    let session = match record.is_memory {
        true => "memory",
        false => record.session.as_deref().unwrap_or_default(),
    };
    json!({
        "obsId": record.id,
        "sessionId": session,
        "bm25Score": hit.score,
        "vectorScore": 0.0,
        "graphScore": 0.0,
        "combinedScore": 1.0 / (BEHIND + rank as f64 + 1.0),
        "title": title,
        "content": record.text,
        "type": record.kind,
        "concepts": record.tags,
        "files": [],
    })
}

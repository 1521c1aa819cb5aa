//! What many observations come to, and what goes by itself.

use axum::Json;
use mneme_engine::notebook::{Consolidate, Memory, Notes};
use serde::Deserialize;
use serde_json::{Value, json};

use super::enter::Known;
use super::said::{Fields, Limit, Said};
use super::summaries::to_the_end;
use crate::rest::Refusal;

type Answer = Result<Json<Value>, Refusal>;

const INSIGHTS: usize = 200;

pub async fn consolidate(known: Known, mut said: Said) -> Answer {
    let usual = Consolidate::default();
    let wanted = Consolidate {
        project: said.text("project")?,
        least: said.number("minObservations")?.unwrap_or(usual.least),
    };
    let done = to_the_end(async move {
        let engine = &known.desk.engine;
        engine.consolidate(&known.caller, None, wanted).await
    });
    let done = done.await??;
    if !done.enough {
        return Ok(Json(json!({
            "success": true, "consolidated": 0, "reason": "insufficient_observations",
        })));
    }
    Ok(Json(json!({
        "success": true,
        "consolidated": done.memories,
        "totalObservations": done.observations,
        "semantic": { "newFacts": done.facts, "totalSummaries": done.summaries },
        "procedural": { "newProcedures": done.procedures, "patternsAnalyzed": done.patterns },
    })))
}

pub async fn semantic(known: Known) -> Answer {
    let items = known.desk.engine.facts(&known.caller, None).await?;
    Ok(Json(json!({ "total": items.len(), "items": items })))
}

pub async fn procedural(known: Known) -> Answer {
    let items = known.desk.engine.procedures(&known.caller, None).await?;
    Ok(Json(json!({ "total": items.len(), "items": items })))
}

#[derive(Deserialize)]
pub struct Wanted {
    limit: Option<Limit>,
}

/// Patterns that several sessions have in common.
pub async fn insights(known: Known, Fields(wanted): Fields<Wanted>) -> Answer {
    let wanted = Notes {
        latest: true,
        kind: Some(String::from("pattern")),
        limit: wanted.limit.map_or(INSIGHTS, |limit| limit.0),
        ..Notes::default()
    };
    let engine = &known.desk.engine;
    let (found, total) = engine.counted_notes(&known.caller, None, wanted).await?;
    let insights: Vec<Value> = found.iter().map(insight).collect();
    Ok(Json(json!({ "total": total, "insights": insights })))
}

fn insight(memory: &Memory) -> Value {
    let mut told = json!({
        "id": memory.id,
        "title": memory.kept.title,
        "content": memory.content,
        "confidence": f64::from(memory.kept.strength) / 10.0,
        "sourceSessionIds": memory.kept.session_ids,
        "concepts": memory.kept.concepts,
        "project": memory.kept.project,
        "createdAt": memory.created_at,
        "updatedAt": memory.updated_at,
    });
    if let Some(status) = memory.status {
        told["status"] = json!(status);
    }
    told
}

pub async fn auto_forget(known: Known, mut said: Said) -> Answer {
    let dry = said.flag("dryRun")?.unwrap_or(false);
    let engine = &known.desk.engine;
    let gone = engine.forget_outlived(&known.caller, None, dry).await?;
    Ok(Json(json!({
        "success": true,
        "evicted": gone.memories.len() + gone.observations.len(),
        "evictedMemories": gone.memories,
        "evictedObservations": gone.observations,
        "dryRun": dry,
    })))
}

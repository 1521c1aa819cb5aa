//! Memories: kept, evolved, listed, forgotten.

use axum::Json;
use axum::http::StatusCode;
use mneme_engine::Forget;
use mneme_engine::notebook::{Kept, NewNote, Notes};
use mneme_model::{Code, Moment};
use serde::Deserialize;
use serde_json::{Value, json};

use super::enter::Known;
use super::said::{Fields, Said};
use crate::rest::Refusal;

type Answer = Result<Json<Value>, Refusal>;

const DAY_MS: f64 = 86_400_000.0;
const MOST: usize = 500;

pub async fn remember(known: Known, mut said: Said) -> Result<(StatusCode, Json<Value>), Refusal> {
    let new = new_note(&known, &mut said, "content")?;
    let engine = &known.desk.engine;
    let memory = engine.note_down(&known.caller, None, new).await?;
    let told = json!({ "success": true, "memory": memory });
    Ok((StatusCode::CREATED, Json(told)))
}

pub async fn evolve(known: Known, mut said: Said) -> Answer {
    let id = said.needed("memoryId")?;
    let title = said.text("newTitle").unwrap_or_default();
    let mut new = new_note(&known, &mut said, "newContent")?;
    new.kept.title = title;
    let engine = &known.desk.engine;
    let memory = engine.evolve(&known.caller, None, id, new).await?;
    Ok(Json(json!({ "success": true, "memory": memory })))
}

fn new_note(known: &Known, said: &mut Said, content: &str) -> Result<NewNote, Refusal> {
    let content = said.needed(content)?;
    let kept = Kept {
        kind: said.text("type").unwrap_or_else(|| Kept::default().kind),
        concepts: said.list("concepts")?,
        files: said.list("files")?,
        source_observation_ids: said.list("sourceObservationIds")?,
        project: said.text("project"),
        forget_after: forget_after(known, said)?,
        ..Kept::default()
    };
    Ok(NewNote {
        content,
        agent: said.text("agentId"),
        kept,
        ..NewNote::default()
    })
}

fn forget_after(known: &Known, said: &mut Said) -> Result<Option<String>, Refusal> {
    let days = match said.value("ttlDays") {
        Value::Null => return Ok(None),
        Value::Number(days) => days.as_f64(),
        Value::String(days) => days.trim().parse().ok(),
        _ => None,
    };
    let days = days.filter(|days| days.is_finite());
    let days = days.ok_or_else(|| Refusal::new(Code::BadRequest, "ttlDays must be a number"))?;
    let after = known.desk.engine.store().now_ms() as f64 + days * DAY_MS;
    let last = mneme_model::time::LATEST_MS as f64;
    Ok(Some(
        Moment::from_ms(after.clamp(0.0, last) as i64).rfc3339(),
    ))
}

#[derive(Deserialize)]
pub struct Wanted {
    latest: Option<String>,
    limit: Option<usize>,
    project: Option<String>,
    #[serde(rename = "type")]
    kind: Option<String>,
    #[serde(rename = "agentId")]
    agent: Option<String>,
}

pub async fn list(known: Known, Fields(wanted): Fields<Wanted>) -> Answer {
    let wanted = Notes {
        latest: wanted.latest.as_deref() == Some("true"),
        project: wanted.project,
        kind: wanted.kind,
        agent: wanted.agent.filter(|agent| agent != "*"),
        limit: wanted.limit.unwrap_or(MOST),
    };
    let engine = &known.desk.engine;
    let (memories, total) = engine.counted_notes(&known.caller, None, wanted).await?;
    Ok(Json(json!({ "total": total, "memories": memories })))
}

/// A memory, some observations of a session, or all of a session.
pub async fn forget(known: Known, mut said: Said) -> Answer {
    let (memory, session) = (said.text("memoryId"), said.text("sessionId"));
    let observations = said.list("observationIds")?;
    let (engine, caller) = (&known.desk.engine, &known.caller);
    let ids = match (memory, session) {
        (Some(id), _) => vec![id],
        (None, Some(_)) if !observations.is_empty() => observations,
        (None, Some(session)) => {
            let deleted = engine.forget_session(caller, None, session).await?;
            return Ok(Json(json!({ "success": true, "deleted": deleted })));
        }
        (None, None) => return Ok(Json(json!({ "success": true, "deleted": 0 }))),
    };
    let wish = Forget {
        ids,
        ..Forget::default()
    };
    let deleted = match engine.forget(caller, None, wish).await {
        Ok(forgot) => forgot.records.len(),
        Err(error) if error.code() == Code::NoSuchMemory => 0,
        Err(error) => return Err(error.into()),
    };
    Ok(Json(json!({ "success": true, "deleted": deleted })))
}

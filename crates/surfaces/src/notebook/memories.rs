//! Memories: kept, evolved, listed, forgotten.

use axum::Json;
use axum::http::StatusCode;
use mneme_engine::notebook::{Kept, NewNote, Notes};
use mneme_model::{Code, Moment};
use serde::Deserialize;
use serde_json::{Value, json};

use super::enter::Known;
use super::said::{Fields, Limit, Said, absent};
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
    let title = said.text("newTitle")?.unwrap_or_default();
    let mut new = new_note(&known, &mut said, "newContent")?;
    new.kept.title = title;
    let engine = &known.desk.engine;
    let memory = engine.evolve(&known.caller, None, id, new).await;
    let listed = "`GET /agentmemory/memories` lists the memories there are";
    let memory = memory.map_err(|error| absent(error, listed))?;
    Ok(Json(json!({ "success": true, "memory": memory })))
}

fn new_note(known: &Known, said: &mut Said, content: &str) -> Result<NewNote, Refusal> {
    let content = said.needed(content)?;
    let kept = Kept {
        kind: said.text("type")?.unwrap_or_else(|| Kept::default().kind),
        concepts: said.list("concepts")?,
        files: said.list("files")?,
        source_observation_ids: said.list("sourceObservationIds")?,
        project: said.text("project")?,
        forget_after: forget_after(known, said)?,
        ..Kept::default()
    };
    Ok(NewNote {
        content,
        agent: said.text("agentId")?,
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
    let now = known.desk.engine.store().now_ms() as f64;
    let last = mneme_model::time::LATEST_MS as f64;
    let after = days.map(|days: f64| (days, now + days * DAY_MS));
    let after = after.filter(|(days, after)| *days >= 0.0 && *after <= last);
    let (_, after) = after.ok_or_else(|| {
        let message = "ttlDays must be a number of days, 0 or more, that end before the year 10000";
        Refusal::new(Code::BadRequest, message)
    })?;
    Ok(Some(Moment::from_ms(after as i64).rfc3339()))
}

#[derive(Deserialize)]
pub struct Wanted {
    latest: Option<String>,
    limit: Option<Limit>,
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
        limit: wanted.limit.map_or(MOST, |limit| limit.0),
    };
    let engine = &known.desk.engine;
    let (memories, total) = engine.counted_notes(&known.caller, None, wanted).await?;
    Ok(Json(json!({ "total": total, "memories": memories })))
}

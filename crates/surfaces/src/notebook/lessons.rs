//! Lessons: saved, listed, searched, strengthened.

use axum::Json;
use axum::http::StatusCode;
use mneme_engine::notebook::{Lesson, Lessons};
use mneme_model::Code;
use serde::Deserialize;
use serde_json::{Value, json};

use super::enter::Known;
use super::said::{Fields, Limit, Said, absent};
use crate::rest::Refusal;

type Answer = Result<Json<Value>, Refusal>;

const LISTED: usize = 50;
const FOUND: usize = 10;
/// Fainter ones answer no question unless they are asked for.
const LEAST: f64 = 0.1;

pub async fn save(known: Known, mut said: Said) -> Result<(StatusCode, Json<Value>), Refusal> {
    let known = known.writing_for(&mut said)?;
    let usual = Lesson::default();
    let lesson = Lesson {
        content: said.needed("content")?,
        context: said.text("context")?.unwrap_or_default(),
        project: said.text("project")?.unwrap_or_default(),
        confidence: share(&mut said, "confidence")?.unwrap_or(usual.confidence),
        tags: said.list("tags")?,
        source: said.text("source")?.unwrap_or_else(|| usual.source.clone()),
        ..usual
    };
    let engine = &known.desk.engine;
    let (lesson, new) = engine.learn_lesson(&known.caller, None, lesson).await?;
    let (status, action) = match new {
        true => (StatusCode::CREATED, "created"),
        false => (StatusCode::OK, "strengthened"),
    };
    let told = json!({ "success": true, "action": action, "lesson": lesson });
    Ok((status, Json(told)))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Wanted {
    project: Option<String>,
    source: Option<String>,
    min_confidence: Option<f64>,
    limit: Option<Limit>,
}

pub async fn list(known: Known, Fields(wanted): Fields<Wanted>) -> Answer {
    let most = wanted.limit.map_or(LISTED, |limit| limit.0);
    let wanted = Lessons {
        project: wanted.project,
        source: wanted.source,
        least: wanted.min_confidence.unwrap_or(0.0),
        limit: usize::MAX,
    };
    let lessons = known.desk.engine.lessons(&known.caller, None, wanted);
    let mut lessons = lessons.await?;
    // Beside the published fields: how many there are.
    let total = lessons.len();
    lessons.truncate(most);
    Ok(Json(
        json!({ "success": true, "lessons": lessons, "total": total }),
    ))
}

pub async fn search(known: Known, mut said: Said) -> Answer {
    let query = said.needed("query")?;
    let wanted = Lessons {
        project: said.text("project")?,
        source: None,
        least: share(&mut said, "minConfidence")?.unwrap_or(LEAST),
        limit: said.limit(FOUND)?,
    };
    let engine = &known.desk.engine;
    let found = engine
        .find_lessons(&known.caller, None, &query, wanted)
        .await?;
    let found = found.into_iter().map(|(lesson, score)| {
        let mut told = json!(lesson);
        told["score"] = json!(score);
        told
    });
    Ok(Json(
        json!({ "success": true, "lessons": found.collect::<Vec<_>>() }),
    ))
}

pub async fn strengthen(known: Known, mut said: Said) -> Answer {
    let known = known.writing_for(&mut said)?;
    let id = said.needed("lessonId")?;
    let grown = known.desk.engine.strengthen(&known.caller, None, id).await;
    let listed = "`GET /agentmemory/lessons` lists the lessons there are";
    let grown = grown.map_err(|error| absent(error, listed))?;
    Ok(Json(json!({ "success": true, "lesson": grown })))
}

/// A number from 0 to 1.
fn share(said: &mut Said, field: &str) -> Result<Option<f64>, Refusal> {
    let number = match said.value(field) {
        Value::Null => return Ok(None),
        Value::Number(number) => number.as_f64(),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    };
    match number.filter(|number| (0.0..=1.0).contains(number)) {
        Some(number) => Ok(Some(number)),
        None => {
            let message = format!("{field} must be between 0 and 1");
            Err(Refusal::new(Code::BadRequest, message))
        }
    }
}

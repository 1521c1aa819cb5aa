//! Slots: seen, made, written into, taken away.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use mneme_engine::Error;
use mneme_engine::notebook::{Scope, Slot, Write};
use mneme_model::Code;
use serde::Deserialize;
use serde_json::json;

use super::enter::Known;
use super::said::{Fields, Said};
use crate::rest::Refusal;

type Answer = Result<Response, Refusal>;

/// What a slot holds unless somebody says otherwise.
const LIMIT: usize = 2_000;

#[derive(Deserialize)]
pub struct Wanted {
    label: Option<String>,
    #[serde(default)]
    project: String,
}

pub async fn list(known: Known, Fields(wanted): Fields<Wanted>) -> Answer {
    let engine = &known.desk.engine;
    let slots = engine.slots(&known.caller, None, wanted.project).await?;
    Ok(Json(json!({ "success": true, "slots": slots })).into_response())
}

pub async fn get(known: Known, Fields(wanted): Fields<Wanted>) -> Answer {
    let slot = seen(&known, &wanted.project, &label(wanted.label)?).await?;
    let slot = slot.ok_or_else(|| Refusal::new(Code::NoSuchSlot, "slot not found"))?;
    Ok(Json(json!({ "success": true, "scope": slot.scope, "slot": slot })).into_response())
}

pub async fn make(known: Known, mut said: Said) -> Answer {
    let known = known.writing_for(&mut said)?;
    let scope = scope(&mut said)?;
    let project = said.text("project")?.unwrap_or_default();
    let slot = Slot {
        label: said.needed("label")?,
        content: said.text("content")?.unwrap_or_default(),
        size_limit: said.number("sizeLimit")?.unwrap_or(LIMIT),
        description: said.text("description")?.unwrap_or_default(),
        pinned: said.flag("pinned")?.unwrap_or(true),
        read_only: false,
        scope,
        project: if scope == Scope::Project {
            project
        } else {
            String::new()
        },
        created_at: String::new(),
        updated_at: String::new(),
    };
    let if_absent = said.flag("ifAbsent")?.unwrap_or(false);
    let engine = &known.desk.engine;
    let (slot, new) = engine
        .make_slot(&known.caller, None, slot, if_absent)
        .await?;
    let status = if new {
        StatusCode::CREATED
    } else {
        StatusCode::OK
    };
    Ok((status, Json(json!({ "success": true, "slot": slot }))).into_response())
}

pub async fn append(known: Known, mut said: Said) -> Answer {
    let text = said.needed("text")?;
    write(known, said, Write::Append(text)).await
}

pub async fn replace(known: Known, mut said: Said) -> Answer {
    let content = said.words("content")?;
    let content = content.ok_or_else(|| Refusal::new(Code::BadRequest, "content is required"))?;
    let over = said.words("ifContent")?;
    write(known, said, Write::Replace { content, over }).await
}

async fn write(known: Known, mut said: Said, write: Write) -> Answer {
    let known = known.writing_for(&mut said)?;
    let label = said.needed("label")?;
    let project = said.text("project")?.unwrap_or_default();
    let engine = &known.desk.engine;
    let written = engine
        .write_slot(&known.caller, None, project.clone(), label.clone(), write)
        .await;
    let slot = match written {
        Ok(slot) => slot,
        Err(error) if error.code() == Code::SlotFull => {
            let slot = seen(&known, &project, &label).await?;
            return Ok(full(error.into(), slot));
        }
        Err(error) if error.code() == Code::SlotChanged => {
            let slot = seen(&known, &project, &label).await?;
            return Ok(changed(error.into(), slot));
        }
        Err(error) => return Err(error.into()),
    };
    let size = slot.content.chars().count();
    Ok(Json(json!({ "success": true, "slot": slot, "size": size })).into_response())
}

pub async fn remove(known: Known, Fields(wanted): Fields<Wanted>) -> Answer {
    let label = label(wanted.label)?;
    let engine = &known.desk.engine;
    engine
        .remove_slot(&known.caller, None, wanted.project, label)
        .await?;
    Ok(Json(json!({ "success": true })).into_response())
}

async fn seen(known: &Known, project: &str, label: &str) -> Result<Option<Slot>, Error> {
    let engine = &known.desk.engine;
    let slots = engine
        .slots(&known.caller, None, project.to_owned())
        .await?;
    Ok(slots.into_iter().find(|slot| slot.label == label))
}

/// Whoever writes too much is told how much there is, and how much there may be.
fn full(refusal: Refusal, slot: Option<Slot>) -> Response {
    let mut told = json!(refusal.0);
    if let Some(slot) = slot {
        told["currentSize"] = json!(slot.content.chars().count());
        told["sizeLimit"] = json!(slot.size_limit);
    }
    (StatusCode::BAD_REQUEST, Json(told)).into_response()
}

/// Whoever writes over what it has not seen is told what is there.
fn changed(refusal: Refusal, slot: Option<Slot>) -> Response {
    let mut told = json!(refusal.0);
    told["slot"] = json!(slot);
    (StatusCode::CONFLICT, Json(told)).into_response()
}

fn label(label: Option<String>) -> Result<String, Refusal> {
    let label = label.filter(|label| !label.is_empty());
    label.ok_or_else(|| Refusal::new(Code::BadRequest, "label is required"))
}

fn scope(said: &mut Said) -> Result<Scope, Refusal> {
    match said.text("scope")?.as_deref() {
        None | Some("project") => Ok(Scope::Project),
        Some("global") => Ok(Scope::Global),
        Some(other) => {
            let message = format!("scope '{other}' must be project or global");
            Err(Refusal::new(Code::BadRequest, message))
        }
    }
}

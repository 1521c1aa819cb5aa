//! What happened around something, and what is told before a tool is used.

use axum::Json;
use mneme_engine::notebook::{Around, Enrich};
use serde_json::{Value, json};

use super::enter::Known;
use super::said::Said;
use crate::rest::Refusal;

type Answer = Result<Json<Value>, Refusal>;

/// Observations on either side.
const BESIDE: usize = 10;
/// More than these are no look around.
const MOST: usize = 500;

pub async fn timeline(known: Known, mut said: Said) -> Answer {
    let beside = |number: Option<usize>| number.unwrap_or(BESIDE).min(MOST);
    let asked = Around {
        anchor: said.needed("anchor")?,
        project: said.text("project")?,
        session: said.text("sessionId")?,
        before: beside(said.number("before")?),
        after: beside(said.number("after")?),
    };
    let stretch = known.desk.engine.around(&known.caller, None, asked).await?;
    Ok(Json(json!({
        "success": true,
        "observations": stretch.observations,
        "anchorIndex": stretch.anchor,
    })))
}

pub async fn enrich(known: Known, mut said: Said) -> Answer {
    let asked = Enrich {
        session: said.needed("sessionId")?,
        files: said.list("files")?,
        terms: said.list("terms")?,
        project: said.text("project")?,
        tool: said.text("toolName")?,
    };
    let told = known.desk.engine.enrich(&known.caller, None, asked).await?;
    Ok(Json(json!({ "context": told })))
}

//! What a new session is told, and what a project is about.

use axum::Json;
use axum::extract::State;
use mneme_engine::notebook::Context;
use serde::Deserialize;
use serde_json::{Value, json};

use super::Notebook;
use super::enter::Known;
use super::said::{Fields, Said};
use crate::rest::Refusal;

type Answer = Result<Json<Value>, Refusal>;

pub async fn context(State(notebook): State<Notebook>, known: Known, mut said: Said) -> Answer {
    let (session, project) = (said.needed("sessionId")?, said.needed("project")?);
    let budget = said.number("budget")?.unwrap_or(notebook.settings.budget);
    let told = made(&known, session, project, budget).await?;
    let mut shown = json!({ "context": told.text, "blocks": told.blocks, "tokens": told.tokens });
    // Beside the published fields: what a model will really count, and where each line is from.
    if !told.lines.is_empty() {
        shown["tokensReal"] = json!(mneme_engine::tokens_of(&told.text));
        let lines = told.lines.iter();
        let lines = lines.map(|line| json!({ "text": line.text, "source": line.source }));
        shown["lines"] = lines.collect();
    }
    Ok(Json(shown))
}

pub async fn made(
    known: &Known,
    session: String,
    project: String,
    budget: usize,
) -> Result<Context, Refusal> {
    let engine = &known.desk.engine;
    let told = engine.context(&known.caller, None, session, project, budget);
    Ok(told.await?)
}

#[derive(Deserialize)]
pub struct Of {
    project: Option<String>,
}

pub async fn profile(known: Known, Fields(of): Fields<Of>) -> Answer {
    let engine = &known.desk.engine;
    let Some(project) = of.project.filter(|project| !project.is_empty()) else {
        let projects = engine.projects(&known.caller, None).await?;
        return Ok(Json(json!({ "projects": projects, "success": true })));
    };
    let profile = engine.profile(&known.caller, None, project).await?;
    Ok(Json(json!(profile)))
}

//! Sessions: begun, ended, listed.

use axum::Json;
use axum::extract::State;
use mneme_engine::notebook::{Session, Sessions, StartSession};
use serde::Deserialize;
use serde_json::{Value, json};

use super::enter::Known;
use super::said::{Fields, Limit, Said};
use super::{Notebook, context};
use crate::rest::Refusal;

type Answer = Result<Json<Value>, Refusal>;

pub async fn start(State(notebook): State<Notebook>, known: Known, mut said: Said) -> Answer {
    let start = StartSession {
        session: said.needed("sessionId")?,
        project: said.needed("project")?,
        cwd: said.needed("cwd")?,
        title: said.text("title")?,
        agent: said.text("agentId")?.or_else(|| known.caller.agent.clone()),
        client: said.text("client")?,
        at: None,
    };
    let engine = &known.desk.engine;
    let session = engine.start_session(&known.caller, None, start).await?;
    let (id, project) = (session.id.clone(), session.project.clone());
    let told = context::made(&known, id, project, notebook.settings.budget).await?;
    Ok(Json(
        json!({ "session": shown(&session), "context": told.text }),
    ))
}

/// A hook asks for the summary with the end; whoever else ends a session need not.
pub async fn end(known: Known, mut said: Said) -> Answer {
    let session = said.needed("sessionId")?;
    let summarize = said.flag("summarize")?.unwrap_or(false);
    let (engine, caller) = (&known.desk.engine, &known.caller);
    let ended = engine.end_session(caller, None, session.clone(), None);
    ended.await?;
    if summarize {
        known.desk.owe(caller, None, &session);
    }
    Ok(Json(json!({ "success": true })))
}

#[derive(Deserialize)]
pub struct Wanted {
    project: Option<String>,
    #[serde(rename = "agentId")]
    agent: Option<String>,
    limit: Option<Limit>,
}

pub async fn list(known: Known, Fields(wanted): Fields<Wanted>) -> Answer {
    let wanted = Sessions {
        project: wanted.project,
        agent: wanted.agent.filter(|agent| agent != "*"),
        limit: wanted.limit.map(|limit| limit.0),
    };
    let engine = &known.desk.engine;
    let sessions = engine.sessions(&known.caller, None, wanted).await?;
    let sessions: Vec<Value> = sessions.iter().map(shown).collect();
    Ok(Json(json!({ "sessions": sessions })))
}

/// In the published shape: what is not known is not there.
pub fn shown(session: &Session) -> Value {
    let mut told = json!({
        "id": session.id,
        "project": session.project,
        "cwd": session.cwd,
        "startedAt": session.started.rfc3339(),
        "updatedAt": session.updated.rfc3339(),
        "status": if session.active { "active" } else { "completed" },
        "observationCount": session.observations,
    });
    let maybe = [
        ("endedAt", session.ended.map(|ended| ended.rfc3339())),
        ("agentId", session.agent.clone()),
        ("title", session.title.clone()),
        ("summary", session.summary.clone()),
        ("firstPrompt", session.first_prompt.clone()),
        ("model", session.model.clone()),
    ];
    if !session.tags.is_empty() {
        told["tags"] = Value::from(session.tags.clone());
    }
    for (name, value) in maybe {
        if let Some(value) = value {
            told[name] = Value::from(value);
        }
    }
    if !session.commits.is_empty() {
        told["commitShas"] = json!(session.commits);
    }
    told
}

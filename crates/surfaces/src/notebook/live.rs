//! Whether somebody is there.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::HOST;
use mneme_access::{Caller, Need};
use serde_json::{Value, json};

use mneme_engine::notebook::{Notes, Sessions};

use super::Notebook;
use super::diagnose::diagnose;
use crate::desk::Desk;
use crate::rest::Refusal;

/// Only how many there are.
const NONE: Notes = Notes {
    latest: false,
    project: None,
    kind: None,
    agent: None,
    limit: 0,
};

/// The viewer is at the port one asks.
pub async fn livez(headers: HeaderMap) -> Json<Value> {
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    let port = host.and_then(|host| host.rsplit_once(':')?.1.parse::<u16>().ok());
    Json(json!({
        "status": "ok", "service": "agentmemory", "viewerPort": port, "viewerSkipped": false,
    }))
}

/// Whoever is known is told counts as well: of what it may see. Nobody is told that it is there,
/// and whether it is well.
pub async fn health(
    State(notebook): State<Notebook>,
    caller: Option<axum::Extension<Caller>>,
) -> Json<Value> {
    // Whoever may not come in from where it is learns what anybody does, and nothing that is not so.
    let may = |caller: &axum::Extension<Caller>| match &notebook.door.desk {
        Ok(desk) => desk.engine.scope(caller, Need::Read, None).is_ok(),
        Err(_) => true,
    };
    let caller = caller.filter(may);
    let mut told = json!({
        "status": "healthy",
        "service": "agentmemory",
        "version": notebook.door.version,
    });
    if let (Ok(desk), Some(caller)) = (&notebook.door.desk, &caller)
        && let Ok(diagnosis) = diagnose(desk, caller).await
    {
        told["subsystems"] = diagnosis.parts;
        if diagnosis.degraded {
            told["status"] = json!("degraded");
        }
    }
    let counted = match (&notebook.door.desk, &caller) {
        (Err(_), _) => None,
        (Ok(_), None) => return Json(told),
        (Ok(desk), Some(caller)) => counts(desk, caller, &notebook).await.ok(),
    };
    match counted {
        Some((memories, events)) => {
            told["database"] = json!("mneme");
            told["databaseStatus"] = json!("ok");
            told["memories"] = json!(memories);
            told["events"] = json!(events);
        }
        None => told["status"] = json!("degraded"),
    }
    if caller.is_some() && told["status"] == "degraded" && told["database"].is_null() {
        told["databaseStatus"] = json!("closed");
    }
    Json(told)
}

/// Memories and events that one sees.
async fn counts(desk: &Desk, caller: &Caller, notebook: &Notebook) -> Result<(u64, u64), Refusal> {
    if caller.only.is_some() {
        return own(desk, caller).await;
    }
    let stats = desk.engine.stats(caller).await?;
    let all = stats.namespaces.iter();
    let own = all
        .into_iter()
        .find(|own| own.name == notebook.settings.namespace);
    Ok(own.map_or((0, 0), |own| (own.memories, own.events)))
}

/// Of an agent that is kept apart, or asked for by name.
async fn own(desk: &Desk, caller: &Caller) -> Result<(u64, u64), Refusal> {
    let (_, memories) = desk.engine.counted_notes(caller, None, NONE).await?;
    let sessions = desk.engine.sessions(caller, None, Sessions::default());
    let events = sessions
        .await?
        .iter()
        .map(|session| session.observations)
        .sum();
    Ok((memories as u64, events))
}

//! Whether somebody is there.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::HOST;
use mneme_access::Caller;
use serde_json::{Value, json};

use super::Notebook;
use super::diagnose::diagnose;

/// The viewer is at the port one asks.
pub async fn livez(headers: HeaderMap) -> Json<Value> {
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    let port = host.and_then(|host| host.rsplit_once(':')?.1.parse::<u16>().ok());
    Json(json!({
        "status": "ok", "service": "agentmemory", "viewerPort": port, "viewerSkipped": false,
    }))
}

/// Whoever is known is told counts as well.
pub async fn health(
    State(notebook): State<Notebook>,
    caller: Option<axum::Extension<Caller>>,
) -> Json<Value> {
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
    let stats = match (&notebook.door.desk, caller) {
        (Err(_), _) => Err(()),
        (Ok(_), None) => return Json(told),
        (Ok(desk), Some(caller)) => desk.engine.stats(&caller).await.map_err(|_| ()),
    };
    match stats {
        Ok(stats) => {
            let own = stats
                .namespaces
                .iter()
                .find(|own| own.name == notebook.settings.namespace);
            told["database"] = json!("mneme");
            told["databaseStatus"] = json!("ok");
            told["memories"] = json!(own.map_or(0, |own| own.memories));
            told["events"] = json!(own.map_or(0, |own| own.events));
        }
        Err(()) => {
            told["status"] = json!("degraded");
            told["databaseStatus"] = json!("closed");
        }
    }
    Json(told)
}

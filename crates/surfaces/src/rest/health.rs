//! Whether somebody is there, and whether all is well.

use std::net::IpAddr;

use axum::Json;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use mneme_access::{Caller, Peer};
use mneme_engine::{Result, Stats};
use mneme_model::Code;
use serde_json::{Value, json};

use super::entrance::Visitor;
use super::{Door, Refusal};
use crate::desk::Desk;

/// Open to all: says whether the store is there and writable. Of what is in it, it counts what
/// whoever asks may see.
pub async fn health(State(door): State<Door>, request: Request) -> Response {
    let desk = match &door.desk {
        Ok(desk) => desk,
        Err(fault) => {
            let body = json!({"status": "degraded", "code": fault.code, "error": fault.error, "version": door.version});
            return (StatusCode::SERVICE_UNAVAILABLE, Json(body)).into_response();
        }
    };
    let caller = request.extensions().get::<Caller>().cloned();
    let local = at_home(&Visitor::of(&request)).filter(|_| door.tells_totals);
    match health_of(desk, &door, caller.as_ref(), local).await {
        Ok(body) => Json(body).into_response(),
        Err(error) => Refusal::from(error).into_response(),
    }
}

/// Where somebody of this machine is.
fn at_home(visitor: &Visitor<'_>) -> Option<IpAddr> {
    visitor.peer.filter(|_| visitor.is_local())
}

/// Whoever reads goes on reading on a full disk or without a model, so the status stays 200.
async fn health_of(
    desk: &Desk,
    door: &Door,
    caller: Option<&Caller>,
    local: Option<IpAddr>,
) -> Result<Value> {
    let all = desk.engine.totals().await?;
    let seen = match caller {
        Some(caller) => count(&desk.engine.stats(caller).await?),
        None => local.map_or(0, |peer| open_to(desk, &all, peer)),
    };
    let mut body = json!({"status": "ok", "memory_mode": door.memory_mode, "total_memories": seen, "index_lag": all.index_lag, "version": door.version});
    if let Some((code, error)) = trouble(desk, &all).await? {
        body["status"] = json!("degraded");
        body["code"] = json!(code.name());
        body["error"] = json!(error);
    }
    Ok(body)
}

/// What is in namespaces that are open to an address: a list of addresses keeps a number back too.
fn open_to(desk: &Desk, all: &Stats, peer: IpAddr) -> u64 {
    let open = all.namespaces.iter();
    let open = open.filter(|one| desk.engine.is_open_to(&one.name, Peer::At(peer)));
    open.map(|one| one.memories).sum()
}

fn count(stats: &Stats) -> u64 {
    stats.namespaces.iter().map(|one| one.memories).sum()
}

/// The worst first. Where files are is nobody's business here.
async fn trouble(desk: &Desk, all: &Stats) -> Result<Option<(Code, String)>> {
    let room = all.room.trouble();
    if room.is_some() || !desk.engine.model_is_damaged().await? {
        return Ok(room);
    }
    let why = String::from("the model is damaged: recall goes by words");
    Ok(Some((Code::ModelDamaged, why)))
}

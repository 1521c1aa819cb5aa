//! Sessions summed up, what stays of them, and what they leave in slots.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use mneme_engine::Error;
use mneme_model::Code;
use serde_json::{Value, json};

use super::enter::Known;
use super::said::Said;
use crate::rest::Refusal;

type Answer = Result<Json<Value>, Refusal>;

/// Observations that are looked at unless somebody says otherwise.
const REVIEWED: usize = 50;
/// The largest number of days anybody can mean.
const AGES: f64 = 1_000_000.0;

pub async fn summarize(known: Known, mut said: Said) -> Result<Response, Refusal> {
    let session = said.needed("sessionId")?;
    let summary = to_the_end(async move {
        let engine = &known.desk.engine;
        known.desk.pay(&known.caller, &session);
        engine.summarise(&known.caller, None, session).await
    });
    match summary.await? {
        Ok(summary) => Ok(Json(json!({ "success": true, "summary": summary })).into_response()),
        Err(error) if error.code() == Code::NoSuchSession => Ok(unknown(error)),
        Err(error) => Err(error.into()),
    }
}

/// Goes on though whoever asked has left: a hook waits for nothing that comes of it.
pub async fn to_the_end<T: Send + 'static>(
    work: impl Future<Output = T> + Send + 'static,
) -> Result<T, Refusal> {
    let done = tokio::spawn(work).await;
    done.map_err(|_| Refusal::new(Code::Internal, "internal server error"))
}

/// Its clients know one status for whatever keeps a session from being summed up.
fn unknown(error: Error) -> Response {
    let mut response = Refusal::from(error).into_response();
    *response.status_mut() = StatusCode::BAD_REQUEST;
    response
}

pub async fn crystals(known: Known) -> Answer {
    let crystals = known.desk.engine.crystals(&known.caller, None).await?;
    Ok(Json(
        json!({ "total": crystals.len(), "crystals": crystals }),
    ))
}

/// Sums up what ended so many days ago and nobody summed up yet.
pub async fn crystallize(known: Known, mut said: Said) -> Answer {
    let days = match said.value("olderThanDays") {
        Value::Null => Some(0.0),
        Value::Number(days) => days.as_f64(),
        Value::String(days) => days.trim().parse().ok(),
        _ => None,
    };
    let days = days.filter(|days: &f64| (0.0..=AGES).contains(days));
    let days = days
        .ok_or_else(|| Refusal::new(Code::BadRequest, "olderThanDays must be a number of days"))?;
    let crystals = to_the_end(async move {
        let engine = &known.desk.engine;
        engine.crystallise(&known.caller, None, days).await
    });
    let crystals = crystals.await??;
    Ok(Json(json!({
        "success": true, "crystallized": crystals.len(), "crystals": crystals,
    })))
}

pub async fn reflect(known: Known, mut said: Said) -> Answer {
    let session = said.needed("sessionId")?;
    let most = said.number("maxObservations")?.unwrap_or(REVIEWED).max(1);
    let engine = &known.desk.engine;
    let done = engine.reflect(&known.caller, None, session, most).await?;
    let mut told = json!({
        "success": true, "applied": done.applied, "observationsReviewed": done.reviewed,
    });
    match (done.reviewed, done.applied) {
        (0, _) => told["reason"] = json!("no_observations"),
        (_, 0) => told["reason"] = json!("nothing_new"),
        _ => {}
    }
    Ok(Json(told))
}

//! The table of contents, for whoever may read the notebook.

use axum::Json;
use axum::response::{IntoResponse, Response};
use mneme_wire::shapes::{GripRequest, TocRequest};

use super::enter::Known;
use super::said::Fields;
use crate::rest::Refusal;

type Answer = Result<Response, Refusal>;

pub async fn toc(known: Known, Fields(request): Fields<TocRequest>) -> Answer {
    let told = known.desk.toc(&known.caller, request).await?;
    Ok(Json(told).into_response())
}

pub async fn grip(known: Known, Fields(request): Fields<GripRequest>) -> Answer {
    let told = known.desk.grip(&known.caller, request).await?;
    Ok(Json(told).into_response())
}

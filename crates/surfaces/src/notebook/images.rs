//! Pictures of observations.

use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

use super::enter::Known;
use super::said::{Fields, absent};
use crate::rest::Refusal;

#[derive(Deserialize)]
pub struct Wanted {
    id: String,
}

pub async fn show(known: Known, Fields(wanted): Fields<Wanted>) -> Result<Response, Refusal> {
    let engine = &known.desk.engine;
    let image = engine.image(&known.caller, None, wanted.id).await;
    let listed = "observations name their pictures in imageData";
    let image = image.map_err(|error| absent(error, listed))?;
    let headers = [
        (CONTENT_TYPE, image.media),
        (CACHE_CONTROL, "private, no-store"),
    ];
    Ok((headers, image.bytes).into_response())
}

//! Searching: the engine's recall in the notebook's shape.

use axum::Json;
use mneme_engine::notebook::{Found, Search};
use mneme_model::Code;

use super::enter::Known;
use super::said::Said;
use crate::rest::Refusal;

type Answer = Result<Json<Vec<Found>>, Refusal>;

const LISTED: usize = 10;
/// Hits of one session that a smart search shows.
const EACH: usize = 3;

pub async fn search(known: Known, mut said: Said) -> Answer {
    let each = said.number("perSession")?.filter(|each| *each > 0);
    found(known, said, each).await
}

pub async fn smart(known: Known, mut said: Said) -> Answer {
    let each = said.number("perSession")?.filter(|each| *each > 0);
    found(known, said, Some(each.unwrap_or(EACH))).await
}

async fn found(known: Known, mut said: Said, per_session: Option<usize>) -> Answer {
    let query = said.text("query")?;
    let query = query.ok_or_else(|| Refusal::new(Code::QueryEmpty, "query is required"))?;
    let limit = said.limit(LISTED)?;
    if limit == 0 {
        return Ok(Json(Vec::new()));
    }
    let search = Search {
        query,
        limit,
        per_session,
    };
    let engine = &known.desk.engine;
    Ok(Json(
        engine.search_notes(&known.caller, None, search).await?,
    ))
}

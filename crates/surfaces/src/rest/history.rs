//! Decode, ask, encode: histories, and memories that say the same.

use axum::Json;
use mneme_wire::shapes::*;
use serde::Deserialize;

use super::Refusal;
use super::body::{Body, Fields, Id, Maybe};
use super::caller::Known;

type Answer<T> = Result<Json<T>, Refusal>;

/// Where to look, behind the path.
#[derive(Deserialize)]
pub struct Where {
    namespace: Option<String>,
}

pub async fn show(
    known: Known,
    Id(id): Id,
    Fields(Where { namespace }): Fields<Where>,
) -> Answer<HistoryView> {
    let request = HistoryRequest { id, namespace };
    Ok(Json(known.desk.history(&known.caller, request).await?))
}

pub async fn bundle(
    known: Known,
    Id(id): Id,
    Fields(Where { namespace }): Fields<Where>,
) -> Answer<HistoryBundle> {
    let request = HistoryBundleRequest { id, namespace };
    let bundle = known.desk.history_bundle(&known.caller, request).await?;
    Ok(Json(bundle))
}

pub async fn replay(known: Known, Body(request): Body<ReplayRequest>) -> Answer<ReplayReply> {
    Ok(Json(known.desk.replay(&known.caller, request).await?))
}

/// The same for everybody who may read.
pub async fn contract(_: Known) -> Json<RuntimeContract> {
    Json(mneme_wire::contract::document())
}

pub async fn consolidate(
    known: Known,
    Maybe(request): Maybe<ConsolidateRequest>,
) -> Answer<ConsolidateReply> {
    Ok(Json(known.desk.consolidate(&known.caller, request).await?))
}

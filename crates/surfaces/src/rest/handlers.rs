//! Decode, ask, encode.

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use mneme_model::Door as Entrance;
use mneme_wire::shapes::*;
use serde_json::Value;

use super::body::{Body, Fields, Id, Maybe, NoQuery};
use super::caller::{Known, Stranger};
use super::sharing::Inside;
use super::{Door, Refusal};
use crate::ops::{gauges, metrics, process};

type Answer<T> = Result<Json<T>, Refusal>;

pub async fn store(known: Known, Body(request): Body<StoreRequest>) -> Answer<StoreReply> {
    Ok(Json(known.desk.store(&known.caller, request).await?))
}

pub async fn store_batch(
    known: Known,
    Body(request): Body<StoreBatchRequest>,
) -> Answer<StoreBatchReply> {
    Ok(Json(known.desk.store_batch(&known.caller, request).await?))
}

pub async fn recall(known: Known, Body(request): Body<RecallRequest>) -> Answer<RecallReply> {
    Ok(Json(
        known.desk.recall(&known.caller, request).await?.worded(),
    ))
}

pub async fn recall_batch(
    known: Known,
    Body(request): Body<RecallBatchRequest>,
) -> Answer<RecallBatchReply> {
    let told = known.desk.recall_batch(&known.caller, request).await?;
    let results = told.results.into_iter().map(RecallReply::worded);
    Ok(Json(RecallBatchReply {
        results: results.collect(),
    }))
}

pub async fn update(known: Known, Body(request): Body<UpdateRequest>) -> Answer<UpdateReply> {
    Ok(Json(known.desk.update(&known.caller, request).await?))
}

pub async fn memories(known: Known, Fields(request): Fields<ListRequest>) -> Answer<ListReply> {
    Ok(Json(known.desk.list(&known.caller, request).await?))
}

pub async fn inspect(
    known: Known,
    Id(id): Id,
    Fields(Inside { namespace }): Fields<Inside>,
) -> Answer<Value> {
    let request = InspectRequest { id, namespace };
    Ok(Json(known.desk.inspect(&known.caller, request).await?))
}

pub async fn ingest(known: Known, Body(request): Body<IngestRequest>) -> Answer<IngestReply> {
    Ok(Json(known.desk.ingest(&known.caller, request).await?))
}

pub async fn events(known: Known, Fields(request): Fields<EventsRequest>) -> Answer<EventsReply> {
    Ok(Json(known.desk.events(&known.caller, request).await?))
}

pub async fn toc(known: Known, Fields(request): Fields<TocRequest>) -> Answer<TocReply> {
    Ok(Json(known.desk.toc(&known.caller, request).await?))
}

pub async fn grip(known: Known, Fields(request): Fields<GripRequest>) -> Answer<GripReply> {
    Ok(Json(known.desk.grip(&known.caller, request).await?))
}

pub async fn forget(
    known: Known,
    _: NoQuery,
    Body(request): Body<ForgetRequest>,
) -> Answer<ForgetReply> {
    Ok(Json(known.desk.forget(&known.caller, request).await?))
}

pub async fn forget_certified(
    known: Known,
    _: NoQuery,
    Body(request): Body<CertifiedRequest>,
) -> Answer<Receipt> {
    let receipt = known.desk.forget_certified(&known.caller, request).await?;
    Ok(Json(receipt))
}

pub async fn receipts(
    known: Known,
    Fields(request): Fields<ListReceiptsRequest>,
) -> Answer<ListReceiptsReply> {
    Ok(Json(known.desk.receipts(&known.caller, request).await?))
}

pub async fn receipt(
    known: Known,
    Id(id): Id,
    Fields(Inside { namespace }): Fields<Inside>,
) -> Answer<Receipt> {
    let request = ShowReceiptRequest { id, namespace };
    Ok(Json(known.desk.receipt(&known.caller, request).await?))
}

pub async fn feedback(known: Known, Body(request): Body<FeedbackRequest>) -> Answer<FeedbackReply> {
    Ok(Json(known.desk.feedback(&known.caller, request).await?))
}

pub async fn pin(known: Known, Body(request): Body<PinRequest>) -> Answer<PinReply> {
    Ok(Json(known.desk.pin(&known.caller, request).await?))
}

pub async fn trust_stats(
    known: Known,
    Fields(request): Fields<TrustStatsRequest>,
) -> Answer<TrustStatsReply> {
    Ok(Json(known.desk.trust_stats(&known.caller, request).await?))
}

pub async fn export(known: Known, Fields(request): Fields<ExportRequest>) -> Answer<ExportReply> {
    Ok(Json(known.desk.export(&known.caller, request).await?))
}

pub async fn new_token(
    known: Known,
    Body(request): Body<NewTokenRequest>,
) -> Answer<NewTokenReply> {
    Ok(Json(known.desk.new_token(&known.caller, request).await?))
}

pub async fn keys(known: Known) -> Answer<AdminKeysReply> {
    let listed = known.desk.list_keys(&known.caller)?;
    Ok(Json(AdminKeysReply {
        api_keys: listed.keys,
        retired_keys: known.desk.retired_keys(&known.caller).await?,
    }))
}

pub async fn rotate_key(
    known: Known,
    Maybe(request): Maybe<RotateKeyRequest>,
) -> Answer<RotateKeyReply> {
    Ok(Json(known.desk.rotate_key(&known.caller, request).await?))
}

pub async fn revoke_data_key(known: Known, Id(id): Id) -> Answer<RevokeKeyReply> {
    let request = RevokeDataKeyRequest { id };
    let gone = known.desk.revoke_data_key(&known.caller, request).await?;
    Ok(Json(gone))
}

pub async fn trade_key(
    stranger: Stranger,
    Body(request): Body<TradeKeyRequest>,
) -> Answer<TradeKeyReply> {
    let Stranger { desk, peer } = stranger;
    Ok(Json(
        desk.trade_key(Entrance::Rest, peer.into(), request).await?,
    ))
}

pub async fn metrics(known: Known, State(door): State<Door>) -> Result<Response, Refusal> {
    drop(known);
    open_metrics(State(door)).await
}

/// For the door that only has numbers; its entrance says who may.
pub async fn open_metrics(State(door): State<Door>) -> Result<Response, Refusal> {
    let desk = door.desk.as_ref().map_err(|fault| Refusal(fault.clone()))?;
    let totals = desk.engine.totals().await?;
    let gauges = gauges::all(&totals, &desk.engine.workings().await?);
    let mut text = metrics::render(&door.signals, &gauges);
    text.push_str(&metrics::render_histograms(&door.histograms));
    text.push_str(&process::render(&door.version));
    Ok(([(header::CONTENT_TYPE, metrics::CONTENT_TYPE)], text).into_response())
}

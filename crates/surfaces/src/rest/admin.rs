//! Decode, ask, encode: what administrators look at, and what waits for their word.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{Html, IntoResponse, Response};
use mneme_wire::errors::worded;
use mneme_wire::shapes::*;
use serde::Deserialize;
use serde_json::{Value, json};

use super::body::{Body, Fields, Id};
use super::caller::Known;
use super::{Door, Refusal};

type Answer<T> = Result<Json<T>, Refusal>;

/// The page has one style of its own, and loads nothing.
const PAGE: HeaderValue = HeaderValue::from_static("default-src 'none'; style-src 'unsafe-inline'");

/// How much of the words is to be seen, behind the path.
#[derive(Deserialize)]
pub struct Glimpse {
    namespace: Option<String>,
    content_chars: Option<usize>,
}

pub async fn peek(known: Known, Id(id): Id, Fields(glimpse): Fields<Glimpse>) -> Answer<PeekReply> {
    let request = PeekRequest {
        id,
        namespace: glimpse.namespace,
        content_chars: glimpse.content_chars,
    };
    Ok(Json(known.desk.peek(&known.caller, request).await?))
}

pub async fn review_queue(
    known: Known,
    Fields(request): Fields<ReviewQueueRequest>,
) -> Answer<ReviewQueueReply> {
    Ok(Json(known.desk.review_queue(&known.caller, request).await?))
}

pub async fn review_action(
    known: Known,
    Body(request): Body<ReviewActionRequest>,
) -> Answer<ReviewActionReply> {
    let done = known.desk.review_action(&known.caller, request).await?;
    Ok(Json(done))
}

pub async fn lifecycle(
    known: Known,
    Fields(request): Fields<LifecycleRequest>,
) -> Answer<LifecycleReply> {
    Ok(Json(known.desk.lifecycle(&known.caller, request).await?))
}

pub async fn recent(known: Known, Fields(request): Fields<RecentRequest>) -> Answer<Value> {
    Ok(Json(known.desk.recent(&known.caller, request).await?))
}

pub async fn hud(known: Known, Fields(request): Fields<HudRequest>) -> Result<Response, Refusal> {
    let mut told = known.desk.hud(&known.caller, &request).await?;
    let actions = told["quick_actions"].as_array_mut();
    for action in actions.into_iter().flatten() {
        action["cli"] = worded(action["cli"].as_str().unwrap_or_default()).into();
    }
    if request.format.as_deref() != Some("html") {
        return Ok(Json(told).into_response());
    }
    let allowed = [(header::CONTENT_SECURITY_POLICY, PAGE)];
    Ok((allowed, Html(crate::desk::hud_page(&told))).into_response())
}

pub async fn explain(known: Known, Body(request): Body<ExplainRequest>) -> Answer<Value> {
    Ok(Json(known.desk.explain(&known.caller, request).await?))
}

pub async fn space_stats(
    known: Known,
    Fields(request): Fields<SpaceStatsRequest>,
) -> Answer<SpaceStatsReply> {
    Ok(Json(known.desk.space_stats(&known.caller, request).await?))
}

pub async fn idf_stats(
    known: Known,
    Fields(request): Fields<IdfStatsRequest>,
) -> Answer<IdfStatsReply> {
    Ok(Json(known.desk.idf_stats(&known.caller, request).await?))
}

pub async fn index_health(
    known: Known,
    Fields(request): Fields<IndexHealthRequest>,
) -> Answer<IndexHealthReply> {
    Ok(Json(known.desk.index_health(&known.caller, request).await?))
}

pub async fn cache_stats(
    known: Known,
    Fields(request): Fields<CacheStatsRequest>,
) -> Answer<CacheStatsReply> {
    Ok(Json(known.desk.cache_stats(&known.caller, request).await?))
}

pub async fn cache_flush(
    known: Known,
    Fields(request): Fields<CacheFlushRequest>,
) -> Answer<FlushReply> {
    Ok(Json(known.desk.cache_flush(&known.caller, request).await?))
}

pub async fn intent_stats(
    known: Known,
    Fields(request): Fields<IntentStatsRequest>,
) -> Answer<IntentStatsReply> {
    Ok(Json(known.desk.intent_stats(&known.caller, request)?))
}

pub async fn intent_flush(
    known: Known,
    Fields(request): Fields<IntentFlushRequest>,
) -> Answer<FlushReply> {
    Ok(Json(known.desk.intent_flush(&known.caller, request)?))
}

pub async fn prefetch_stats(
    known: Known,
    Fields(request): Fields<PrefetchStatsRequest>,
) -> Answer<PrefetchStatsReply> {
    Ok(Json(known.desk.prefetch_stats(&known.caller, request)?))
}

/// What this API looks like: nothing of what is kept.
pub async fn openapi(State(door): State<Door>) -> Json<Value> {
    Json(mneme_wire::openapi::document(&door.version))
}

/// Open to all: what this is, and on which terms.
pub async fn source() -> Json<Value> {
    let home = match env!("CARGO_PKG_REPOSITORY") {
        "" => "the archive this program came in: LICENSE and README.md stand beside it",
        home => home,
    };
    Json(json!({
        "license": env!("CARGO_PKG_LICENSE"),
        "source": home,
        "notice": "mneme, the memory API of memoryOSS from its published interface; no code of it is used",
    }))
}

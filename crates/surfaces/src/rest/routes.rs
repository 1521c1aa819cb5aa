//! Every route, made from the tables that say who may call it: there is no other way to one.

use axum::http::Method;
use axum::routing::{MethodFilter, MethodRouter, get, on};
use axum::{Extension, Router};
use mneme_wire::operations::{CATALOGUE, FIXED, Operation};
use mneme_wire::shapes::*;

use super::whole::Most;
use super::{Door, admin, handlers, health, history, sharing};

/// The routes of the memory API; a request, and a batch or something taken in, may have as many bytes
/// as given.
pub fn all(body_bytes: usize, batch_bytes: usize) -> Router<Door> {
    let rows = CATALOGUE.iter().filter_map(|row| {
        let (method, path) = row.rest?;
        Some((method, path, row.name))
    });
    let fixed = FIXED
        .iter()
        .map(|(method, path, _)| (*method, *path, *path));
    let mut router = Router::new();
    for (method, path, name) in rows.chain(fixed) {
        if let Some(handler) = filter(method).and_then(|method| handler(name, method)) {
            let most = Most(match name {
                StoreBatchRequest::NAME | IngestRequest::NAME | ReplayRequest::NAME => batch_bytes,
                _ => body_bytes,
            });
            router = router.route(path, handler.layer(Extension(most)));
        }
    }
    router
}

/// The routes of the door that only has numbers.
pub fn numbers() -> Router<Door> {
    Router::new()
        .route("/metrics", get(handlers::open_metrics))
        .route("/health", get(health::health))
}

fn filter(method: &str) -> Option<MethodFilter> {
    let method = Method::from_bytes(method.as_bytes()).ok()?;
    MethodFilter::try_from(method).ok()
}

/// Who answers an operation, or a fixed path. A row of the tables without a line here is not
/// offered, and a test finds it missing.
fn handler(name: &str, method: MethodFilter) -> Option<MethodRouter<Door>> {
    let handler = match name {
        StoreRequest::NAME => on(method, handlers::store),
        StoreBatchRequest::NAME => on(method, handlers::store_batch),
        RecallRequest::NAME => on(method, handlers::recall),
        RecallBatchRequest::NAME => on(method, handlers::recall_batch),
        UpdateRequest::NAME => on(method, handlers::update),
        ListRequest::NAME => on(method, handlers::memories),
        InspectRequest::NAME => on(method, handlers::inspect),
        IngestRequest::NAME => on(method, handlers::ingest),
        EventsRequest::NAME => on(method, handlers::events),
        TocRequest::NAME => on(method, handlers::toc),
        GripRequest::NAME => on(method, handlers::grip),
        ForgetRequest::NAME => on(method, handlers::forget),
        CertifiedRequest::NAME => on(method, handlers::forget_certified),
        ListReceiptsRequest::NAME => on(method, handlers::receipts),
        ShowReceiptRequest::NAME => on(method, handlers::receipt),
        FeedbackRequest::NAME => on(method, handlers::feedback),
        PeekRequest::NAME => on(method, admin::peek),
        ReviewQueueRequest::NAME => on(method, admin::review_queue),
        ReviewActionRequest::NAME => on(method, admin::review_action),
        ShareRequest::NAME => on(method, sharing::create),
        ListSharedRequest::NAME => on(method, sharing::list),
        UnshareRequest::NAME => on(method, sharing::delete),
        GrantRequest::NAME => on(method, sharing::grant),
        ListGrantsRequest::NAME => on(method, sharing::grants),
        UngrantRequest::NAME => on(method, sharing::revoke),
        AccessibleRequest::NAME => on(method, sharing::accessible),
        LifecycleRequest::NAME => on(method, admin::lifecycle),
        RecentRequest::NAME => on(method, admin::recent),
        HudRequest::NAME => on(method, admin::hud),
        ExplainRequest::NAME => on(method, admin::explain),
        SpaceStatsRequest::NAME => on(method, admin::space_stats),
        IdfStatsRequest::NAME => on(method, admin::idf_stats),
        IndexHealthRequest::NAME => on(method, admin::index_health),
        CacheStatsRequest::NAME => on(method, admin::cache_stats),
        CacheFlushRequest::NAME => on(method, admin::cache_flush),
        IntentStatsRequest::NAME => on(method, admin::intent_stats),
        IntentFlushRequest::NAME => on(method, admin::intent_flush),
        PrefetchStatsRequest::NAME => on(method, admin::prefetch_stats),
        ConsolidateRequest::NAME => on(method, history::consolidate),
        HistoryRequest::NAME => on(method, history::show),
        HistoryBundleRequest::NAME => on(method, history::bundle),
        RuntimeContractRequest::NAME => on(method, history::contract),
        ReplayRequest::NAME => on(method, history::replay),
        PinRequest::NAME => on(method, handlers::pin),
        TrustStatsRequest::NAME => on(method, handlers::trust_stats),
        ExportRequest::NAME => on(method, handlers::export),
        ListKeysRequest::NAME => on(method, handlers::keys),
        RotateKeyRequest::NAME => on(method, handlers::rotate_key),
        RevokeDataKeyRequest::NAME => on(method, handlers::revoke_data_key),
        NewTokenRequest::NAME => on(method, handlers::new_token),
        TradeKeyRequest::NAME => on(method, handlers::trade_key),
        "/health" => on(method, health::health),
        "/metrics" => on(method, handlers::metrics),
        "/v1/source" => on(method, admin::source),
        "/openapi.json" | "/v1/openapi.json" => on(method, admin::openapi),
        _ => return None,
    };
    Some(handler)
}

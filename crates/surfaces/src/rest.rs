//! The REST door.

mod answer;
mod body;
mod caller;
mod handlers;
mod headers;
mod requests;
pub mod tls;

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware;
use axum::routing::{delete, get, patch, post};
use axum::serve::{Listener, ListenerExt};
use mneme_access::RateLimit;
use mneme_model::signal::Signal;
use mneme_wire::Fault;
use tokio::net::TcpListener;
use tokio::sync::watch;

use crate::desk::Desk;

pub use answer::Refusal;
use tls::{Tls, TlsListener};

/// What every handler can see.
#[derive(Clone)]
pub struct Door {
    /// The desk, or why there is none: then everything but health answers with that.
    pub desk: Result<Desk, Fault>,
    pub limit: Arc<RateLimit>,
    pub signals: Arc<[&'static [&'static Signal]]>,
    pub version: String,
    /// How the listeners speak TLS; without it they speak plainly.
    pub tls: Option<Tls>,
    /// Largest body of a request that carries a batch.
    pub batch_bytes: usize,
}

/// Largest body of a plain request, and of one that carries a batch unless the door says less.
pub const BODY_BYTES: usize = 2 * 1024 * 1024;
pub const BATCH_BYTES: usize = 32 * 1024 * 1024;

/// The memory API, as one listener serves it.
pub fn router(door: Door) -> Router {
    let plain = Router::new()
        .route("/v1/store", post(handlers::store))
        .route("/v1/recall", post(handlers::recall))
        .route("/v1/recall/batch", post(handlers::recall_batch))
        .route("/v1/update", patch(handlers::update))
        .route("/v1/memories", get(handlers::memories))
        .route("/v1/inspect/{id}", get(handlers::inspect))
        .route("/v1/forget", delete(handlers::forget))
        .route("/v1/forget/certified", delete(handlers::forget_certified))
        .route("/v1/export", get(handlers::export))
        .route("/metrics", get(handlers::metrics))
        .layer(DefaultBodyLimit::max(BODY_BYTES));
    let batches = Router::new()
        .route("/v1/store/batch", post(handlers::store_batch))
        .route("/v1/events", post(handlers::ingest).get(handlers::events))
        .layer(DefaultBodyLimit::max(door.batch_bytes));
    Router::new()
        .merge(plain)
        .merge(batches)
        .route("/health", get(handlers::health))
        .fallback(answer::no_route)
        .method_not_allowed_fallback(answer::wrong_method)
        .layer(middleware::map_response(headers::secure))
        .layer(middleware::from_fn(requests::follow))
        .with_state(door)
}

/// Only the metrics, for the door that has nothing else.
pub fn metrics_router(door: Door) -> Router {
    Router::new()
        .route("/metrics", get(handlers::open_metrics))
        .route("/health", get(handlers::health))
        .fallback(answer::no_route)
        .method_not_allowed_fallback(answer::wrong_method)
        .layer(middleware::map_response(headers::secure))
        .layer(middleware::from_fn(requests::follow))
        .with_state(door)
}

/// Serves the memory API on a listener until told to stop.
pub async fn serve_rest(listener: TcpListener, door: Door, stopping: watch::Receiver<bool>) {
    let tls = door.tls.clone();
    serve(listener, tls, router(door), stopping).await;
}

/// Serves the metrics on a listener until told to stop.
pub async fn serve_metrics(listener: TcpListener, door: Door, stopping: watch::Receiver<bool>) {
    let tls = door.tls.clone();
    serve(listener, tls, metrics_router(door), stopping).await;
}

async fn serve(
    listener: TcpListener,
    tls: Option<Tls>,
    router: Router,
    stopping: watch::Receiver<bool>,
) {
    if let Some(tls) = tls {
        let router = router.layer(middleware::map_response(headers::strict));
        return serve_on(TlsListener::new(listener, tls), router, stopping).await;
    }
    let listener = listener.tap_io(|stream| {
        // Without it small answers wait for more; a failure only costs time.
        let _ = stream.set_nodelay(true);
    });
    serve_on(listener, router, stopping).await;
}

async fn serve_on<L>(listener: L, router: Router, mut stopping: watch::Receiver<bool>)
where
    L: Listener<Addr: std::fmt::Debug>,
{
    let stop = async move {
        // The sender gone means the same as told to stop.
        let _ = stopping.wait_for(|stop| *stop).await;
    };
    if let Err(error) = axum::serve(listener, router)
        .with_graceful_shutdown(stop)
        .await
    {
        tracing::error!(%error, "a door closed");
    }
}

//! The REST door.

mod admin;
mod answer;
pub(crate) mod body;
mod caller;
pub(crate) mod entrance;
mod front;
mod handlers;
mod headers;
mod health;
mod history;
pub(crate) mod path;
pub(crate) mod refusals;
mod requests;
mod routes;
mod serving;
mod sharing;
pub mod tls;
pub(crate) mod whole;

use std::sync::Arc;

use axum::Router;
use axum::middleware;
use axum::serve::ListenerExt;
use mneme_access::RateLimit;
use mneme_model::signal::{Histogram, Signal};
use mneme_wire::Fault;
use mneme_wire::tools::Set;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

use crate::desk::Desk;
use crate::notebook::Notebook;

pub use answer::Refusal;
pub(crate) use answer::{no_route, wrong_method};
pub use front::Behind;
pub(crate) use headers::secure as secured;
use serving::{QUIET, serve_on};
use tls::{Tls, TlsListener};

/// What every handler can see.
#[derive(Clone)]
pub struct Door {
    /// The desk, or why there is none: then everything but health answers with that.
    pub desk: Result<Desk, Fault>,
    pub limit: Arc<RateLimit>,
    pub signals: Arc<[&'static [&'static Signal]]>,
    pub histograms: Arc<[&'static [&'static Histogram]]>,
    pub version: String,
    /// How the listeners speak TLS; without it they speak plainly.
    pub tls: Option<Tls>,
    /// Largest body of a plain request, and of one that carries a batch.
    pub body_bytes: usize,
    pub batch_bytes: usize,
    /// Whether a program of this machine that shows no credential is let in, as admin.
    pub unlocked: bool,
    /// What memory does in calls of models where nobody says so, for whoever looks at the health.
    pub memory_mode: &'static str,
    /// Whether a program of this machine that shows no credential is told how many memories there
    /// are, in whichever namespace.
    pub tells_totals: bool,
    /// The tools agents are offered at `/mcp`, where they choose none.
    pub tools: Set,
    /// Who stands before this process, if anybody does.
    pub front: Option<Behind>,
}

/// The same unless somebody says otherwise.
pub const BODY_BYTES: usize = 2 * 1024 * 1024;
pub const BATCH_BYTES: usize = 32 * 1024 * 1024;

/// The memory API, as one listener serves it.
pub fn router(door: Door) -> Router {
    guarded(routes::all(door.body_bytes, door.batch_bytes), door)
}

fn guarded(routes: Router<Door>, door: Door) -> Router {
    let entrance = middleware::from_fn_with_state(door.clone(), entrance::enter);
    dressed(answered(routes).layer(entrance), door)
}

/// Only the metrics, for the door that has nothing else.
pub fn metrics_router(door: Door) -> Router {
    let entrance = middleware::from_fn_with_state(door.clone(), entrance::enter_numbers);
    dressed(answered(routes::numbers()).layer(entrance), door)
}

/// Before the entrance is put in front, so that it stands before what is not there, too.
fn answered(routes: Router<Door>) -> Router<Door> {
    routes
        .fallback(async || answer::no_route())
        .method_not_allowed_fallback(async || answer::wrong_method())
}

fn dressed(routes: Router<Door>, door: Door) -> Router {
    dressed_as(routes, door)
}

/// Headers, request ids and the log of requests, for any group of routes.
pub(crate) fn dressed_as<S: Clone + Send + Sync + 'static>(routes: Router<S>, state: S) -> Router {
    routes
        .layer(middleware::map_response(headers::secure))
        .layer(middleware::from_fn(requests::follow))
        .with_state(state)
}

/// Request ids and the log of requests, for routes that have headers of their own.
pub(crate) fn followed(routes: Router) -> Router {
    routes.layer(middleware::from_fn(requests::follow))
}

/// Serves the memory API, the notebook's calls and what others hang beside it, on a listener until
/// told to stop.
pub async fn serve_rest(
    listener: TcpListener,
    notebook: Notebook,
    others: Router,
    stopping: watch::Receiver<bool>,
) {
    let (door, tls) = (notebook.door.clone(), notebook.door.tls.clone());
    let behind = door.front.clone().filter(|_| !notebook.own);
    let (staying, leaving) = crate::notebook::until(stopping.clone());
    let beside = crate::notebook::beside_until(router(door), notebook, Some(staying));
    let all = beside.merge(others);
    match behind {
        // Only the process in front comes here, from this machine.
        Some(behind) => {
            let all = all.layer(middleware::from_fn_with_state(behind, front::believe));
            serve(listener, None, all, stopping).await;
        }
        None => serve(listener, tls, all, stopping).await,
    }
    leaving.done().await;
}

/// Serves the metrics on a listener until told to stop.
pub async fn serve_metrics(listener: TcpListener, door: Door, stopping: watch::Receiver<bool>) {
    let tls = door.tls.clone();
    serve(listener, tls, metrics_router(door), stopping).await;
}

/// Serves anything on a listener until told to stop.
pub async fn serve(
    listener: TcpListener,
    tls: Option<Tls>,
    router: Router,
    stopping: watch::Receiver<bool>,
) {
    // Without it small answers wait for more; a failure only costs time.
    let prompt = |stream: &TcpStream| drop(stream.set_nodelay(true));
    let Some(tls) = tls else {
        let listener = listener.tap_io(move |stream| prompt(stream));
        return serve_on(listener, router, stopping, QUIET).await;
    };
    let router = router.layer(middleware::map_response(headers::strict));
    let listener = TlsListener::new(listener, tls).tap_io(move |stream| prompt(stream.get_ref().0));
    serve_on(listener, router, stopping, QUIET).await;
}

#[cfg(test)]
mod tests;

//! The notebook's door: `/agentmemory/*`, as its clients expect it.
//!
//! The same calls hang at two listeners. At the notebook's own, programs of this machine need no
//! credential as long as no secret is set; at the other, everybody needs one.

mod actions;
mod acts;
mod antigravity;
mod around;
mod brain;
mod bridge;
pub(crate) mod calls;
mod commits;
mod consolidate;
mod contents;
mod context;
mod diagnose;
mod enter;
pub mod files;
mod flags;
mod forget;
mod guide;
mod images;
mod lessons;
mod live;
mod memories;
mod observations;
mod origins;
mod relations;
mod replay;
mod review;
mod said;
mod search;
mod secret;
mod sessions;
mod slots;
mod stream;
mod summaries;
mod tools;
mod transfer;

use std::sync::Arc;

use axum::http::StatusCode;
use axum::middleware;
use axum::response::Response;
use axum::routing::get;
use axum::{Extension, Router};

pub use antigravity::unread;
pub use secret::Held;

use crate::rest::whole::Most;
use crate::rest::{self, BATCH_BYTES, Door};
use crate::viewer;

pub(crate) use enter::{admit, bound};
use stream::Staying;
pub(crate) use stream::until;

/// How the notebook behaves.
#[derive(Clone, Debug)]
pub struct Settings {
    /// What a client shows; without it, this machine is trusted. It may change while we serve.
    pub secret: Held,
    pub namespace: String,
    /// Observations a session takes; zero is no bound.
    pub cap: u64,
    /// Who observes where nobody says so.
    pub agent: Option<String>,
    /// Whether everybody here is that agent and sees its own things only.
    pub isolated: bool,
    /// Tokens of a context, by the published estimate.
    pub budget: usize,
    /// Files of this machine it reads and writes.
    pub places: files::Places,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            secret: Held::default(),
            namespace: String::from("default"),
            cap: 500,
            agent: None,
            isolated: false,
            budget: mneme_engine::notebook::DEFAULT_BUDGET,
            places: files::Places::default(),
        }
    }
}

/// What every handler can see.
#[derive(Clone)]
pub struct Notebook {
    pub door: Door,
    pub settings: Arc<Settings>,
    /// Whether this listener is the notebook's own.
    pub own: bool,
}

/// Hangs the notebook's calls beside the memory API.
pub fn beside(api: Router, notebook: Notebook) -> Router {
    beside_until(api, notebook, None)
}

/// The same where watchers are told when the server stops.
pub(crate) fn beside_until(api: Router, notebook: Notebook, staying: Option<Staying>) -> Router {
    let livez = Router::new().route("/livez", get(live::livez));
    let guide = guide(notebook.clone());
    let viewer = viewer::router(notebook.clone());
    api.nest("/agentmemory", router(notebook.clone()))
        .merge(livez)
        .merge(guide)
        .merge(viewer)
        .merge(stream::routes(notebook.clone(), staying))
        .merge(crate::mcp::http::routes(notebook))
}

/// For agents that read before they call.
fn guide(notebook: Notebook) -> Router {
    let entrance = middleware::from_fn_with_state(notebook.clone(), enter::enter);
    let routes = Router::new()
        .route("/agent.md", get(guide::agent))
        .route("/auth.md", get(guide::auth))
        .layer(entrance);
    rest::dressed_as(routes, notebook)
}

fn router(notebook: Notebook) -> Router {
    let entrance = middleware::from_fn_with_state(notebook.clone(), enter::enter);
    let routes = routes()
        .layer(entrance)
        .layer(middleware::map_response(plainly))
        .layer(middleware::from_fn(origins::tell));
    rest::dressed_as(routes, notebook)
}

/// The same calls without an entrance, for whoever knows the caller already.
pub(crate) fn inside(notebook: Notebook) -> Router {
    let routes = routes().layer(middleware::map_response(plainly));
    routes.with_state(notebook)
}

fn routes() -> Router<Notebook> {
    calls::hung()
        .fallback(async || rest::no_route())
        .method_not_allowed_fallback(async || rest::wrong_method())
        .layer(Extension(Most(BATCH_BYTES)))
}

/// Its clients know one status for what was asked wrongly.
pub(crate) async fn plainly(mut response: Response) -> Response {
    if response.status() == StatusCode::UNPROCESSABLE_ENTITY {
        *response.status_mut() = StatusCode::BAD_REQUEST;
    }
    response
}

//! The page on which a person looks at the notebook. Its files are in the binary; it carries no
//! data and no secret, so whoever asks may have it. What it shows it asks for, like anybody.

mod assets;
mod page;
mod session;

use axum::Router;
use axum::middleware;
use axum::routing::{get, post};

use crate::notebook::{Notebook, plainly};
use crate::rest;

/// The page at its three addresses, its files, and the desk where a link becomes a session.
pub fn router(notebook: Notebook) -> Router {
    let pages = Router::new()
        .route("/", get(page::page))
        .route("/viewer", get(page::page))
        .route("/viewer/", get(page::page))
        .route("/agentmemory/viewer", get(page::page))
        .route("/favicon.ico", get(assets::icon))
        .route("/viewer/{*file}", get(assets::asset))
        .method_not_allowed_fallback(async || rest::wrong_method())
        .layer(middleware::map_response(page::guarded));
    let session = Router::new()
        .route("/viewer/session", post(session::swap))
        .layer(middleware::map_response(plainly))
        .layer(middleware::map_response(rest::secured))
        .with_state(notebook);
    rest::followed(pages.merge(session))
}

//! Behind another process of ours: what it says of where a request comes from is believed, and
//! nobody else's word is.

use std::net::SocketAddr;

use axum::extract::{ConnectInfo, Request, State};
use axum::http::HeaderName;
use axum::middleware::Next;
use axum::response::Response;
use mneme_access::is_same;
use mneme_model::Secret;

/// How the process in front is known, and in which headers it says so.
#[derive(Clone, Debug)]
pub struct Behind {
    pub secret: Secret,
    pub brought_by: HeaderName,
    pub from: HeaderName,
}

/// Whoever does not come from there is where the socket says.
pub async fn believe(State(behind): State<Behind>, mut request: Request, next: Next) -> Response {
    let headers = request.headers_mut();
    let shown = headers.remove(&behind.brought_by);
    let from = headers.remove(&behind.from);
    let known = shown.is_some_and(|shown| is_same(shown.as_bytes(), behind.secret.0.as_bytes()));
    let from = from.filter(|_| known);
    let from = from.and_then(|from| from.to_str().ok()?.parse::<SocketAddr>().ok());
    if let Some(from) = from {
        request.extensions_mut().insert(ConnectInfo(from));
    }
    next.run(request).await
}

//! Every request gets a number of its own: in its answer, and in whatever is logged about it.

use std::hash::{BuildHasher, RandomState};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use axum::extract::{MatchedPath, Request};
use axum::http::{HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;
use tracing::Instrument;
use tracing::field::Empty;

use super::entrance::peer_of;
use super::refusals;
use crate::signals;

const ID: HeaderName = HeaderName::from_static("x-request-id");
const LONGEST: usize = 128;

/// Follows a request from its arrival to its answer. Only the route is named: what stands in
/// a path or a query is the caller's.
pub async fn follow(request: Request, next: Next) -> Response {
    let id = own_id(&request).unwrap_or_else(fresh_id);
    let route = request.extensions().get::<MatchedPath>();
    let route = route.map_or("none", MatchedPath::as_str).to_owned();
    let span =
        tracing::info_span!("request", id = %id, method = %request.method(), route, key = Empty);
    let peer = peer_of(request.extensions());
    let began = Instant::now();
    let mut response = next.run(request).instrument(span.clone()).await;
    let status = response.status().as_u16();
    count(status);
    let ms = began.elapsed().as_secs_f64() * 1_000.0;
    span.in_scope(|| {
        tracing::debug!(status, ms, "answered");
        refusals::tell(&response, peer);
    });
    if let Ok(value) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(ID, value);
    }
    response
}

/// The caller's own number, if it is one that can be logged as it is.
fn own_id(request: &Request) -> Option<String> {
    let given = request.headers().get(ID)?.to_str().ok()?;
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_.:".contains(c);
    let fits = !given.is_empty() && given.len() <= LONGEST && given.chars().all(plain);
    fits.then(|| given.to_owned())
}

/// A count, hashed with a secret of this process: unlike any other, and telling nothing.
fn fresh_id() -> String {
    static SECRET: LazyLock<RandomState> = LazyLock::new(RandomState::new);
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    format!("{:016x}", SECRET.hash_one(count))
}

fn count(status: u16) {
    signals::REQUESTS.add(1);
    match status {
        400..=499 => signals::REFUSED.add(1),
        500.. => signals::FAILED.add(1),
        _ => {}
    }
}

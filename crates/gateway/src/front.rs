//! Before a core in another process: calls of models stay here, everything else is handed on. It
//! goes on when the core cannot.

mod upgrade;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::header::{self, HeaderName, HeaderValue};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use mneme_model::{Code, Secret};
use mneme_wire::Fault;
use reqwest::{Client, redirect, retry};
use serde_json::json;
use tokio::sync::watch;
use tokio::time::Instant;

use crate::flow::Flow;
use crate::forward::{dressed, streamed};
use crate::headers;
use upgrade::Upgrade;

/// What the core is told of a request it gets from here: who brings it, and for whom.
pub const BROUGHT_BY: HeaderName = HeaderName::from_static("x-mneme-front");
pub const FROM: HeaderName = HeaderName::from_static("x-mneme-peer");

/// The core behind this process.
#[derive(Clone)]
pub struct Front(Arc<Behind>);

pub struct Behind {
    client: Client,
    /// Where it listens now, if it does.
    core: watch::Receiver<Option<SocketAddr>>,
    /// Why it does not, where it said so.
    failed: watch::Receiver<Option<Fault>>,
    /// By which it knows us.
    secret: Secret,
    /// Numbers of this process, for whoever asks the core for its own.
    numbers: fn() -> String,
}

/// The longest request that is handed on.
const LONGEST: usize = 64 * 1024 * 1024;
pub const NO_CORE: &str = "the process that keeps the store does not run";
pub const SILENT: &str = "the process that keeps the store does not answer";
const AGAIN: &str =
    "the process that keeps the store is being started again; calls of models go on without memory";
const STILL: &str = "the process that keeps the store stands still; unless it goes on it is ended and started again; calls of models go on without memory";
/// A core that is well answers sooner.
const LOOK: Duration = Duration::from_secs(2);
const HEALTH: &str = "/health";
/// Told without a look into the store, which may be busy for long.
const ALIVE: &str = "/v1/source";
const BETWEEN_LOOKS: Duration = Duration::from_secs(2);
/// Nothing at all for so long, and whoever waits for an answer is told that none comes. A call may
/// take long: as long as the core says anything, it is at work.
const SILENCE_PER_CALL: Duration = Duration::from_secs(8);

/// Everything but calls of models.
pub fn router(front: Front) -> Router {
    Router::new()
        .route("/health", get(health))
        .route("/metrics", get(metrics))
        .fallback(hand_on)
        .with_state(front)
}

/// Always well itself; it says how the core is.
async fn health(State(front): State<Front>) -> Response {
    let mut told = json!({ "status": "ok", "mode": "hybrid", "core_status": "ok" });
    if let Some(why) = front.trouble().await {
        told["core_status"] = json!("degraded");
        told["core_error"] = json!(why);
    }
    if let Some(fault) = front.failed() {
        told["core_hint"] = json!(fault.hint);
    }
    Json(told).into_response()
}

/// The core's numbers and ours.
async fn metrics(State(front): State<Front>, request: Request) -> Response {
    let response = front.carry(request).await;
    if response.status() != StatusCode::OK {
        return response;
    }
    let (mut parts, body) = response.into_parts();
    parts.headers.remove(header::CONTENT_LENGTH);
    match axum::body::to_bytes(body, LONGEST).await {
        Ok(theirs) => {
            let all = [theirs.as_ref(), (front.0.numbers)().as_bytes()].concat();
            dressed(parts.status, &parts.headers, Body::from(all))
        }
        Err(_) => unavailable(AGAIN),
    }
}

async fn hand_on(State(front): State<Front>, request: Request) -> Response {
    front.carry(request).await
}

fn unavailable(hint: &str) -> Response {
    let told = json!({
        "error": "memoryOSS core unavailable",
        "code": "core_unavailable",
        "hint": hint,
    });
    let mut response = (StatusCode::SERVICE_UNAVAILABLE, Json(told)).into_response();
    let wait = HeaderValue::from_static("2");
    response.headers_mut().insert(header::RETRY_AFTER, wait);
    response
}

/// As the core says it: no provider is spoken to here.
fn too_long() -> Response {
    let told = Fault::new(Code::BodyTooLarge, "request body too large");
    (StatusCode::PAYLOAD_TOO_LARGE, Json(told)).into_response()
}

// === impl Front ===

impl Front {
    pub fn open(
        core: watch::Receiver<Option<SocketAddr>>,
        failed: watch::Receiver<Option<Fault>>,
        secret: Secret,
        numbers: fn() -> String,
    ) -> Result<Self, String> {
        // Chosen once for the process; a second choice changes nothing.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = Client::builder()
            .no_proxy()
            .tcp_nodelay(true)
            .redirect(redirect::Policy::none())
            .retry(retry::never())
            .build();
        let client = client.map_err(|error| error.to_string())?;
        Ok(Self(Arc::new(Behind {
            client,
            core,
            failed,
            secret,
            numbers,
        })))
    }

    /// Why the core is not well, if it is not.
    pub async fn trouble(&self) -> Option<String> {
        let Some(core) = *self.0.core.borrow() else {
            let why = self.failed();
            return Some(why.map_or_else(
                || NO_CORE.to_owned(),
                |fault| format!("{NO_CORE}: {}", fault.error),
            ));
        };
        let Ok(reply) = self.look(core, HEALTH).await else {
            return Some(SILENT.to_owned());
        };
        // Too many questions at once are answered, too.
        let failed = reply.status().is_server_error();
        let told = reply.json::<serde_json::Value>().await.unwrap_or_default();
        let unwell = failed || told["status"] == "degraded";
        unwell.then(|| told["error"].as_str().unwrap_or(SILENT).to_owned())
    }

    /// What a core that does not run said of it.
    fn failed(&self) -> Option<Fault> {
        let runs = self.0.core.borrow().is_some();
        self.0.failed.borrow().clone().filter(|_| !runs)
    }

    async fn look(&self, core: SocketAddr, path: &str) -> reqwest::Result<reqwest::Response> {
        let asked = self.0.client.get(format!("http://{core}{path}"));
        asked.timeout(LOOK).send().await
    }

    /// Until a core that runs has said nothing at all for so long.
    pub async fn silence(&self, limit: Duration) {
        let mut heard = Instant::now();
        loop {
            tokio::time::sleep(BETWEEN_LOOKS).await;
            if !self.is_silent().await {
                heard = Instant::now();
            } else if heard.elapsed() >= limit {
                return;
            }
        }
    }

    async fn is_silent(&self) -> bool {
        let core = *self.0.core.borrow();
        match core {
            Some(core) => self.look(core, ALIVE).await.is_err(),
            None => false,
        }
    }

    /// The request as it is, to the core; its answer as it comes.
    async fn carry(&self, mut request: Request) -> Response {
        let Some(core) = *self.0.core.borrow() else {
            let hint = self.failed().map(|fault| fault.hint);
            return unavailable(hint.as_deref().unwrap_or(AGAIN));
        };
        let upgrade = Upgrade::wanted(&mut request);
        let (parts, body) = request.into_parts();
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        let mut told = self.told(&parts.headers, peer.map(|ConnectInfo(peer)| *peer));
        if let Some(upgrade) = &upgrade {
            upgrade.ask(&mut told);
        }
        let (flow, over) = match Flow::new(&parts.headers, body, LONGEST).await {
            Ok(flowing) => flowing,
            Err(_) => return too_long(),
        };
        let path = parts.uri.path_and_query().map_or("/", |path| path.as_str());
        let request = self
            .0
            .client
            .request(parts.method, format!("http://{core}{path}"));
        let request = request.headers(told).body(reqwest::Body::wrap(flow));
        let sent = tokio::select! {
            sent = request.send() => sent,
            () = self.silence(SILENCE_PER_CALL) => {
                tracing::warn!("the core stands still");
                return unavailable(STILL);
            }
        };
        match (sent, upgrade) {
            (Ok(reply), Some(upgrade)) if reply.status() == StatusCode::SWITCHING_PROTOCOLS => {
                upgrade.join(reply)
            }
            (Ok(reply), _) => streamed(reply.into()).await,
            (Err(_), _) if over.happened() => too_long(),
            (Err(error), _) => {
                tracing::warn!(lost = !error.is_connect(), "the core did not answer");
                unavailable(AGAIN)
            }
        }
    }

    /// Nobody says who brings something but us.
    fn told(&self, from: &HeaderMap, peer: Option<SocketAddr>) -> HeaderMap {
        let mut told = headers::within(from);
        told.remove(&BROUGHT_BY);
        told.remove(&FROM);
        let peer = peer.map(|peer| peer.to_string());
        let both = (
            headers::sensitive(&self.0.secret.0),
            peer.and_then(|peer| HeaderValue::from_str(&peer).ok()),
        );
        if let (Some(secret), Some(peer)) = both {
            told.insert(BROUGHT_BY, secret);
            told.insert(FROM, peer);
        }
        told
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_is_too_long_to_be_handed_on_is_refused_as_the_core_refuses() {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let at = listener.local_addr().unwrap();
        let (_core, known) = watch::channel(Some(at));
        let (_, failed) = watch::channel(None);
        let front = Front::open(known, failed, Secret("s".into()), String::new).unwrap();
        let long = LONGEST + 1;
        // Who says how long it is, and who does not.
        let told = Request::post("/v1/store").header(header::CONTENT_LENGTH, long);
        let told = told.body(Body::empty()).unwrap();
        let untold = Request::post("/v1/store").body(Body::from(vec![b'x'; long]));
        for request in [told, untold.unwrap()] {
            let response = front.carry(request).await;
            assert_eq!(response.status(), StatusCode::PAYLOAD_TOO_LARGE);
            let body = axum::body::to_bytes(response.into_body(), 10_000).await;
            let told: serde_json::Value = serde_json::from_slice(&body.unwrap()).unwrap();
            assert_eq!(told["error"], "request body too large");
            assert_eq!(told["code"], "body_too_large");
        }
    }
}

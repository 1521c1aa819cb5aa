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
use mneme_model::Secret;
use reqwest::{Client, redirect, retry};
use serde_json::json;
use tokio::sync::watch;

use crate::answer::Form;
use crate::flow::Flow;
use crate::forward::{dressed, streamed};
use crate::{body, headers};
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
    /// By which it knows us.
    secret: Secret,
    /// Numbers of this process, for whoever asks the core for its own.
    numbers: fn() -> String,
}

/// The longest request that is handed on.
const LONGEST: usize = 64 * 1024 * 1024;
pub const NO_CORE: &str = "the process that keeps the store does not run";
pub const SILENT: &str = "the process that keeps the store does not answer";
/// A core that is well answers sooner.
const LOOK: Duration = Duration::from_secs(2);
const HEALTH: &str = "/health";
/// Told without a look into the store, which may be busy for long.
const ALIVE: &str = "/v1/source";
const BETWEEN_LOOKS: Duration = Duration::from_secs(2);
/// So many looks in vain, and whoever waits for an answer is told that none comes. A call may take
/// long: as long as the core says anything, it is at work.
const LOOKS_PER_CALL: u32 = 2;

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
        Err(_) => unavailable(),
    }
}

async fn hand_on(State(front): State<Front>, request: Request) -> Response {
    front.carry(request).await
}

fn unavailable() -> Response {
    let told = json!({
        "error": "memoryOSS core unavailable",
        "code": "core_unavailable",
        "hint": "the process that keeps the store is being started again; calls of models go on without memory",
    });
    let mut response = (StatusCode::SERVICE_UNAVAILABLE, Json(told)).into_response();
    let wait = HeaderValue::from_static("2");
    response.headers_mut().insert(header::RETRY_AFTER, wait);
    response
}

// === impl Front ===

impl Front {
    pub fn open(
        core: watch::Receiver<Option<SocketAddr>>,
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
            secret,
            numbers,
        })))
    }

    /// Why the core is not well, if it is not.
    pub async fn trouble(&self) -> Option<String> {
        let Some(core) = *self.0.core.borrow() else {
            return Some(NO_CORE.to_owned());
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

    async fn look(&self, core: SocketAddr, path: &str) -> reqwest::Result<reqwest::Response> {
        let asked = self.0.client.get(format!("http://{core}{path}"));
        asked.timeout(LOOK).send().await
    }

    /// Until a core that runs has said nothing at all for so many looks in a row.
    pub async fn silence(&self, looks: u32) {
        let mut missed = 0;
        while missed < looks {
            tokio::time::sleep(BETWEEN_LOOKS).await;
            missed = match self.is_silent().await {
                true => missed + 1,
                false => 0,
            };
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
            return unavailable();
        };
        let upgrade = Upgrade::wanted(&mut request);
        let (parts, body) = request.into_parts();
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        let mut told = self.told(&parts.headers, peer.map(|ConnectInfo(peer)| *peer));
        if let Some(upgrade) = &upgrade {
            upgrade.ask(&mut told);
        }
        let (flow, over) = match Flow::new(&parts.headers, body, LONGEST) {
            Ok(flowing) => flowing,
            Err(refused) => return refused.answer(Form::OpenAi),
        };
        let path = parts.uri.path_and_query().map_or("/", |path| path.as_str());
        let request = self
            .0
            .client
            .request(parts.method, format!("http://{core}{path}"));
        let request = request.headers(told).body(reqwest::Body::wrap(flow));
        let sent = tokio::select! {
            sent = request.send() => sent,
            () = self.silence(LOOKS_PER_CALL) => {
                tracing::warn!("the core stands still");
                return unavailable();
            }
        };
        match (sent, upgrade) {
            (Ok(reply), Some(upgrade)) if reply.status() == StatusCode::SWITCHING_PROTOCOLS => {
                upgrade.join(reply)
            }
            (Ok(reply), _) => streamed(reply.into()),
            (Err(_), _) if over.happened() => body::too_large().answer(Form::OpenAi),
            (Err(error), _) => {
                tracing::warn!(lost = !error.is_connect(), "the core did not answer");
                unavailable()
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

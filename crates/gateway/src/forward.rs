//! The way to a provider and back.

use std::net::IpAddr;
use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderMap, Method, Response, StatusCode};
use reqwest::{Client, Url, redirect, retry};
use tokio::time::timeout;

use crate::answer::{Refused, Result, Why};
use crate::begun::begun;
use crate::{headers, signals};

/// Connections to providers, kept for the next call.
pub struct Road {
    far: Client,
    /// To this machine, where no proxy stands between.
    near: Client,
    /// How long a provider may say nothing; a stream then takes as long as it takes.
    silence: Duration,
}

/// One call, as it goes out.
pub struct Outgoing {
    pub method: Method,
    pub url: String,
    pub headers: HeaderMap,
    pub body: reqwest::Body,
}

/// An answer whose body is still to come.
pub type Incoming = Response<reqwest::Body>;

const CONNECT: Duration = Duration::from_secs(15);
/// Shorter than providers keep theirs: a connection that is just being closed loses a call.
const IDLE: Duration = Duration::from_secs(30);

// === impl Road ===

impl Road {
    pub fn open(silence: Duration) -> std::result::Result<Self, String> {
        // Chosen once for the process; a second choice changes nothing.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let usual = || {
            Client::builder()
                .connect_timeout(CONNECT)
                .pool_idle_timeout(IDLE)
                .tcp_nodelay(true)
                .redirect(redirect::Policy::none())
                // Whatever may have reached a provider is not sent again: it costs twice.
                .retry(retry::never())
        };
        let made = |client: reqwest::Result<Client>| client.map_err(|error| error.to_string());
        Ok(Self {
            far: made(usual().build())?,
            near: made(usual().no_proxy().build())?,
            silence,
        })
    }

    /// Sends it once.
    pub async fn send(&self, outgoing: Outgoing) -> Result<Incoming> {
        let url = Url::parse(&outgoing.url).map_err(|_| unreachable("its address is none"))?;
        let client = match is_near(&url) {
            true => &self.near,
            false => &self.far,
        };
        let request = client.request(outgoing.method, url);
        let request = request.headers(outgoing.headers).body(outgoing.body);
        let sent = timeout(self.silence, request.send()).await;
        let sent = sent.map_err(|_| unreachable("it did not answer in time"))?;
        let response = sent.map_err(|error| unreachable(&told(&error)))?;
        if response.status().is_server_error() {
            signals::UPSTREAM_ERRORS.add(1);
        }
        Ok(response.into())
    }
}

fn is_near(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default().trim_matches(['[', ']']);
    host == "localhost"
        || host
            .parse::<IpAddr>()
            .is_ok_and(|address| address.is_loopback())
}

/// Never with the address: it may hold what should not be shown.
fn told(error: &reqwest::Error) -> String {
    let why = match error {
        error if error.is_connect() => "it cannot be reached",
        error if error.is_timeout() => "it did not answer in time",
        _ => "the connection broke",
    };
    tracing::warn!(why, "a provider did not answer");
    why.to_owned()
}

fn unreachable(why: &str) -> Refused {
    signals::UPSTREAM_ERRORS.add(1);
    Refused::new(Why::Upstream, format!("the provider did not answer: {why}"))
}

/// An answer as it came, to be read by whoever asked.
pub async fn streamed(incoming: Incoming) -> Response<Body> {
    let (parts, body) = incoming.into_parts();
    dressed(parts.status, &parts.headers, begun(Body::new(body)).await)
}

/// An answer with another body.
pub fn dressed(status: StatusCode, from: &HeaderMap, body: Body) -> Response<Body> {
    let mut response = Response::new(body);
    *response.status_mut() = status;
    *response.headers_mut() = headers::inward(from);
    response
}

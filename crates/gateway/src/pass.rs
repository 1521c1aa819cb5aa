//! Calls that memory has no part in.

use axum::body::Body;
use axum::extract::Request;
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, header};
use axum::response::Response;

use crate::answer::{Form, Refused, Result};
use crate::credential::Admitted;
use crate::flow::Flow;
use crate::forward::{Incoming, Outgoing, dressed, streamed};
use crate::held::{Held, held};
use crate::router::Gateway;
use crate::{credential, headers, models};

/// What Anthropic is told by whoever says nothing of a version.
const VERSION: (&str, &str) = ("anthropic-version", "2023-06-01");

/// Both ends would speak past us for as long as they like, and nobody could tell what memory is for.
const SOCKET: &str =
    "WebSocket connections do not pass here: connect to the provider itself for realtime calls";

/// The call as it is.
pub async fn through(
    gateway: &Gateway,
    form: Form,
    path: &str,
    request: Request,
) -> Result<Response> {
    let incoming = sent(gateway, form, path, request).await?;
    back(gateway, incoming).await
}

/// An answer as it comes, or held back where it has to be.
pub async fn back(gateway: &Gateway, incoming: Incoming) -> Result<Response> {
    match gateway.settings.reply_bytes {
        Some(_) => held_back(gateway, incoming).await,
        None => Ok(streamed(incoming).await),
    }
}

/// The answer once it is whole, or as it comes where it is long.
pub async fn held_back(gateway: &Gateway, incoming: Incoming) -> Result<Response> {
    let (parts, body) = incoming.into_parts();
    let settings = &gateway.settings;
    let body = match held(body, settings.reply_bytes, settings.silence).await? {
        Held::Whole(bytes) => Body::from(bytes),
        Held::Longer(body) => body,
    };
    Ok(dressed(parts.status, &parts.headers, body))
}

/// The list of models, under both names it is looked for.
pub async fn models(gateway: &Gateway, mut request: Request) -> Result<Response> {
    request.headers_mut().remove(header::ACCEPT_ENCODING);
    let incoming = sent(gateway, Form::OpenAi, "models", request).await?;
    let (mut parts, body) = incoming.into_parts();
    let settings = &gateway.settings;
    let mut bytes = match held(body, settings.reply_bytes, settings.silence).await? {
        Held::Whole(bytes) => bytes,
        Held::Longer(body) => return Ok(dressed(parts.status, &parts.headers, body)),
    };
    if let Some(more) = models::with_models(&bytes).filter(|_| parts.status.is_success()) {
        parts.headers.remove(header::CONTENT_LENGTH);
        bytes = more;
    }
    Ok(dressed(parts.status, &parts.headers, Body::from(bytes)))
}

async fn sent(gateway: &Gateway, form: Form, path: &str, request: Request) -> Result<Incoming> {
    let (parts, body) = request.into_parts();
    let admitted = gateway.admit(form, &parts, false).await?;
    if headers::wants_socket(&parts.headers) {
        return Err(Refused::invalid(SOCKET));
    }
    let outgoing = |body| outgoing(gateway, form, path, &parts, &admitted, body);
    carried(gateway, &parts, body, outgoing).await
}

/// A call as it goes to a path of a provider.
pub fn outgoing(
    gateway: &Gateway,
    form: Form,
    path: &str,
    parts: &Parts,
    admitted: &Admitted,
    body: reqwest::Body,
) -> Outgoing {
    Outgoing {
        method: parts.method.clone(),
        url: with_query(gateway, address(gateway, form, path), parts),
        headers: told(gateway, parts, form, admitted),
        body,
    }
}

/// Sends a body on as it comes, up to its longest.
pub async fn carried(
    gateway: &Gateway,
    parts: &Parts,
    body: Body,
    outgoing: impl FnOnce(reqwest::Body) -> Outgoing,
) -> Result<Incoming> {
    let (flow, over) = Flow::new(&parts.headers, body, gateway.settings.request_bytes).await?;
    let sent = gateway.road.send(outgoing(reqwest::Body::wrap(flow))).await;
    over.instead_of(sent)
}

/// Where a path of a provider is.
pub fn address(gateway: &Gateway, form: Form, path: &str) -> String {
    let base = match form {
        Form::OpenAi => gateway.settings.openai.base(),
        Form::Anthropic => {
            let url = gateway.settings.anthropic.base();
            url.strip_suffix("/messages").unwrap_or(url)
        }
    };
    format!("{base}/{path}")
}

/// With its query, but for a key of ours in it.
pub fn with_query(gateway: &Gateway, url: String, parts: &Parts) -> String {
    let query = parts.uri.query();
    match query.and_then(|query| credential::kept_query(&gateway.settings, query)) {
        Some(query) => format!("{url}?{query}"),
        None => url,
    }
}

/// The headers a provider gets, with what it is shown for a credential.
pub fn told(gateway: &Gateway, parts: &Parts, form: Form, admitted: &Admitted) -> HeaderMap {
    let mut told = headers::outward(&parts.headers);
    credential::keep_back(&gateway.settings, &mut told);
    admitted.shown.sign(&mut told);
    if form == Form::Anthropic && !told.contains_key(VERSION.0) && parts.method == Method::POST {
        told.insert(VERSION.0, header::HeaderValue::from_static(VERSION.1));
    }
    told
}

//! Several messages in one body, answered in one.

use axum::Json;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::Request;
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use rmcp::model::{ErrorCode, ProtocolVersion};
use serde_json::{Value, json};

use super::plain;
use crate::mcp::batch::{alone, is_known_to, wrong};
use crate::mcp::lines::{Judged, answer, judge_value};
use crate::mcp::run::ANSWER_BYTES;

const VERSION: &str = "mcp-protocol-version";

/// The messages of a body that holds several; nothing where it holds one, or no JSON.
pub fn messages(request: &Request, body: &Bytes) -> Option<Vec<Value>> {
    let several = request.method() == Method::POST && body.trim_ascii_start().starts_with(b"[");
    serde_json::from_slice(body).ok().filter(|_| several)
}

/// Why none of them is looked at. Whoever names no revision speaks the one that has batches.
pub fn wrong_for(headers: &HeaderMap, messages: &[Value]) -> Option<String> {
    let version = headers
        .get(VERSION)
        .and_then(|version| version.to_str().ok());
    let version = version.and_then(|name| serde_json::from_value(json!(name)).ok());
    let version: ProtocolVersion = version.unwrap_or(ProtocolVersion::V_2025_03_26);
    match is_known_to(&version) {
        true => wrong(messages),
        false => Some(format!(
            "revision {version} of the protocol has no batches; send one message a request"
        )),
    }
}

/// Asks one after the other. What a header makes impossible is said once, instead of all.
pub async fn told(request: Request, messages: Vec<Value>, next: &Next) -> Response {
    let (mut parts, _) = request.into_parts();
    parts.headers.remove(header::CONTENT_LENGTH);
    let mut told = Vec::new();
    for message in messages {
        match one(&parts, message, next).await {
            Ok(answer) => told.extend(answer),
            Err(response) => return response,
        }
    }
    match told.is_empty() {
        true => StatusCode::ACCEPTED.into_response(),
        false => Json(told).into_response(),
    }
}

/// Its answer, or none where nobody waits for one.
async fn one(parts: &Parts, message: Value, next: &Next) -> Result<Option<Value>, Response> {
    let id = message["id"].clone();
    let invalid = |why: &str| answer(ErrorCode::INVALID_REQUEST, why, id.clone());
    if let Some(why) = alone(&message) {
        return Ok(Some(invalid(&why)));
    }
    let bytes = Bytes::from(message.to_string());
    match judge_value(message) {
        Judged::Answer(told) => return Ok(Some(told)),
        Judged::Nothing | Judged::Several(_) => return Ok(None),
        Judged::Message(_) => {}
    }
    let request = Request::from_parts(parts.clone(), Body::from(bytes.clone()));
    let response = plain::told(next.clone().run(request).await, &bytes).await;
    let status = response.status();
    if status == StatusCode::NOT_ACCEPTABLE || status == StatusCode::UNSUPPORTED_MEDIA_TYPE {
        return Err(response);
    }
    let body = to_bytes(response.into_body(), ANSWER_BYTES).await;
    let body: Option<Value> = body
        .ok()
        .and_then(|body| serde_json::from_slice(&body).ok());
    Ok(body.map(|body| match body.get("jsonrpc") {
        Some(_) => body,
        None => invalid(body["error"].as_str().unwrap_or("it could not be answered")),
    }))
}

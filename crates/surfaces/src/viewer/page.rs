//! The frame of the page, with a policy that lets it do little.

use axum::http::{HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use mneme_access::chance;
use mneme_model::Code;

use super::assets::{BUILD, named};
use crate::rest::Refusal;

pub async fn page() -> Response {
    match drawn() {
        Some((page, policy)) => dressed(page, policy),
        None => Refusal::new(Code::Internal, "the page could not be made").into_response(),
    }
}

/// The frame and its policy, tied together by a number that is used once.
fn drawn() -> Option<(String, HeaderValue)> {
    let nonce = chance().ok()?;
    let frame = std::str::from_utf8(named("index.html")?.bytes).ok()?;
    let page = frame
        .replace("\"/viewer/", &format!("\"/viewer/{BUILD}/"))
        .replace("<script ", &format!("<script nonce=\"{nonce}\" "))
        .replace(
            "<link rel=\"stylesheet\" ",
            &format!("<link rel=\"stylesheet\" nonce=\"{nonce}\" "),
        );
    Some((page, policy(&nonce)?))
}

/// Its own files and its own server, nothing else.
fn policy(nonce: &str) -> Option<HeaderValue> {
    let policy = format!(
        "default-src 'none'; script-src 'self' 'nonce-{nonce}'; style-src 'self' 'nonce-{nonce}'; \
         worker-src 'self'; img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; \
         form-action 'none'; frame-ancestors 'none'"
    );
    HeaderValue::from_str(&policy).ok()
}

fn dressed(page: String, policy: HeaderValue) -> Response {
    let mut response = page.into_response();
    let headers = response.headers_mut();
    let html = HeaderValue::from_static("text/html; charset=utf-8");
    headers.insert(header::CONTENT_TYPE, html);
    headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    // The number in it is for once.
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// What every answer here says, unless it said something of the kind itself.
pub async fn guarded(mut response: Response) -> Response {
    const USUAL: [(HeaderName, &str); 5] = [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-store"),
        (
            header::CONTENT_SECURITY_POLICY,
            "default-src 'none'; script-src 'self'; connect-src 'self'",
        ),
    ];
    for (name, value) in USUAL {
        let value = HeaderValue::from_static(value);
        response.headers_mut().entry(name).or_insert(value);
    }
    response
}

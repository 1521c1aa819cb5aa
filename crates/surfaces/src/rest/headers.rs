//! Headers every answer carries.

use axum::http::{HeaderName, HeaderValue, header};
use axum::response::Response;

const SECURE: [(HeaderName, HeaderValue); 6] = [
    (
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    ),
    (header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
    (
        header::X_XSS_PROTECTION,
        HeaderValue::from_static("1; mode=block"),
    ),
    (
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static("default-src 'none'"),
    ),
    (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    (
        header::REFERRER_POLICY,
        HeaderValue::from_static("no-referrer"),
    ),
];

pub async fn secure(mut response: Response) -> Response {
    for (name, value) in SECURE {
        // A page says itself what it may load.
        let headers = response.headers_mut();
        if name != header::CONTENT_SECURITY_POLICY || !headers.contains_key(&name) {
            headers.insert(name, value);
        }
    }
    response
}

/// Only over TLS: a browser that reads it never asks in the clear again.
pub async fn strict(mut response: Response) -> Response {
    let value = HeaderValue::from_static("max-age=63072000; includeSubDomains");
    let headers = response.headers_mut();
    headers.insert(header::STRICT_TRANSPORT_SECURITY, value);
    response
}

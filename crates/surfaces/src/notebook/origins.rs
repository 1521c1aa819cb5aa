//! Pages that may read answers: those of this machine, and of programs that show pages.

use axum::extract::Request;
use axum::http::header::{
    ACCESS_CONTROL_ALLOW_CREDENTIALS, ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS,
    ACCESS_CONTROL_ALLOW_ORIGIN, ACCESS_CONTROL_REQUEST_METHOD, ORIGIN, VARY,
};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

const METHODS: &str = "GET, POST, PUT, PATCH, DELETE, OPTIONS";
const HEADERS: &str = "Content-Type, Authorization";

/// Tells a browser whether the page that asks may read the answer. It lets nobody in: a page needs
/// a token, wherever it comes from.
pub async fn tell(request: Request, next: Next) -> Response {
    let origin = request.headers().get(ORIGIN).cloned();
    let asks = request.method() == Method::OPTIONS
        && request
            .headers()
            .contains_key(ACCESS_CONTROL_REQUEST_METHOD);
    let mut response = match asks {
        true => StatusCode::NO_CONTENT.into_response(),
        false => next.run(request).await,
    };
    let headers = response.headers_mut();
    headers.append(VARY, HeaderValue::from_static("Origin"));
    if let Some(origin) = origin.filter(is_ours) {
        allow(headers, origin);
    }
    response
}

fn allow(headers: &mut HeaderMap, origin: HeaderValue) {
    headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, origin);
    let always = [
        (ACCESS_CONTROL_ALLOW_CREDENTIALS, "true"),
        (ACCESS_CONTROL_ALLOW_METHODS, METHODS),
        (ACCESS_CONTROL_ALLOW_HEADERS, HEADERS),
    ];
    for (name, value) in always {
        headers.insert(name, HeaderValue::from_static(value));
    }
}

fn is_ours(origin: &HeaderValue) -> bool {
    let Ok(origin) = origin.to_str() else {
        return false;
    };
    let host = origin.strip_prefix("http://").map(|host| {
        let (name, port) = host.split_once(':').unwrap_or((host, ""));
        matches!(name, "localhost" | "127.0.0.1") && port.bytes().all(|b| b.is_ascii_digit())
    });
    origin == "null"
        || host.unwrap_or(false)
        || origin.starts_with("vscode-webview://")
        || origin.starts_with("chrome-extension://")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_of_this_machine_are_ours_and_their_likes_are_not() {
        for ours in [
            "null",
            "http://localhost",
            "http://localhost:5173",
            "http://127.0.0.1:3111",
            "vscode-webview://1a2b",
            "chrome-extension://abc",
        ] {
            assert!(is_ours(&HeaderValue::from_static(ours)), "{ours}");
        }
        for other in [
            "https://evil.example",
            "http://localhost.evil.example",
            "http://localhost:80@evil.example",
            "http://127.0.0.1.evil.example",
            "http://evil.example:80",
            "https://localhost",
            "",
        ] {
            assert!(!is_ours(&HeaderValue::from_static(other)), "{other}");
        }
    }
}

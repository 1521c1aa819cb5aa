//! The whole REST door over a real store: whatever is asked, the answer is one of ours.

#![no_main]

use std::sync::LazyLock;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE};
use axum::http::{HeaderValue, StatusCode};
use libfuzzer_sys::fuzz_target;
use mneme_fuzz::house::{self, KEY, OURS};
use mneme_fuzz::parts;
use mneme_surfaces::rest::router;
use mneme_wire::Fault;

const JSON: HeaderValue = HeaderValue::from_static("application/json");

static ROUTER: LazyLock<Router> = LazyLock::new(|| router(house::door("door")));

/// Method and path, then headers a line each, then the body. Who brings no credential gets ours.
fn request(input: &[u8]) -> Option<Request> {
    let [head, json] = parts(input);
    let mut lines = std::str::from_utf8(head).ok()?.lines();
    let (method, path) = lines.next()?.split_once(' ')?;
    let mut request = Request::builder().method(method).uri(path);
    for line in lines {
        let (name, value) = line.split_once(": ")?;
        request = request.header(name, value);
    }
    let mut request = request.body(Body::from(json.to_vec())).ok()?;
    let headers = request.headers_mut();
    headers.entry(CONTENT_TYPE).or_insert(JSON);
    headers.entry(AUTHORIZATION).or_insert(OURS);
    Some(request)
}

fn is_known(request: &Request) -> bool {
    let brought = request.headers().get(AUTHORIZATION);
    brought
        .and_then(|value| value.to_str().ok())
        .is_some_and(|text| text.contains(KEY))
}

fuzz_target!(|input: &[u8]| {
    let Some(request) = request(input) else {
        return;
    };
    let (known, path) = (is_known(&request), request.uri().path().to_owned());
    let (status, body) = house::answer(ROUTER.clone(), request);
    assert_ne!(status, StatusCode::INTERNAL_SERVER_ERROR);
    let open = ["/health", "/v1/source", "/v1/auth/token"].contains(&path.as_str());
    assert!(
        known || open || !status.is_success(),
        "{path} answers strangers"
    );
    if status.is_client_error() && !body.is_empty() {
        let fault: Fault = serde_json::from_slice(&body).expect("every refusal is JSON");
        assert_ne!(fault.known_code().name(), "internal", "{fault}");
    }
});

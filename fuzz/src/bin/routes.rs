//! Every route of the memory API over a real store: names in its path, fields behind it, and a body.

#![no_main]

use std::sync::LazyLock;

use axum::Router;
use axum::extract::Request;
use axum::http::StatusCode;
use libfuzzer_sys::fuzz_target;
use mneme_fuzz::{house, parts};
use mneme_surfaces::rest::router;
use mneme_wire::Fault;
use mneme_wire::errors::http_status;
use mneme_wire::operations::routes;

static ROUTER: LazyLock<Router> = LazyLock::new(|| router(house::door("routes")));

/// The route a number means, then a name for its path, fields behind it, and the body.
fn request(which: u8, input: &[u8]) -> Option<Request> {
    let all: Vec<_> = routes().collect();
    let (method, path, _) = all[usize::from(which) % all.len()];
    let [name, query, body] = parts(input);
    let name = encoded(name);
    let steps = path.split('/').map(|step| match step.starts_with('{') {
        true => name.as_str(),
        false => step,
    });
    let path = steps.collect::<Vec<_>>().join("/");
    let uri = match query {
        b"" => path,
        query => format!("{path}?{}", std::str::from_utf8(query).ok()?),
    };
    house::request(method, &uri, body)
}

/// Any bytes can stand in a path.
fn encoded(name: &[u8]) -> String {
    let name = if name.is_empty() { b"nobody" } else { name };
    name.iter().map(|byte| format!("%{byte:02x}")).collect()
}

fuzz_target!(|input: &[u8]| {
    let [which, input @ ..] = input else {
        return;
    };
    let Some(request) = request(*which, input) else {
        return;
    };
    let (status, body) = house::answer(ROUTER.clone(), request);
    assert_ne!(status, StatusCode::INTERNAL_SERVER_ERROR);
    assert_ne!(status, StatusCode::METHOD_NOT_ALLOWED, "the tables name it");
    if status.is_client_error() {
        let fault: Fault = serde_json::from_slice(&body).expect("every refusal is JSON");
        assert_eq!(http_status(fault.known_code()), status.as_u16(), "{fault}");
        assert!(!fault.error.is_empty());
    }
});

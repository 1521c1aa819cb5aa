//! Every call of the notebook and its tools over a real store: a name in its path, fields behind it, and
//! a body.

#![no_main]

use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::extract::Request;
use axum::http::StatusCode;
use libfuzzer_sys::fuzz_target;
use mneme_fuzz::{house, parts};
use mneme_surfaces::fuzzing::notebook_calls;
use mneme_surfaces::notebook::{Notebook, Settings, beside};
use serde_json::Value;

static ROUTER: LazyLock<Router> = LazyLock::new(|| {
    let notebook = Notebook {
        door: house::door("notebook"),
        settings: Arc::new(Settings::default()),
        own: false,
    };
    beside(Router::new(), notebook)
});

/// The call a number means, then a name for its path, fields behind it, and the body.
fn request(which: u8, input: &[u8]) -> Option<Request> {
    let all = notebook_calls();
    let (method, path) = &all[usize::from(which) % all.len()];
    let [name, query, body] = parts(input);
    let name: String = name.iter().map(|byte| format!("%{byte:02x}")).collect();
    let path = path.replace("{id}", &format!("n{name}"));
    let query = std::str::from_utf8(query).ok()?;
    house::request(method, &format!("{path}?{query}"), body)
}

fuzz_target!(|input: &[u8]| {
    let [which, input @ ..] = input else {
        return;
    };
    let Some(request) = request(*which, input) else {
        return;
    };
    let asked = format!("{} {}", request.method(), request.uri());
    let (status, body) = house::answer(ROUTER.clone(), request);
    assert_ne!(status, StatusCode::INTERNAL_SERVER_ERROR, "{asked}");
    assert_ne!(status, StatusCode::METHOD_NOT_ALLOWED, "{asked}");
    if status.is_client_error() {
        let fault: Value = serde_json::from_slice(&body).expect("every refusal is JSON");
        assert!(fault.get("error").is_some(), "{asked}: {fault}");
    }
});

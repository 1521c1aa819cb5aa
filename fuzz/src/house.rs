//! A real store with a desk before it, for targets that ask at a door.

use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::Request;
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE};
use axum::http::{HeaderValue, StatusCode};
use mneme_access::{ConfiguredKey, RateLimit, Role};
use mneme_engine::Engine;
use mneme_model::Clock;
use mneme_surfaces::desk::{Desk, House};
use mneme_surfaces::rest::{BODY_BYTES, Door};
use tokio::runtime::Runtime;
use tower::ServiceExt;

use crate::scratch;

pub const KEY: &str = "mk_0123456789abcdef";
pub const OURS: HeaderValue = HeaderValue::from_static("Bearer mk_0123456789abcdef");
/// More than any answer has.
const ANSWER_BYTES: usize = 64 << 20;
/// A store that is full answers so, and an hour of stores stays on a disk in memory.
const STORE_BYTES: u64 = 32 << 20;

pub static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| {
    let mut threads = tokio::runtime::Builder::new_multi_thread();
    threads.worker_threads(1).enable_all().build().unwrap()
});

struct Noon;

impl Clock for Noon {
    fn now_ms(&self) -> i64 {
        1_700_000_000_000
    }
}

/// A door that takes [`KEY`] for an administrator's.
pub fn door(name: &str) -> Door {
    let mut store = mneme_store::Settings::at(scratch(name));
    store.max_bytes = STORE_BYTES;
    let mut settings = mneme_engine::Settings::default();
    settings.access.api_keys = vec![ConfiguredKey::new(KEY, Role::Admin, "default")];
    let opened = RUNTIME.block_on(Engine::open(&store, settings, Arc::new(Noon)));
    let desk = Desk {
        notebook: Arc::default(),
        engine: Arc::new(opened.unwrap()),
        house: House::default(),
        spools: Arc::default(),
    };
    Door {
        desk: Ok(desk),
        limit: Arc::new(RateLimit::per_second(u32::MAX)),
        signals: Arc::new([]),
        histograms: Arc::new([]),
        version: String::new(),
        tls: None,
        body_bytes: mneme_surfaces::rest::BODY_BYTES,
        tells_totals: false,
        tools: Default::default(),
        batch_bytes: BODY_BYTES,
        unlocked: false,
        memory_mode: "readonly",
        front: None,
    }
}

/// A request of whoever holds [`KEY`]; none where it cannot be written.
pub fn request(method: &str, uri: &str, body: &[u8]) -> Option<Request> {
    let request = Request::builder().method(method).uri(uri);
    let request = request.header(CONTENT_TYPE, "application/json");
    let request = request.header(AUTHORIZATION, OURS);
    request.body(Body::from(body.to_vec())).ok()
}

/// What is answered. The router is made before: it opens its store with the same runtime.
pub fn answer(router: Router, request: Request) -> (StatusCode, Bytes) {
    RUNTIME.block_on(async {
        let response = router.oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let body = to_bytes(body, ANSWER_BYTES).await.unwrap();
        (parts.status, body)
    })
}

//! The timeline's door over a real store: whatever message comes, the answer is one of ours.

#![no_main]

use std::sync::LazyLock;

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use libfuzzer_sys::fuzz_target;
use mneme_fuzz::{house, parts};
use mneme_surfaces::fuzzing::timeline;
use tower::ServiceExt;

const ANSWER_BYTES: usize = 64 << 20;
/// Of gRPC: what nobody foresaw.
const UNFORESEEN: [&[u8]; 2] = [b"2", b"13"];

static ROUTER: LazyLock<Router> = LazyLock::new(|| {
    let door = house::door("timeline");
    house::RUNTIME.block_on(timeline(door)).unwrap()
});

/// The name of a method, and a message for it.
fn request(input: &[u8]) -> Option<Request> {
    let [method, message] = parts(input);
    let method = std::str::from_utf8(method).ok()?;
    let length = u32::try_from(message.len()).ok()?.to_be_bytes();
    Request::builder()
        .method("POST")
        .uri(format!("/memory.MemoryService/{method}"))
        .header("content-type", "application/grpc")
        .header("te", "trailers")
        .header("authorization", house::OURS)
        .body(Body::from([&[0], &length[..], message].concat()))
        .ok()
}

fuzz_target!(|input: &[u8]| {
    let router = ROUTER.clone();
    let Some(request) = request(input) else {
        return;
    };
    let (parts, trailers) = house::RUNTIME.block_on(async {
        let (parts, body) = router.oneshot(request).await.unwrap().into_parts();
        let whole =
            http_body_util::BodyExt::collect(http_body_util::Limited::new(body, ANSWER_BYTES));
        (parts, whole.await.unwrap().trailers().cloned())
    });
    let headers = [Some(parts.headers), trailers].into_iter().flatten();
    for headers in headers {
        let said = |name: &str| headers.get(name).map_or(&b""[..], |value| value.as_bytes());
        // The library calls a message that is none internal, and says that it is none.
        let no_message = said("grpc-message")
            .windows(6)
            .any(|word| word == b"decode");
        let unforeseen = UNFORESEEN.contains(&said("grpc-status"));
        assert!(no_message || !unforeseen, "{headers:?}");
    }
});

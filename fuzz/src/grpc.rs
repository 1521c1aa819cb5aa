//! Asking at the timeline's door as a client would, without a network.

use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use http_body_util::{BodyExt, Limited};
use tower::ServiceExt;

use crate::house;

const ANSWER_BYTES: usize = 64 << 20;
/// Of gRPC: what nobody foresaw.
const UNFORESEEN: [&[u8]; 2] = [b"2", b"13"];

/// Whatever message comes, the answer is one of ours.
pub fn answers(router: &Router, method: &str, message: &[u8]) {
    let Some(request) = request(method, message) else {
        return;
    };
    let (parts, trailers) = house::RUNTIME.block_on(async {
        let answer = router.clone().oneshot(request).await.unwrap();
        let (parts, body) = answer.into_parts();
        let whole = Limited::new(body, ANSWER_BYTES).collect().await;
        (parts, whole.unwrap().trailers().cloned())
    });
    for headers in [Some(parts.headers), trailers].into_iter().flatten() {
        let said = |name: &str| headers.get(name).map_or(&b""[..], |value| value.as_bytes());
        // The library calls a message that is none internal, and says that it is none.
        let no_message = said("grpc-message")
            .windows(6)
            .any(|word| word == b"decode");
        let unforeseen = UNFORESEEN.contains(&said("grpc-status"));
        assert!(no_message || !unforeseen, "{headers:?}");
    }
}

fn request(method: &str, message: &[u8]) -> Option<Request> {
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

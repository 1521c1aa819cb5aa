//! The timeline's door over a real store: whatever message comes, the answer is one of ours.

#![no_main]

use std::sync::LazyLock;

use axum::Router;
use libfuzzer_sys::fuzz_target;
use mneme_fuzz::{grpc, house, parts};
use mneme_surfaces::fuzzing::timeline;

static ROUTER: LazyLock<Router> = LazyLock::new(|| {
    let door = house::door("timeline");
    house::RUNTIME.block_on(timeline(door)).unwrap()
});

// The name of a method, and a message for it.
fuzz_target!(|input: &[u8]| {
    let [method, message] = parts(input);
    if let Ok(method) = std::str::from_utf8(method) {
        grpc::answers(&ROUTER, method, message);
    }
});

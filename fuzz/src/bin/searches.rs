//! Questions at the timeline's door, over a store that has something to find.

#![no_main]

use std::sync::LazyLock;

use axum::Router;
use libfuzzer_sys::fuzz_target;
use mneme_access::{Caller, Peer, Role};
use mneme_fuzz::{grpc, house};
use mneme_model::Door;
use mneme_surfaces::fuzzing::timeline;

/// Those that search, and what the first byte of an input chooses.
const METHODS: [&str; 12] = [
    "SearchNode",
    "SearchChildren",
    "TeleportSearch",
    "VectorTeleport",
    "HybridSearch",
    "GetTopicsByQuery",
    "GetRelatedTopics",
    "GetTopTopics",
    "ClassifyQueryIntent",
    "RouteQuery",
    "GetAgentActivity",
    "GetSimilarEpisodes",
];
/// An event of a session, as a message.
const TOLD: &[u8] = b"\x0a\x3e\x0a\x02e1\x12\x01s\x18\x80\xbc\xaa\xa2\xb9\x31\x20\x02\x28\x01\
\x32\x2aThe deploy of Tuesday was rolled back soon";

static ROUTER: LazyLock<Router> = LazyLock::new(|| {
    let door = house::door("searches");
    let engine = door.desk.as_ref().unwrap().engine.clone();
    let router = house::RUNTIME.block_on(timeline(door)).unwrap();
    grpc::answers(&router, "IngestEvent", TOLD);
    let caller = Caller {
        subject: String::from("fuzz"),
        namespace: String::from("default"),
        role: Role::Admin,
        key: None,
        door: Door::Grpc,
        peer: Peer::Here,
        until: None,
    };
    let caught_up = engine.catch_up_toc(&caller);
    house::RUNTIME.block_on(caught_up).unwrap();
    router
});

fuzz_target!(|input: &[u8]| {
    let [method, message @ ..] = input else {
        return;
    };
    let method = METHODS[usize::from(*method) % METHODS.len()];
    grpc::answers(&ROUTER, method, message);
});

//! Requests of the REST door: a shape from a JSON body, or from a query string.

#![no_main]

use std::sync::{Arc, LazyLock};

use axum::body::Body;
use axum::extract::Request;
use libfuzzer_sys::fuzz_target;
use mneme_access::RateLimit;
use mneme_fuzz::{parts, room, within};
use mneme_model::Code;
use mneme_surfaces::fuzzing::{from_body, from_query};
use mneme_surfaces::rest::{BODY_BYTES, Door};
use mneme_wire::Fault;
use mneme_wire::openapi::has_body;
use mneme_wire::operations::{CATALOGUE, Operation};
use mneme_wire::shapes::*;
use pollster::block_on;

static DOOR: LazyLock<Door> = LazyLock::new(|| Door {
    desk: Err(Fault::new(Code::Internal, "nobody is here")),
    limit: Arc::new(RateLimit::per_second(1)),
    signals: Arc::new([]),
    histograms: Arc::new([]),
    version: String::new(),
    tls: None,
    batch_bytes: BODY_BYTES,
    unlocked: false,
    memory_mode: "readonly",
    front: None,
});

type Reader = fn(Request) -> bool;

macro_rules! readers {
    ($how:ident: $($shape:ident)*) => {
        &[$((
            <$shape as Operation>::NAME,
            |request| block_on($how::<$shape>(request, &DOOR)).is_ok(),
        )),*]
    };
}

const BODIES: &[(&str, Reader)] = readers![from_body:
    StoreRequest StoreBatchRequest RecallRequest RecallBatchRequest UpdateRequest IngestRequest
    ForgetRequest CertifiedRequest FeedbackRequest PinRequest ReviewActionRequest ExplainRequest
    ShareRequest GrantRequest ConsolidateRequest ReplayRequest RotateKeyRequest NewTokenRequest
    TradeKeyRequest
];

/// Those whose path has no name in it; the others have a namespace behind it, like these.
const QUERIES: &[(&str, Reader)] = readers![from_query:
    ListRequest EventsRequest TocRequest GripRequest ListReceiptsRequest TrustStatsRequest
    ReviewQueueRequest LifecycleRequest RecentRequest HudRequest SpaceStatsRequest
    IdfStatsRequest IndexHealthRequest CacheStatsRequest CacheFlushRequest IntentStatsRequest
    IntentFlushRequest PrefetchStatsRequest ListSharedRequest AccessibleRequest ExportRequest
    ListKeysRequest
];

/// None that the catalogue offers is left out.
static COMPLETE: LazyLock<()> = LazyLock::new(|| {
    for row in CATALOGUE {
        let Some((_, path)) = row.rest else {
            continue;
        };
        let list = if has_body(row) { BODIES } else { QUERIES };
        let read = list.iter().any(|(name, _)| *name == row.name);
        assert!(
            read || !has_body(row) && path.contains('{'),
            "{} is not read here",
            row.name
        );
    }
});

fuzz_target!(|input: &[u8]| {
    LazyLock::force(&COMPLETE);
    let [which, input @ ..] = input else {
        return;
    };
    let [uri, kind, json] = parts(input);
    let request = || {
        let request = Request::builder().uri(uri).header("content-type", kind);
        request.body(Body::from(json.to_vec()))
    };
    let (Ok(with_body), Ok(with_query)) = (request(), request()) else {
        return;
    };
    let of = |list: &[(&str, Reader)]| list[usize::from(*which) % list.len()].1;
    within(room(input.len()), || {
        of(BODIES)(with_body);
        of(QUERIES)(with_query)
    });
});

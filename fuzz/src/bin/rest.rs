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
use mneme_wire::shapes::*;
use pollster::block_on;

static DOOR: LazyLock<Door> = LazyLock::new(|| Door {
    desk: Err(Fault::new(Code::Internal, "nobody is here")),
    limit: Arc::new(RateLimit::per_second(1)),
    signals: Arc::new([]),
    version: String::new(),
    tls: None,
    batch_bytes: BODY_BYTES,
});

macro_rules! read {
    ($how:ident, $which:expr, $request:expr, $($shape:ty),*) => {{
        let readers: &[fn(Request) -> bool] = &[
            $(|request| block_on($how::<$shape>(request, &DOOR)).is_ok()),*
        ];
        readers[usize::from($which) % readers.len()]($request)
    }};
}

fuzz_target!(|input: &[u8]| {
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
    within(room(input.len()), || {
        read!(
            from_body,
            *which,
            with_body,
            StoreRequest,
            StoreBatchRequest,
            RecallRequest,
            RecallBatchRequest,
            UpdateRequest,
            IngestRequest,
            ForgetRequest,
            CertifiedRequest,
            NewTokenRequest,
            TradeKeyRequest
        );
        read!(
            from_query,
            *which,
            with_query,
            ListRequest,
            EventsRequest,
            ExportRequest
        )
    });
});

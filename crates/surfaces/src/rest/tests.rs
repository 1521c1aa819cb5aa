use std::sync::Arc;

use axum::routing::{delete, get};
use mneme_model::Code;
use mneme_wire::client::http::HttpClient;

use super::*;

/// A door whose store did not open: enough to see who gets how far.
fn door() -> Door {
    Door {
        desk: Err(Fault::new(Code::StoreClosed, "closed")),
        limit: Arc::new(RateLimit::per_second(1_000)),
        signals: Arc::new([]),
        histograms: Arc::new([]),
        version: String::new(),
        tls: None,
        body_bytes: BODY_BYTES,
        batch_bytes: BATCH_BYTES,
        unlocked: false,
        memory_mode: "readonly",
        tells_totals: false,
        tools: mneme_wire::tools::Set::default(),
        front: None,
    }
}

/// Statuses of requests to a router in front of which the entrance stands.
fn statuses(routes: Router<Door>, requests: &[(&str, &str)]) -> Vec<u16> {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
    let address = listener.local_addr().unwrap();
    let (_stop, stopping) = watch::channel(false);
    runtime.spawn(serve(listener, None, guarded(routes, door()), stopping));
    let mut client = HttpClient::connect(address, None).unwrap();
    let status = |(method, path): &(&str, &str)| client.send(method, path, b"").unwrap().status;
    requests.iter().map(status).collect()
}

#[test]
fn a_route_or_method_nobody_decided_about_cannot_be_reached() {
    let open = || async { "secrets" };
    let routes = routes::all(BODY_BYTES, BATCH_BYTES)
        .route("/v1/undecided", get(open))
        .route("/v1/store", delete(open));
    let asked = [
        ("GET", "/v1/undecided"),
        ("DELETE", "/v1/store"),
        ("GET", "/v1/nowhere"),
    ];
    assert_eq!(statuses(routes, &asked), [404, 405, 404]);
}

#[test]
fn a_store_that_did_not_open_is_told_at_every_route_that_needs_it() {
    let asked = [
        ("GET", "/v1/memories"),
        ("GET", "/metrics"),
        ("GET", "/health"),
        ("POST", "/v1/auth/token"),
    ];
    assert_eq!(
        statuses(routes::all(BODY_BYTES, BATCH_BYTES), &asked),
        [503; 4]
    );
}

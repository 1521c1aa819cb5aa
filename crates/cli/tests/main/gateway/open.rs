//! Calls go through when memory does not.

use super::{FORMS, QUESTION, Stage, settings};
use crate::support::{Home, Provider, Server};

#[test]
fn a_store_that_does_not_open_stops_no_call() {
    let provider = Provider::start();
    let home = Home::with_settings(&settings(&provider, "", ""));
    Server::start(&home).stop();
    std::fs::write(home.master_key(), "this opens nothing").unwrap();
    let stage = Stage {
        provider,
        server: Server::start(&home),
    };
    for form in FORMS {
        let body = form.body(QUESTION, false);
        let reply = stage.send(form, &body, &[]);
        assert_eq!(reply.status, 200, "{form:?}: {}", reply.text);
        assert_eq!(reply.header("x-memory-bypassed"), Some("store_unavailable"));
        assert_eq!(reply.header("x-memory-injected-count"), Some("0"));
        let sent = stage.provider.calls().pop().unwrap();
        assert_eq!(sent.body, body.to_string().as_bytes(), "unchanged");
    }
    let mut stranger = stage.server.stranger();
    let health = stranger.get("/health");
    assert_eq!(
        (health.status, &health.body["status"]),
        (503, &"degraded".into())
    );
    assert_eq!(
        stranger
            .post("/v1/recall", &serde_json::json!({ "query": "x" }))
            .status,
        503
    );
    assert_eq!(stage.stats()["metrics"]["bypassed"], 3);
}

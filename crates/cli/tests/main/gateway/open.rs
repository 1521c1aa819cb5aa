//! Calls go through when memory does not.

use super::{FORMS, QUESTION, Stage, TWO, settings};
use crate::alias::{Oss, WRITER};
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

#[test]
fn a_key_of_the_settings_passes_though_no_store_was_ever_open() {
    for (hybrid, why) in [(true, "core_unavailable"), (false, "store_unavailable")] {
        let provider = Provider::start();
        let key = format!(
            "[[auth.api_keys]]\nkey = \"{WRITER}\"\nrole = \"writer\"\nnamespace = \"one\"\n"
        );
        let rest = format!(
            "[server]\nport = 0\nhybrid_mode = {hybrid}\n[tls]\nenabled = false\n[storage]\ndata_dir = \"data\"\n[embeddings]\nmodel = \"off\"\n[trust.ip_allowlists]\ntwo = [\"10.9.9.9\"]\n{key}"
        );
        let proxy =
            "enabled = true\nupstream_api_key = \"sk-owner\"\nanthropic_api_key = \"sk-owner\"";
        let oss = Oss::new(&settings(&provider, proxy, &rest));
        oss.serve(&["serve"]).stop();
        std::fs::write(oss.home.master_key(), "this opens nothing").unwrap();
        let server = oss.serve(&["serve"]);
        let stage = Stage { provider, server };
        for form in FORMS {
            let body = form.body(QUESTION, false).to_string();
            let call = |key: &str| {
                let key = format!("Bearer {key}");
                let headers = [("authorization", key.as_str())];
                stage.raw("POST", form.path(), &headers, body.as_bytes())
            };
            let reply = call(WRITER);
            assert_eq!(reply.status, 200, "{why} {form:?}: {}", reply.text);
            assert_eq!(reply.header("x-memory-bypassed"), Some(why), "{form:?}");
            let sent = stage.provider.calls().pop().unwrap();
            assert_eq!(sent.key(), Some("sk-owner"), "{form:?}");
            assert_eq!(sent.body, body.as_bytes(), "unchanged");
            let before = stage.provider.requests().len();
            let stores = call(&format!("mk_{}", "0".repeat(48)));
            assert_eq!(stores.status, 503, "{why} {form:?}: {}", stores.text);
            assert_eq!(call(TWO).status, 403, "lists hold without a store");
            assert_eq!(stage.provider.requests().len(), before);
        }
    }
}

//! A log that nobody reads any more: `mneme serve 2>&1 | head`, a collector that died.

use serde_json::json;

use crate::support::{Client, Home, Server, eventually};

#[test]
fn a_log_that_nobody_reads_stops_nothing() {
    let home = Home::with_settings("[storage]\npurge_ms = 20\n");
    let server = Server::unread(&home, &["--metrics", "127.0.0.1:0"]);
    let mut owner = server.owner();
    // Each of these writes a line, and what is forgotten is purged behind it.
    for n in 1..=3 {
        let mut stranger = Client::new(server.http(), Some("mk_nobody"));
        stranger.get("/v1/memories").refused(401, "bad_credential");
        let id = owner.remember(&format!("The ferry has {n} decks"));
        assert_eq!(owner.forget(&json!({ "id": id })), 1);
        eventually("the purge", || {
            (server.metric("mneme_purges_total") >= n).then_some(())
        });
    }
    owner.post("/v1/admin/keys/rotate", &json!({})).ok();
    server.stop();
    home.run(&["verify"]).ok();
}

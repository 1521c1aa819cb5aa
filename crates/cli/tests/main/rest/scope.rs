//! A namespace is a wall.

use serde_json::json;

use crate::support::{Client, segmented, shared};

const SECRET: &str = "The vault code is 8841.";

fn check_walls(ours: &mut Client, theirs: &mut Client) {
    let id = theirs.store(&json!({ "content": SECRET, "session": "s", "agent": "a" }));
    theirs.ingest(&json!([{ "id": "e", "session": "s", "text": "The vault is downstairs." }]));
    ours.ingest(&json!([{ "id": "mine", "session": "s", "text": "Our vault is upstairs." }]));
    assert_eq!(
        ours.ask("vault code downstairs"),
        ["Our vault is upstairs."]
    );
    let budgeted = json!({ "query": "vault", "session": "s", "budget": 2_000 });
    let packed = ours.recall(&budgeted)["context"]["text"].to_string();
    assert!(
        packed.contains("upstairs") && !packed.contains("downstairs"),
        "{packed}"
    );
    assert_eq!(ours.count(), (0, 1));
    assert_eq!(ours.get("/v1/memories?agent=a").ok()["count"], 0);
    ours.get(&format!("/v1/inspect/{id}"))
        .refused(404, "no_such_memory");
    ours.get("/v1/inspect/e").refused(404, "no_such_memory");
    let change = json!({ "id": id, "content": "The vault code is 0000." });
    ours.patch("/v1/update", &change)
        .refused(404, "no_such_memory");
    assert_eq!(theirs.inspect(&id)["content"], SECRET);
    assert_eq!(theirs.inspect(&id)["version"], 1);
}

#[test]
fn two_namespaces_never_see_each_other() {
    for server in [shared(), segmented()] {
        let (mut ours, mut theirs) = (server.room("wall-ours"), server.room("wall-theirs"));
        check_walls(&mut ours, &mut theirs);
        server.settled();
        assert_eq!(
            ours.ask("vault code downstairs"),
            ["Our vault is upstairs."]
        );
    }
}

#[test]
fn ids_and_words_of_one_namespace_are_free_in_another() {
    let (mut one, mut two) = (shared().room("free-one"), shared().room("free-two"));
    let first = one.remember(SECRET);
    let stored = two.post("/v1/store", &json!({ "content": SECRET })).ok();
    assert!(stored.get("duplicate").is_none());
    assert_ne!(stored["id"], first);
    for (client, text) in [(&mut one, "First."), (&mut two, "Second.")] {
        let accepted = client.ingest(&json!([{ "id": "same", "session": "s", "text": text }]));
        assert_eq!(accepted[0]["created"], true);
        assert_eq!(client.inspect("same")["content"], text);
    }
}

#[test]
fn naming_a_foreign_namespace_is_refused_for_every_role() {
    let server = shared();
    server.room("foreign-theirs").remember(SECRET);
    for role in ["reader", "writer", "admin"] {
        let key = server.key("foreign-ours", role);
        let mut client = Client::new(server.http(), Some(&key));
        let ask = json!({ "query": "vault", "namespace": "foreign-theirs" });
        client
            .post("/v1/recall", &ask)
            .refused(403, "foreign_namespace");
        let batch = json!({ "queries": [{ "query": "mine" }, ask] });
        client
            .post("/v1/recall/batch", &batch)
            .refused(403, "foreign_namespace");
        for path in ["/v1/memories", "/v1/events"] {
            let named = format!("{path}?namespace=foreign-theirs");
            client.get(&named).refused(403, "foreign_namespace");
            client.get(&format!("{path}?namespace=foreign-ours")).ok();
        }
        if role == "reader" {
            continue;
        }
        let store = json!({ "content": "Intruder.", "namespace": "foreign-theirs" });
        client
            .post("/v1/store", &store)
            .refused(403, "foreign_namespace");
        let events = json!([{ "session": "s", "text": "Intruder." }]);
        let ingest = json!({ "events": events, "namespace": "foreign-theirs" });
        client
            .post("/v1/events", &ingest)
            .refused(403, "foreign_namespace");
        let update = json!({ "id": "x", "content": "y", "namespace": "foreign-theirs" });
        client
            .patch("/v1/update", &update)
            .refused(403, "foreign_namespace");
    }
    assert_eq!(server.room("foreign-theirs").count(), (1, 0));
}

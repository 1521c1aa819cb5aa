//! Who may not.

use serde_json::json;

use crate::support::{Client, Home, Raw, Server, eventually, send_raw, shared};

#[test]
fn without_a_good_key_nothing_is_answered() {
    let server = shared();
    let key = server.key("keyed", "admin");
    let strange = [
        ("", "no_credential"),
        ("Bearer", "bad_credential"),
        ("Bearer ", "bad_credential"),
        ("Bearer nonsense", "bad_credential"),
        ("Bearer ' OR 1=1 --", "bad_credential"),
        ("Basic dXNlcjpwYXNz", "bad_credential"),
        (key.as_str(), "bad_credential"),
        (
            "Bearer mk_000000000000000000000000000000000000000000000000",
            "bad_credential",
        ),
    ];
    for (value, code) in strange {
        let sent = [("authorization", value)];
        let headers = if value.is_empty() {
            &sent[..0]
        } else {
            &sent[..]
        };
        for line in [
            "GET /v1/memories HTTP/1.1",
            "POST /v1/store HTTP/1.1",
            "GET /metrics HTTP/1.1",
        ] {
            let raw = Raw {
                line,
                headers,
                body: b"",
            };
            send_raw(server.http(), &raw).refused(401, code);
        }
    }
    let shortened = &key[..key.len() - 1];
    let mut client = Client::new(server.http(), Some(shortened));
    client.get("/v1/memories").refused(401, "bad_credential");
}

#[test]
fn a_revoked_key_opens_nothing_not_even_after_a_restart() {
    let home = Home::new();
    let server = Server::start(&home);
    let args = ["key", "new", "--namespace", "revoked", "--json"];
    let made = home.json(&args);
    let (key, id) = (
        made["key"].as_str().unwrap(),
        made["key_id"].as_str().unwrap(),
    );
    let mut client = Client::new(server.http(), Some(key));
    client.remember("Before.");
    assert_eq!(
        home.run(&["key", "revoke", id]).ok().trim(),
        format!("revoked {id}")
    );
    client.get("/v1/memories").refused(401, "bad_credential");
    client
        .post("/v1/store", &json!({ "content": "After." }))
        .refused(401, "bad_credential");
    assert_eq!(server.room("revoked").count(), (1, 0));
    server.stop();
    let server = Server::start(&home);
    let mut client = Client::new(server.http(), Some(key));
    client.get("/v1/memories").refused(401, "bad_credential");
}

#[test]
fn a_reader_reads_and_a_writer_does_not_administer() {
    let server = shared();
    let mut writer = server.room("roles");
    let id = writer.remember("Written by a writer.");
    let mut reader = Client::new(server.http(), Some(&server.key("roles", "reader")));
    assert_eq!(reader.ask("writer"), ["Written by a writer."]);
    assert_eq!(reader.count(), (1, 0));
    let refusal = reader
        .post("/v1/store", &json!({ "content": "x" }))
        .refused(403, "role_too_low");
    assert!(
        refusal["error"].as_str().unwrap().contains("writer"),
        "{refusal}"
    );
    let change = json!({ "id": id, "content": "Changed by a reader." });
    reader
        .patch("/v1/update", &change)
        .refused(403, "role_too_low");
    let events = json!({ "events": [{ "session": "s", "text": "x" }] });
    reader
        .post("/v1/events", &events)
        .refused(403, "role_too_low");
    assert_eq!(writer.count(), (1, 0));
    assert_eq!(writer.inspect(&id)["version"], 1);
}

#[test]
fn too_many_requests_are_told_when_to_come_back() {
    let home = Home::with_settings("[limits]\nrate_limit_per_sec = 5\n");
    let server = Server::start(&home);
    let mut client = server.room("hasty");
    let refusal = eventually("a refusal", || {
        let reply = client.get("/v1/memories");
        (reply.status != 200).then_some(reply)
    });
    assert_eq!(refusal.header("retry-after"), Some("1"));
    let wait = refusal.body["retry_after_ms"].as_u64().unwrap();
    assert!((1..=200).contains(&wait), "{wait}");
    refusal.refused(429, "rate_limited");
    assert_eq!(
        server.room("patient").get("/v1/memories").status,
        200,
        "keys do not share"
    );
    assert_eq!(
        server.health()["status"],
        "ok",
        "who has no key is counted by address"
    );
    eventually("the bucket to fill", || {
        (client.get("/v1/memories").status == 200).then_some(())
    });
}

//! Who may call, and what is answered to nonsense.

use super::*;

#[test]
fn n_001_liveness_needs_no_token() {
    let home = Home::new();
    let server = served(&home, &[("AGENTMEMORY_SECRET", "hush")]);
    for address in [server.http(), server.notebook()] {
        let mut client = Client::new(address, None);
        for path in ["/livez", "/agentmemory/livez"] {
            let told = client.get(path).ok();
            assert_eq!(told["status"], "ok");
            assert_eq!(told["service"], "agentmemory");
            assert_eq!(
                (&told["viewerPort"], &told["viewerSkipped"]),
                (&json!(address.port()), &json!(false))
            );
        }
    }
}

#[test]
fn n_008_errors_are_json() {
    let mut client = guest(timeline());
    client
        .get("/agentmemory/nowhere")
        .refused(404, "no_such_route");
    client
        .get("/agentmemory/observe")
        .refused(405, "wrong_method");
    let broken = client.send("POST", "/agentmemory/observe", b"{oops");
    broken.refused(400, "bad_json");
    for path in [
        "/memories?limit=abc",
        "/sessions?limit=-1",
        "/lessons?minConfidence=x",
    ] {
        client
            .get(&format!("/agentmemory{path}"))
            .refused(400, "bad_request");
    }
    let list = client.send("POST", "/agentmemory/search", b"[1]");
    list.refused(400, "bad_request");
    let empty = client.send("POST", "/agentmemory/search", b"");
    assert_eq!(
        empty.refused(400, "query_empty")["error"],
        "query is required"
    );
}

#[test]
fn a_secret_guards_what_is_kept() {
    let home = Home::new();
    let server = served(&home, &[("AGENTMEMORY_SECRET", "hush")]);
    let mut nobody = guest(&server);
    let told = told("s", "prompt_submit", json!({ "prompt": "x" }));
    for reply in [
        nobody.get("/agentmemory/sessions"),
        nobody.get("/agentmemory/observations?sessionId=s"),
        nobody.post("/agentmemory/observe", &told),
        nobody.post("/agentmemory/search", &json!({ "query": "x" })),
    ] {
        assert_eq!(
            reply.refused(401, "bad_credential")["error"],
            "Unauthorized"
        );
    }
    let health = nobody.get("/agentmemory/health").ok();
    assert_eq!(health["status"], "healthy");
    assert_eq!(
        health.get("events"),
        None,
        "counts are for whoever is known"
    );
    Client::new(server.notebook(), Some("hush")).observe(&told);
    let wrong = Client::new(server.notebook(), Some("hus")).get("/agentmemory/sessions");
    wrong.refused(401, "bad_credential");
    let mut owner = Client::new(server.notebook(), Some(&owners_key(&home)));
    assert!(
        owner.noted_session("s").is_some(),
        "the engine's own key opens it too"
    );
    assert!(
        !server.errors().contains("hush"),
        "a secret is never logged"
    );
}

#[test]
fn the_other_door_needs_a_key_and_this_one_no_foreign_page() {
    let home = Home::new();
    let server = served(&home, &[]);
    Client::new(server.http(), None)
        .get("/agentmemory/sessions")
        .refused(401, "bad_credential");
    guest(&server).get("/agentmemory/sessions").ok();
    let raw = crate::support::Raw {
        line: "GET /agentmemory/sessions HTTP/1.1",
        headers: &[("origin", "https://evil.example")],
        body: b"",
    };
    let reply = crate::support::send_raw(server.notebook(), &raw);
    reply.refused(403, "foreign_origin");
}

fn owners_key(home: &Home) -> String {
    let file = home.data().join("keys").join("api.key");
    std::fs::read_to_string(file).unwrap().trim().to_owned()
}

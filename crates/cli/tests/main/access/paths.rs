//! Paths that try to climb.

use crate::support::shared;

#[test]
fn g_213_paths_that_climb_are_refused_with_a_key_and_without() {
    let mut known = shared().room("climber");
    let mut nobody = shared().stranger();
    known.remember("Not to be reached by dots.");
    for path in [
        "/v1/..%2f",
        "/v1/..%2Fhealth",
        "/v1/../health",
        "/v1/%2e%2e/health",
        "/v1/./store",
        "/v1/%252e%252e%252fhealth",
        "/v1//memories",
        "//v1/memories",
        "/v1/inspect/..",
        "/v1/inspect/..%2f",
        "/v1/inspect/..%2f..%2fkeys%2fmaster.key",
        "/v1/inspect/a%2f..%2fb",
        "/v1/inspect/..%5c..%5ckeys",
    ] {
        for client in [&mut known, &mut nobody] {
            let refusal = client.get(path).refused(400, "bad_path");
            assert!(refusal["hint"].is_string(), "{path}: {refusal}");
        }
        let posted = known.send("POST", path, b"{}");
        posted.refused(400, "bad_path");
    }
    // The proxy refuses them in the words of the provider it stands for.
    for client in [&mut known, &mut nobody] {
        let refused = client.get("/proxy/v1/..%2f");
        assert_eq!(refused.status, 400, "{}", refused.body);
        assert_eq!(refused.body["error"]["type"], "invalid_request_error");
    }
    assert_eq!(known.count(), (1, 0));
}

#[test]
fn an_id_with_a_slash_or_dots_inside_is_still_found() {
    let mut client = shared().room("slashes");
    for id in ["a/b", "a..b", "...", "100%", "a%2fb"] {
        let event = serde_json::json!([{ "id": id, "session": "s", "text": "Odd name." }]);
        client.ingest(&event);
        assert_eq!(client.inspect(id)["id"], id);
    }
}

//! Bodies that are wrong before anybody reads them.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::{Value, json};

use crate::support::{Raw, Reply, Server, send_raw, shared};

const MIB: usize = 1024 * 1024;

/// Posts bytes as they are, with or without a content type.
fn post(server: &Server, key: &str, path: &str, kind: Option<&str>, body: &[u8]) -> Reply {
    let (line, key) = (format!("POST {path} HTTP/1.1"), format!("Bearer {key}"));
    let mut headers = vec![("authorization", key.as_str())];
    headers.extend(kind.map(|kind| ("content-type", kind)));
    let raw = Raw {
        line: &line,
        headers: &headers,
        body,
    };
    send_raw(server.http(), &raw)
}

#[test]
fn a_body_that_is_no_json_is_refused() {
    let server = shared();
    let mut client = server.room("bad-json");
    let deep = format!(
        "{{\"content\": \"x\", \"metadata\": {}1{}}}",
        "{\"a\":".repeat(300),
        "}".repeat(300)
    );
    let bodies: [&[u8]; 9] = [
        b"{",
        b"content=hello",
        b"{\"content\": \"x\"} trailing",
        b"{\"content\": 'single'}",
        b"\xff\xfe\x00",
        b"{\"content\": \"bad \xc3\x28 bytes\"}",
        b"{\"content\": \"lonely \\ud800\"}",
        b"{\"content\": \"x\", \"metadata\": {\"n\": 1e999}}",
        deep.as_bytes(),
    ];
    for body in bodies {
        client
            .send("POST", "/v1/store", body)
            .refused(400, "bad_json");
    }
    client
        .send("POST", "/v1/recall", b"{")
        .refused(400, "bad_json");
    client
        .send("PATCH", "/v1/update", b"}")
        .refused(400, "bad_json");
    client
        .send("POST", "/v1/store", b"")
        .refused(415, "unsupported_media_type");
    assert_eq!(client.count(), (0, 0));
}

#[test]
fn a_body_must_say_that_it_is_json() {
    let server = shared();
    let key = server.key("bad-media", "writer");
    let body = json!({ "content": "Typed." }).to_string();
    let kinds = [
        None,
        Some("text/plain"),
        Some("application/xml"),
        Some("json"),
        Some(""),
    ];
    for kind in kinds {
        let reply = post(server, &key, "/v1/store", kind, body.as_bytes());
        let refusal = reply.refused(415, "unsupported_media_type");
        assert!(
            refusal["hint"]
                .as_str()
                .unwrap()
                .contains("application/json"),
            "{kind:?}"
        );
    }
    assert_eq!(server.room("bad-media").count(), (0, 0));
}

/// A JSON object with a field of filling, so long.
fn padded(request: &Value, bytes: usize) -> Vec<u8> {
    let mut body = request.clone();
    body["padding"] = json!("");
    let short = body.to_string().len();
    body["padding"] = json!("p".repeat(bytes - short));
    body.to_string().into_bytes()
}

#[test]
fn a_body_has_a_largest_size() {
    let server = shared();
    let key = server.key("large-body", "writer");
    let json = Some("application/json");
    let store = json!({ "content": "In a large envelope." });
    let over = post(
        server,
        &key,
        "/v1/store",
        json,
        &padded(&store, 2 * MIB + 1),
    );
    over.refused(413, "body_too_large");
    let ask = json!({ "query": "envelope" });
    let over = post(server, &key, "/v1/recall", json, &padded(&ask, 2 * MIB + 1));
    over.refused(413, "body_too_large");
    assert_eq!(server.room("large-body").count(), (0, 0));
    let fits = post(server, &key, "/v1/store", json, &padded(&store, 2 * MIB));
    assert_eq!(fits.ok()["version"], 1);
}

/// Who says that it will be too large is told so before sending it, and is not asked for it.
#[test]
fn what_is_said_to_be_too_large_is_refused_before_it_comes() {
    let server = shared();
    let key = server.key("said-large", "writer");
    for (path, bytes) in [
        ("/v1/store", 2 * MIB + 1),
        ("/v1/store/batch", 32 * MIB + 1),
        ("/agentmemory/remember", 32 * MIB + 1),
    ] {
        for more in ["", "expect: 100-continue\r\n"] {
            let mut stream = TcpStream::connect(server.http()).unwrap();
            stream
                .set_read_timeout(Some(Duration::from_secs(20)))
                .unwrap();
            let head = format!(
                "POST {path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {key}\r\n\
                 content-type: application/json\r\ncontent-length: {bytes}\r\n{more}\r\n"
            );
            stream.write_all(head.as_bytes()).unwrap();
            let mut answer = [0; 12];
            stream.read_exact(&mut answer).unwrap();
            assert_eq!(&answer, b"HTTP/1.1 413", "{path} {more}");
        }
    }
}

#[test]
fn a_batch_has_a_larger_largest_size() {
    let server = shared();
    let key = server.key("large-batch", "writer");
    let json = Some("application/json");
    let memories = json!({ "memories": [{ "content": "In a large parcel." }] });
    let events = json!({ "events": [{ "session": "s", "text": "In a large parcel." }] });
    for (path, request) in [("/v1/store/batch", &memories), ("/v1/events", &events)] {
        let over = post(server, &key, path, json, &padded(request, 32 * MIB + 1));
        over.refused(413, "body_too_large");
    }
    assert_eq!(server.room("large-batch").count(), (0, 0));
    for (path, request) in [("/v1/store/batch", &memories), ("/v1/events", &events)] {
        assert_eq!(
            post(server, &key, path, json, &padded(request, 8 * MIB)).status,
            200
        );
    }
    assert_eq!(server.room("large-batch").count(), (1, 1));
}

#[test]
fn who_needs_to_say_nothing_more_needs_no_body() {
    let server = shared();
    let key = server.key("bad-bodiless", "admin");
    server.admin("bad-bodiless").remember("Something to seal.");
    for path in ["/v1/admin/keys/rotate", "/v1/consolidate"] {
        for kind in [None, Some("application/json"), Some("text/plain")] {
            let none = post(server, &key, path, kind, b"").ok();
            assert!(none.is_object(), "{path} {kind:?}: {none}");
        }
        let wrong = post(server, &key, path, Some("text/plain"), b"{}");
        wrong.refused(415, "unsupported_media_type");
        let wrong = post(server, &key, path, Some("application/json"), b"[]");
        wrong.refused(422, "bad_request");
    }
}

#[test]
fn what_is_wrong_with_a_body_is_told_in_plain_words() {
    let server = shared();
    let key = server.key("bad-told", "writer");
    let told = |body: &[u8]| {
        let reply = post(server, &key, "/v1/store", Some("application/json"), body);
        reply.body["error"].as_str().unwrap().to_owned()
    };
    let bodies: [(&[u8], &str); 5] = [
        (b"null", "null"),
        (b" [1]", "a list"),
        (b"\"x\"", "a text"),
        (b"7", "a number"),
        (b"true", "true or false"),
    ];
    for (body, what) in bodies {
        let said = format!("the body must be a JSON object, not {what}");
        assert_eq!(told(body), said);
    }
    for half in ["\\ud83d", "\\ud83d\\u0041", "\\ude00"] {
        let body = format!("{{\"content\": \"{half}\"}}");
        let said = told(body.as_bytes());
        let plain = said.starts_with("the body has half a character at line 1 column");
        assert!(plain, "{half}: {said}");
    }
    assert!(told(b"{\"content\": ").starts_with("the body is not JSON: "));
}

//! Addresses, methods and bytes nobody waits for.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};

use serde_json::json;

use crate::support::shared;
use std::time::Duration;

#[test]
fn unknown_addresses_and_wrong_methods_are_told_apart() {
    let mut client = shared().room("bad-route");
    for path in [
        "/v1",
        "/v1/",
        "/v1/nothing",
        "/v2/store",
        "/v1/store/",
        "/V1/store",
    ] {
        client.get(path).refused(404, "no_such_route");
        client
            .post(path, &json!({ "content": "Lost." }))
            .refused(404, "no_such_route");
    }
    let wrong = [
        ("GET", "/v1/store"),
        ("PUT", "/v1/store"),
        ("GET", "/v1/store/batch"),
        ("GET", "/v1/recall"),
        ("POST", "/v1/update"),
        ("DELETE", "/v1/memories"),
        ("POST", "/v1/memories"),
        ("DELETE", "/v1/inspect/x"),
        ("PATCH", "/v1/events"),
        ("POST", "/health"),
        ("POST", "/metrics"),
    ];
    for (method, path) in wrong {
        client
            .send(method, path, b"{}")
            .refused(405, "wrong_method");
    }
    assert_eq!(client.count(), (0, 0));
}

#[test]
fn nonsense_on_the_wire_does_not_hurt_the_server() {
    let server = shared();
    let messages: [&[u8]; 5] = [
        b"\r\n\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"GET / HTTP/9.9\r\n\r\n",
        b"POST /v1/store HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nhalf",
        b"POST /v1/store HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nZZ\r\n",
    ];
    for message in messages {
        let mut stream = TcpStream::connect(server.http()).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(60)))
            .unwrap();
        stream.write_all(message).unwrap();
        stream.shutdown(Shutdown::Write).unwrap();
        let mut answer = Vec::new();
        // Hung up with or without an answer: both are right.
        let _ = stream.read_to_end(&mut answer);
        assert!(!answer.starts_with(b"HTTP/1.1 200"), "{message:?}");
        assert!(!answer.starts_with(b"HTTP/1.1 5"), "{message:?}");
    }
    server.assert_sound();
}

//! Bodies that come packed: what can be read is, and what cannot goes around nothing.

use std::io::Read;

use flate2::Compression;
use flate2::read::{DeflateEncoder, GzEncoder, ZlibEncoder};
use rustix::process::{Signal, kill_process};
use serde_json::{Value, json};

use super::hybrid::{core_of, stay_gone, two, until};
use super::{FORMS, Form, ONE, QUESTION, Stage, TWO};
use crate::support::{Reply, eventually};

#[test]
fn a_packed_request_is_read_and_goes_on_packed_where_nothing_changes() {
    let stage = Stage::with_ferry("", "");
    let key = format!("Bearer {ONE}");
    let packed = |question: &str| {
        let body = Form::Responses.body(question, false).to_string();
        zstd::encode_all(body.as_bytes(), 0).unwrap()
    };
    let headers = [
        ("authorization", key.as_str()),
        ("content-encoding", "zstd"),
    ];
    let reply = stage.raw("POST", Form::Responses.path(), &headers, &packed(QUESTION));
    assert_eq!(reply.status, 200, "{}", reply.text);
    let sent = stage.provider.calls().pop().unwrap();
    assert!(sent.memory().is_some() && sent.header("content-encoding").is_none());
    let other = packed("write me a haiku about tea");
    stage.raw("POST", Form::Responses.path(), &headers, &other);
    let sent = stage.provider.calls().pop().unwrap();
    assert_eq!(sent.body, other);
    assert_eq!(sent.header("content-encoding"), Some("zstd"));
    let body = Form::Chat.body(QUESTION, false).to_string();
    let mut gzip = Vec::new();
    GzEncoder::new(body.as_bytes(), Compression::fast())
        .read_to_end(&mut gzip)
        .unwrap();
    let headers = [
        ("authorization", key.as_str()),
        ("content-encoding", "gzip"),
    ];
    let reply = stage.raw("POST", Form::Chat.path(), &headers, &gzip);
    assert_eq!(reply.status, 200, "{}", reply.text);
    assert!(stage.block().is_some());
}

/// An empty object, as brotli packs it.
const SEALED: [u8; 6] = [0x0b, 0x02, 0x80, 0x7b, 0x7d, 0x03];

/// A body with the first key, packed as it says.
fn packed(stage: &Stage, form: Form, packing: &str, body: &[u8]) -> Reply {
    let key = format!("Bearer {ONE}");
    let headers = [
        ("authorization", key.as_str()),
        ("content-encoding", packing),
    ];
    stage.raw("POST", form.path(), &headers, body)
}

#[test]
fn a_body_packed_in_a_way_nobody_here_knows_goes_on_as_it_is() {
    let stage = Stage::with_ferry("", "");
    // Of messages with a key a field is taken out, so that they have to be read.
    for form in [Form::Chat, Form::Responses] {
        let reply = packed(&stage, form, "br", &SEALED);
        let told = reply.header("x-memory-bypassed");
        assert_eq!(told, Some("unreadable"), "{form:?}: {}", reply.text);
        let sent = stage.provider.requests().pop().unwrap();
        assert_eq!(
            (sent.body.as_slice(), sent.header("content-encoding")),
            (&SEALED[..], Some("br"))
        );
    }
}

fn policy() -> Value {
    json!({ "content": "Never delete the audit logs from production.", "tags": ["policy"] })
}

/// Refused in the provider's form, with what would be read.
fn assert_sealed(reply: &Reply, form: Form) {
    assert_eq!(reply.status, 415, "{form:?}: {}", reply.text);
    assert_eq!(reply.body["error"]["type"], "invalid_request_error");
    let typed = reply.body["type"] == json!("error");
    assert_eq!(typed, form == Form::Messages, "{}", reply.text);
    let read = reply.header("accept-encoding");
    assert_eq!(read, Some("gzip, deflate, zstd"), "{form:?}");
}

#[test]
fn a_body_nobody_can_read_goes_around_no_policy() {
    let ruled = Stage::new("allow_client_memory_control = false", "");
    assert_sealed(&packed(&ruled, Form::Chat, "br", &SEALED), Form::Chat);
    assert!(ruled.provider.requests().is_empty());
    let stage = Stage::with_ferry("", "");
    let care =
        json!({ "content": "Deploys on Friday evening need extra care.", "tags": ["policy"] });
    stage.room("one").store(&care);
    let reply = packed(&stage, Form::Chat, "br", &SEALED);
    let told = reply.header("x-memory-bypassed");
    assert_eq!(
        told,
        Some("unreadable"),
        "a warning stops nothing: {}",
        reply.text
    );
    stage.provider.take_requests();
    stage.room("one").store(&policy());
    for form in FORMS {
        assert_sealed(&packed(&stage, form, "br", &SEALED), form);
        assert_sealed(&packed(&stage, form, "gzip, br", &SEALED), form);
    }
    assert!(stage.provider.requests().is_empty());
    // In another room there is no such rule, and who may do without memory may say so.
    let key = format!("Bearer {TWO}");
    let headers = [("authorization", key.as_str()), ("content-encoding", "br")];
    let other = stage.raw("POST", Form::Chat.path(), &headers, &SEALED);
    assert_eq!(other.header("x-memory-bypassed"), Some("unreadable"));
    let own = format!("Bearer {ONE}");
    let headers = [
        ("authorization", own.as_str()),
        ("content-encoding", "br"),
        ("x-memory-mode", "off"),
    ];
    let off = stage.raw("POST", Form::Chat.path(), &headers, &SEALED);
    assert_eq!(off.header("x-memory-bypassed"), Some("off"));
    assert_eq!(stage.provider.requests().len(), 2);
}

#[test]
fn a_body_nobody_can_read_goes_around_no_policy_that_was_known_before_the_core_died() {
    let stage = two("", "[gateway]\nrules_ms = 50\npatience_ms = 20000\n");
    stage.room("one").store(&policy());
    eventually("the rule to be known in front", || {
        (stage.stats()["rules_known"] == 1).then_some(())
    });
    stay_gone(&stage.server);
    kill_process(core_of(&stage.server), Signal::KILL).unwrap();
    until(&stage.server, "degraded");
    for form in FORMS {
        assert_sealed(&packed(&stage, form, "br", &SEALED), form);
    }
    assert!(stage.provider.requests().is_empty());
}

#[test]
fn a_body_packed_as_deflate_is_read_and_judged() {
    let stage = Stage::with_ferry("", "");
    stage.room("one").store(&policy());
    let fast = Compression::fast();
    for form in FORMS {
        for framed in [true, false] {
            let deflated = |question: &str| {
                let (body, mut packed) = (form.body(question, false).to_string(), Vec::new());
                let read = match framed {
                    true => ZlibEncoder::new(body.as_bytes(), fast).read_to_end(&mut packed),
                    false => DeflateEncoder::new(body.as_bytes(), fast).read_to_end(&mut packed),
                };
                read.unwrap();
                packed
            };
            let reply = packed(&stage, form, "deflate", &deflated(QUESTION));
            assert_eq!(reply.status, 200, "{form:?}: {}", reply.text);
            assert!(stage.block().is_some(), "{form:?}");
            let other = "write me a haiku about tea";
            packed(&stage, form, "deflate", &deflated(other));
            let sent = stage.provider.calls().pop().unwrap();
            let plain = form.body(other, false).to_string();
            assert_eq!(sent.body, plain.as_bytes(), "as it was read: {form:?}");
            assert_eq!(sent.header("content-encoding"), None, "{form:?}");
            let before = stage.provider.requests().len();
            let order = deflated("Delete the audit logs from production right now.");
            let reply = packed(&stage, form, "deflate", &order);
            assert_eq!(reply.status, 403, "{form:?}: {}", reply.text);
            assert_eq!(stage.provider.requests().len(), before);
        }
    }
}

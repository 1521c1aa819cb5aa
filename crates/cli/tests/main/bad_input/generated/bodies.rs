//! Bodies that are wrong as a whole.

use super::Trial;
use crate::support::{Description, Raw, send_raw};

const MIB: usize = 1024 * 1024;
/// More than any body may have, for routes that carry batches too.
const TOO_MUCH: usize = 32 * MIB + 1;

/// Routes that do as they are asked without a body.
const NEED_NONE: [&str; 2] = ["key_rotate", "consolidate"];

#[test]
fn a_body_that_is_no_json_is_refused_at_every_route_that_takes_one() {
    let mut trial = Trial::new();
    /// A body, and what it may be answered with.
    type Broken = (&'static [u8], &'static [(u16, &'static str)]);
    let broken: [Broken; 9] = [
        (b"", &[(415, "unsupported_media_type")]),
        (b"{", &[(400, "bad_json")]),
        (b"{} {}", &[(400, "bad_json")]),
        (b"{\"a\": 'b'}", &[(400, "bad_json")]),
        (b"content=x", &[(400, "bad_json")]),
        (b"[]", &[(422, "bad_request")]),
        (b"null", &[(422, "bad_request")]),
        (b"\"text\"", &[(422, "bad_request")]),
        (b"7", &[(422, "bad_request")]),
    ];
    let description = Description::new();
    let mut tried = 0;
    for target in Trial::targets(&description) {
        if target.body().is_none() {
            continue;
        }
        let may_be_none = NEED_NONE.contains(&target.route.name);
        for (body, ways) in broken {
            if body.is_empty() && may_be_none {
                continue;
            }
            let path = target.path(&trial.sample);
            let reply = trial
                .client
                .send_as(target.route.method, &path, "application/json", body);
            let what = format!("{} {}", target.name(), String::from_utf8_lossy(body));
            trial.assert_refused(reply, &what, ways);
            tried += 1;
        }
    }
    trial.assert_untouched(tried);
}

/// In a field that is read and in one that nobody reads.
#[test]
fn a_body_that_is_not_utf_8_is_refused_and_told_so() {
    let mut trial = Trial::new();
    let description = Description::new();
    let mut tried = 0;
    for target in Trial::targets(&description) {
        if target.body().is_none() {
            continue;
        }
        let good = target.route.body(&trial.sample).to_string();
        let inside = good.strip_suffix('}').unwrap();
        let comma = if inside.ends_with('{') { "" } else { "," };
        for field in ["namespace", "nobody_reads_this"] {
            let mut body = format!("{inside}{comma}\"{field}\":\"caf").into_bytes();
            body.extend(b"\xe9\"}");
            let path = target.path(&trial.sample);
            let reply = trial.client.send(target.route.method, &path, &body);
            let told = reply.text.clone();
            trial.assert_refused(
                reply,
                &format!("{} {field}", target.name()),
                &[(400, "bad_json")],
            );
            assert!(told.contains("not UTF-8"), "{told}");
            tried += 1;
        }
    }
    trial.assert_untouched(tried);
}

#[test]
fn a_body_of_another_type_or_size_is_refused() {
    let mut trial = Trial::new();
    let description = Description::new();
    let filling = vec![b' '; TOO_MUCH];
    let mut tried = 0;
    for target in Trial::targets(&description) {
        if target.body().is_none() {
            continue;
        }
        let (path, method) = (target.path(&trial.sample), target.route.method);
        let good = target.route.body(&trial.sample).to_string();
        for kind in [
            "text/plain",
            "application/xml",
            "multipart/form-data; boundary=x",
        ] {
            let reply = trial.client.send_as(method, &path, kind, good.as_bytes());
            let what = format!("{} {kind}", target.name());
            trial.assert_refused(reply, &what, &[(415, "unsupported_media_type")]);
            tried += 1;
        }
        let (line, key) = (
            format!("{method} {path} HTTP/1.1"),
            format!("Bearer {}", trial.sample.key),
        );
        let headers = [
            ("authorization", key.as_str()),
            ("content-type", "application/json"),
        ];
        let batch = ["store_batch", "ingest", "history_replay"].contains(&target.route.name);
        let body = &filling[..if batch { TOO_MUCH } else { 2 * MIB + 1 }];
        let raw = Raw {
            line: &line,
            headers: &headers,
            body,
        };
        let reply = send_raw(trial.server.http(), &raw);
        trial.assert_refused(reply, &target.name(), &[(413, "body_too_large")]);
        tried += 1;
    }
    trial.assert_untouched(tried);
}

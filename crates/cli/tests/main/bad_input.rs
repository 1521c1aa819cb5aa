//! What is wrong is refused by a stable code and a sentence, and leaves no trace.

mod asking;
mod changes;
mod credentials;
mod events;
mod generated;
mod memories;
pub mod questions;
mod requests;
mod routes;

use serde_json::{Value, json};

use crate::support::shared;

/// A request, and the status and the code it is refused with.
struct Case {
    status: u16,
    code: String,
    body: Value,
}

fn case(status: u16, code: &str, body: Value) -> Case {
    let code = code.to_owned();
    Case { status, code, body }
}

/// One case a line: status, code, body.
fn table(lines: &str) -> Vec<Case> {
    let lines = lines.lines().filter(|line| !line.trim().is_empty());
    let read = |line: &str| {
        let mut parts = line.trim().splitn(3, ' ');
        let mut part = || parts.next().unwrap().trim();
        let (status, code) = (part().parse().unwrap(), part());
        case(status, code, serde_json::from_str(part()).unwrap())
    };
    lines.map(read).collect()
}

/// A good request with one field put in or replaced.
fn with(good: &Value, field: &str, value: impl Into<Value>) -> Value {
    let mut request = good.clone();
    request[field] = value.into();
    request
}

/// Sends every case; each is refused, and afterwards nothing is there.
fn assert_refused(namespace: &str, method: &str, path: &str, cases: &[Case]) {
    let mut client = shared().room(namespace);
    for case in cases {
        let body = case.body.to_string();
        let reply = client.send(method, path, body.as_bytes());
        let status = reply.status;
        assert_eq!(status, case.status, "{body:.200}: {}", reply.text);
        reply.refused(case.status, &case.code);
    }
    assert!(!cases.is_empty());
    assert_eq!(client.count(), (0, 0), "something was written");
    shared().assert_sound();
}

/// The same cases, each behind a good neighbour in one batch.
fn in_batches(cases: Vec<Case>, list: &str, good: &Value) -> Vec<Case> {
    let batched = |case: Case| Case {
        body: json!({ list: [good, case.body] }),
        ..case
    };
    cases.into_iter().map(batched).collect()
}

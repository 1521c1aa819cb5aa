//! Names in paths that lead elsewhere, and methods nobody waits for.

use super::Trial;
use crate::support::{Description, Raw, send_raw};

/// Steps that climb, however they are written.
const CLIMBING: [&str; 7] = [
    "..",
    ".",
    "%2e%2e",
    "..%2f..%2fetc%2fpasswd",
    "a%2f..%2f..%2fkeys%2fmaster.key",
    "..%5c..%5ckeys",
    "%252e%252e%252f%252e%252e",
];
/// Names nothing can have.
const STRANGE: [&str; 6] = [
    "%ff%fe",
    "%00",
    "x%00.json",
    "%27%20OR%201%3D1%20--",
    "%25s%25n",
    "*",
];
const METHODS: [&str; 7] = ["GET", "POST", "PUT", "PATCH", "DELETE", "TRACE", "BREW"];

#[test]
fn a_name_in_a_path_leads_nowhere_else() {
    let mut trial = Trial::new();
    let description = Description::new();
    let long = "n".repeat(3_000);
    let mut tried = 0;
    for target in Trial::targets(&description) {
        let body = match target.body() {
            Some(_) => target.route.body(&trial.sample).to_string(),
            None => String::new(),
        };
        for parameter in target.parameters("path") {
            let name = format!("{{{}}}", parameter["name"].as_str().unwrap());
            let elsewhere = CLIMBING.map(|step| (step, &[(400, "bad_path")][..]));
            let strange = STRANGE.into_iter().chain([long.as_str()]);
            let strange = strange.map(|step| (step, &NOTHING[..]));
            for (step, ways) in elsewhere.into_iter().chain(strange) {
                let path = target.route.path.replace(&name, step);
                let path = crate::access::route::filled(&path, "nobody");
                let reply = trial
                    .client
                    .send(target.route.method, &path, body.as_bytes());
                trial.assert_refused(reply, &format!("{} {step:.40}", target.name()), ways);
                tried += 1;
            }
        }
    }
    trial.assert_untouched(tried);
}

/// It is no name, or the name of nothing.
const NOTHING: [(u16, &str); 7] = [
    (400, "bad_id"),
    (400, "bad_name"),
    (404, "no_such_memory"),
    (404, "no_such_receipt"),
    (404, "no_such_space"),
    (404, "no_such_grant"),
    (404, "no_such_key"),
];

#[test]
fn a_method_nobody_described_is_refused_and_the_right_ones_are_named() {
    let trial = Trial::new();
    let description = Description::new();
    let key = format!("Bearer {}", trial.sample.key);
    let headers = [
        ("authorization", key.as_str()),
        ("content-type", "application/json"),
    ];
    let mut tried = 0;
    for target in Trial::targets(&description) {
        let here = description.0["paths"][target.route.path]
            .as_object()
            .unwrap();
        for method in METHODS {
            if here.contains_key(&method.to_lowercase()) {
                continue;
            }
            let line = format!("{method} {} HTTP/1.1", target.path(&trial.sample));
            let raw = Raw {
                line: &line,
                headers: &headers,
                body: b"{}",
            };
            let reply = send_raw(trial.server.http(), &raw);
            let allowed = reply.header("allow").unwrap_or_default().to_lowercase();
            assert!(
                here.keys().all(|method| allowed.contains(method)),
                "{line}: {allowed}"
            );
            trial.assert_refused(reply, &line, &[(405, "wrong_method")]);
            tried += 1;
        }
    }
    trial.assert_untouched(tried);
}

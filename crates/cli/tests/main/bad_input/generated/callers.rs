//! Nobody, somebody else, and somebody who names what is not theirs.

use serde_json::{Value, json};

use super::{Target, Trial, shape};
use crate::support::{Client, Description, Raw, send_raw};

/// What questions mean is remembered for everybody: where they are asked does not matter.
const FOR_ALL: [&str; 4] = ["cache_stats", "cache_flush", "intent_stats", "intent_flush"];

fn body(target: &Target<'_>, trial: &Trial) -> Vec<u8> {
    match target.route.body(&trial.sample) {
        Value::Null => Vec::new(),
        body => body.to_string().into_bytes(),
    }
}

#[test]
fn without_a_credential_nothing_is_answered_but_what_is_open() {
    let trial = Trial::new();
    let description = Description::new();
    let mut tried = 0;
    for target in Trial::targets(&description) {
        if target.is_open() {
            continue;
        }
        let line = format!(
            "{} {} HTTP/1.1",
            target.route.method,
            target.path(&trial.sample)
        );
        let (body, json) = (body(&target, &trial), ("content-type", "application/json"));
        let bad = [
            (None, "no_credential"),
            (Some("Bearer nonsense"), "bad_credential"),
            (Some("Bearer "), "bad_credential"),
            (Some("Basic dXNlcjpwYXNz"), "bad_credential"),
            (Some("Bearer a.b.c"), "bad_token"),
        ];
        for (credential, code) in bad {
            let mut headers = vec![json];
            headers.extend(credential.map(|text| ("authorization", text)));
            let raw = Raw {
                line: &line,
                headers: &headers,
                body: &body,
            };
            let reply = send_raw(trial.server.http(), &raw);
            trial.assert_refused(reply, &format!("{line} {credential:?}"), &[(401, code)]);
            tried += 1;
        }
    }
    trial.assert_untouched(tried);
}

/// Everywhere a request can name a namespace, however deep.
#[test]
fn naming_the_namespace_of_another_is_refused_wherever_it_can_be_named() {
    let trial = Trial::new();
    let description = Description::new();
    let listed = trial.server.home().json(&["status", "--json"]);
    let own = listed["namespaces"].as_array().unwrap().iter();
    let mut own = own
        .filter_map(|one| one["name"].as_str())
        .filter(|name| name.starts_with("untouched"));
    let theirs = own.next().unwrap().to_owned();
    let key = trial.server.key("next-door", "admin");
    let mut intruder = Client::new(trial.server.http(), Some(&key));
    let before = crate::support::fingerprint(trial.server.home());
    let trial = Trial { before, ..trial };
    let mut tried = 0;
    for target in Trial::targets(&description) {
        if FOR_ALL.contains(&target.route.name) {
            continue;
        }
        let path = target.path(&trial.sample);
        let behind = target.parameters("query");
        if behind.iter().any(|one| one["name"] == "namespace") {
            let mut path = format!("{path}?namespace={theirs}");
            if target.route.name == "grip" {
                path.push_str("&grip=grip:x");
            }
            let reply = intruder.send(target.route.method, &path, b"");
            trial.assert_refused(reply, &target.name(), &[(403, "foreign_namespace")]);
            tried += 1;
        }
        let Some(schema) = target.body() else {
            continue;
        };
        for field in shape::fields(&description, schema) {
            // A history tells where it was; that is no place to write to.
            if !field.pointer.ends_with("/namespace") || field.pointer.contains("bundle") {
                continue;
            }
            let good = target.route.body(&trial.sample);
            let body = shape::with(&description, schema, &good, &field.pointer, json!(theirs));
            let reply = intruder.send(target.route.method, &path, body.to_string().as_bytes());
            let what = format!("{} {}", target.name(), field.pointer);
            trial.assert_refused(reply, &what, &[(403, "foreign_namespace")]);
            tried += 1;
        }
    }
    assert!(tried > 40, "{tried} is fewer than there are");
    trial.assert_untouched(tried);
}

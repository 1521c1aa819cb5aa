//! Fields of another sort than they are described with, and fields that are missing.

use serde_json::{Value, json};

use super::{Target, Trial, shape};
use crate::support::Description;

const WAYS: [(u16, &str); 1] = [(422, "bad_request")];
/// Behind a `?` everything is text; these are no numbers, and no yes or no.
const NO_NUMBERS: [&str; 5] = ["many", "-1", "1.5", "", "99999999999999999999999"];
const NO_FLAGS: [&str; 4] = ["maybe", "", "7", "null"];

fn send(trial: &mut Trial, target: &Target<'_>, body: &Value, what: &str) {
    let path = target.path(&trial.sample);
    let reply = trial
        .client
        .send(target.route.method, &path, body.to_string().as_bytes());
    trial.assert_refused(reply, &format!("{} {what}", target.name()), &WAYS);
}

/// Every field of every body, with every sort it has not.
#[test]
fn a_field_of_another_sort_is_refused_wherever_it_stands() {
    let mut trial = Trial::new();
    let description = Description::new();
    let mut tried = 0;
    for target in Trial::targets(&description) {
        let Some(schema) = target.body() else {
            continue;
        };
        let good = target.route.body(&trial.sample);
        for field in shape::fields(&description, schema) {
            for value in shape::misfits(&description, &field.schema) {
                let what = format!("{} = {value}", field.pointer);
                let body = shape::with(&description, schema, &good, &field.pointer, value);
                send(&mut trial, &target, &body, &what);
                tried += 1;
            }
        }
    }
    assert!(tried > 1_000, "{tried} is fewer than there are");
    trial.assert_untouched(tried);
}

#[test]
fn a_field_that_must_be_there_is_missed() {
    let mut trial = Trial::new();
    let description = Description::new();
    let mut tried = 0;
    for target in Trial::targets(&description) {
        let Some(schema) = target.body() else {
            continue;
        };
        let good = target.route.body(&trial.sample);
        let required = description.resolved(schema)["required"].as_array();
        for name in required.into_iter().flatten() {
            let name = name.as_str().unwrap();
            let mut body = good.clone();
            body.as_object_mut().unwrap().remove(name);
            send(&mut trial, &target, &body, &format!("without {name}"));
            tried += 1;
        }
        if description.resolved(schema)["additionalProperties"] == json!(false) {
            let mut body = good.clone();
            body["nobody_knows_this"] = json!(1);
            send(&mut trial, &target, &body, "with a field nobody knows");
            tried += 1;
        }
    }
    trial.assert_untouched(tried);
}

/// What is wrong behind the `?` of a route.
fn wrong_queries(parameters: &[&Value]) -> Vec<String> {
    let mut wrong = Vec::new();
    for one in parameters {
        let name = one["name"].as_str().unwrap();
        match one["schema"]["type"].as_str() {
            Some("integer") => wrong.extend(NO_NUMBERS.map(|text| format!("{name}={text}"))),
            Some("boolean") => wrong.extend(NO_FLAGS.map(|text| format!("{name}={text}"))),
            _ => {}
        }
        wrong.push(format!("{name}=%FF"));
        wrong.push(format!("{name}=1&{name}=2"));
    }
    if parameters.iter().any(|one| one["required"] == true) {
        wrong.push(String::new());
    }
    wrong
}

#[test]
fn what_is_wrong_behind_a_path_is_refused() {
    let mut trial = Trial::new();
    let description = Description::new();
    let mut tried = 0;
    for target in Trial::targets(&description) {
        for query in wrong_queries(&target.parameters("query")) {
            let path = format!("{}?{query}", target.path(&trial.sample));
            let reply = trial.client.send(target.route.method, &path, b"");
            trial.assert_refused(reply, &format!("{} ?{query}", target.name()), &WAYS);
            tried += 1;
        }
    }
    assert!(tried > 100, "{tried} is fewer than there are");
    trial.assert_untouched(tried);
}

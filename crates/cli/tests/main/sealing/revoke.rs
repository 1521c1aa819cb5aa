//! Old keys: listed, kept while something needs them, and taken away.

use serde_json::{Value, json};

use super::*;
use crate::support::Ran;

#[test]
fn g_092_retired_keys_are_listed_in_the_promised_shape_beside_the_keys_of_callers() {
    let home = Home::with_settings("[encryption]\ngrace_period_secs = 3600\n");
    let server = Server::start(&home);
    let mut owner = server.owner();
    owner.remember("Something.");
    let id = rotate(&mut owner);
    let listed = owner.get("/v1/admin/keys").ok();
    let keys = listed["retired_keys"].as_array().unwrap();
    assert_eq!(keys.len(), 1, "{listed}");
    let names: Vec<&String> = keys[0].as_object().unwrap().keys().collect();
    assert_eq!(names, ["expires_at", "id", "namespace", "retired_at"]);
    assert_eq!(
        (&keys[0]["id"], &keys[0]["namespace"]),
        (&json!(id), &json!("default"))
    );
    let moment = |name: &str| {
        let text = keys[0][name].as_str().unwrap();
        chrono::DateTime::parse_from_rfc3339(text).unwrap()
    };
    let life = moment("expires_at") - moment("retired_at");
    assert_eq!(life.num_seconds(), 3600);
    let callers = listed["api_keys"].as_array().unwrap();
    assert!(
        !callers.is_empty() && callers.iter().all(|key| key["role"].is_string()),
        "{listed}"
    );
}

#[test]
fn g_094_a_revoked_key_disappears_and_nothing_is_lost_with_it() {
    let home = Home::with_settings(BUSY);
    let server = Server::start(&home);
    let mut owner = server.owner();
    let kept = owner.remember("The gate opens at seven.");
    let gone = owner.remember("The cellar is damp.");
    fill(&mut owner, "heron", 300);
    let (first, second) = (rotate(&mut owner), rotate(&mut owner));
    assert_eq!(retired(&mut owner), [first.clone(), second.clone()]);
    let path = |id: &str| format!("/v1/admin/keys/{id}");
    // At once: what needs it is sealed again before the answer.
    let done = owner.delete(&path(&first), &Value::Null).ok();
    assert_eq!(done, json!({ "revoked": true, "key_id": first }));
    assert_eq!(retired(&mut owner), std::slice::from_ref(&second));
    owner
        .delete(&path(&first), &Value::Null)
        .refused(404, "no_such_key");
    for nobody in ["dk_999", "nonsense", "rotated"] {
        owner
            .delete(&path(nobody), &Value::Null)
            .refused(404, "no_such_key");
    }
    let current = home.json(&["key", "data", "--json"])["namespaces"][0]["key_id"].clone();
    let current = current.as_str().unwrap();
    owner
        .delete(&path(current), &Value::Null)
        .refused(409, "key_in_use");
    let mut other = server.admin("team");
    other.remember("Something else.");
    other
        .delete(&path(&second), &Value::Null)
        .refused(404, "no_such_key");
    home.run(&["key", "revoke", &second]).ok();
    assert_eq!(retired(&mut owner), Vec::<String>::new());
    // Told apart from before by their fingerprints, under a key that came later.
    assert_eq!(owner.forget(&json!({ "id": gone })), 1);
    server.kill();
    assert_clean(&home);
    let server = Server::start(&home);
    let mut owner = server.owner();
    assert!(
        owner.inspect(&kept)["content"]
            .as_str()
            .unwrap()
            .contains("gate opens")
    );
    assert_there(&server, &mut owner, "heron", 300);
    let audit = home.run(&["audit"]).ok();
    assert!(
        audit.contains("key_revoke") && audit.contains(&first),
        "{audit}"
    );
}

#[test]
fn a_key_whose_time_is_over_goes_by_itself() {
    let home = Home::with_settings("[encryption]\ngrace_period_secs = 0\n");
    let server = Server::start(&home);
    let mut owner = server.owner();
    let id = owner.remember("The gate opens at seven.");
    rotate(&mut owner);
    eventually("no retired key", || {
        retired(&mut owner).is_empty().then_some(())
    });
    server.stop();
    let server = Server::start(&home);
    assert!(
        server.owner().inspect(&id)["content"]
            .as_str()
            .unwrap()
            .contains("gate")
    );
}

fn back_up(home: &Home, name: &str, more: &[&str]) -> String {
    let file = home.path().join(name).to_str().unwrap().to_owned();
    home.run(&[&["backup", "-o", file.as_str()], more].concat())
        .ok();
    file
}

fn restore(home: &Home, file: &str, more: &[&str]) -> Ran {
    home.run(&[&["restore", file], more].concat())
}

#[test]
fn a_backup_has_every_wrapped_key_and_an_older_one_stays_rid_of_what_was_forgotten() {
    let home = Home::new();
    home.run(&["remember", "The cellar is damp."]).ok();
    home.run(&["remember", "The gate opens at seven."]).ok();
    let before = back_up(&home, "before", &[]);
    home.run(&["key", "rotate"]).ok();
    home.run(&["remember", "The bridge closes at nine."]).ok();
    let between = back_up(&home, "between", &["--include-key"]);
    let elsewhere = Home::new();
    restore(&elsewhere, &between, &[]).ok();
    let found = elsewhere.json(&["list", "--json"]);
    assert_eq!(found["count"], 3, "{found}");
    assert_clean(&elsewhere);
    home.run(&["forget", "--query", "cellar damp", "-n", "1", "--yes"])
        .ok();
    home.run(&["key", "revoke", "dk_1"]).ok();
    restore(&home, &before, &["--force"]).ok();
    let listed = home.json(&["list", "--json"]).to_string();
    assert!(
        listed.contains("gate opens") && !listed.contains("cellar"),
        "{listed}"
    );
    assert_clean(&home);
}

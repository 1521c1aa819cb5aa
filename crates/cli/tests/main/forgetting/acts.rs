//! What an administrator does is written down too: who may, what left the house, what came back.

use serde_json::{Value, json};

use super::{assert_clean, quick};
use crate::support::{Client, Home, Server};

/// Rows of one action in `default`, newest first.
fn rows(home: &Home, action: &str) -> Vec<Value> {
    let audit = home.json(&["audit", "-n", "500", "--json", "--namespace", "default"]);
    let all = audit["entries"].as_array().unwrap().clone();
    all.into_iter().filter(|e| e["action"] == action).collect()
}

fn only(home: &Home, action: &str) -> Value {
    let mut rows = rows(home, action);
    assert_eq!(rows.len(), 1, "{action}: {rows:?}");
    rows.remove(0)
}

/// The store's own key, by its id.
fn own_id(home: &Home) -> String {
    let keys = home.json(&["key", "list", "--json"]);
    keys["keys"][0]["key_id"].as_str().unwrap().to_owned()
}

fn tokens(server: &Server, own: &str) -> Vec<String> {
    let mut client = server.owner();
    let made = [
        client.post("/v1/auth/token", &json!({ "api_key": own })),
        client.post("/v1/admin/tokens", &json!({ "role": "reader" })),
    ];
    let mut made: Vec<Value> = made.into_iter().map(|reply| reply.ok()).collect();
    made.push(server.home().json(&["key", "token", "--json"]));
    let token = |made: &Value| made["token"].as_str().unwrap().to_owned();
    made.iter().map(token).collect()
}

#[test]
fn keys_and_tokens_leave_rows_without_their_secrets() {
    let (home, server) = quick("");
    let own = home.run(&["key"]).ok().trim().to_owned();
    let own_id = own_id(&home);
    let first = only(&home, "key_new");
    assert_eq!(first["n"], 1, "the store's own key is the first act");
    assert_eq!(first["about"], format!("{own_id} admin"));
    let made = home.json(&["key", "new", "--role", "reader", "--json"]);
    let (key, id) = (
        made["key"].as_str().unwrap(),
        made["key_id"].as_str().unwrap(),
    );
    assert_eq!(rows(&home, "key_new")[0]["about"], format!("{id} reader"));
    home.run(&["key", "revoke", id]).ok();
    let revoked = only(&home, "key_revoke");
    assert_eq!(
        (&revoked["about"], &revoked["subject"]),
        (&json!(format!("{id} reader")), &json!("local"))
    );
    home.run(&["key", "revoke", id]).refused(3, "no_such_key");
    only(&home, "key_revoke");
    let tokens = tokens(&server, &own);
    assert_eq!(
        only(&home, "token_trade")["about"],
        format!("admin secs=3600 key={own_id}")
    );
    let scoped = rows(&home, "token_new");
    let by: Vec<&Value> = scoped.iter().map(|row| &row["subject"]).collect();
    assert_eq!(by, [&json!("local"), &json!(own_id)]);
    let refused = json!({ "api_key": "mk_wrong" });
    let mut stranger = Client::new(server.http(), None);
    stranger
        .post("/v1/auth/token", &refused)
        .refused(401, "bad_credential");
    assert_eq!(rows(&home, "token_trade").len(), 1, "a refusal is no act");
    let told = home.json(&["audit", "-n", "500", "--json"]).to_string();
    for secret in tokens.iter().map(String::as_str).chain([own.as_str(), key]) {
        assert!(!told.contains(secret), "{told}");
    }
    assert!(home.run(&["audit"]).ok().contains("key_revoke"));
    assert_clean(&home);
}

#[test]
fn a_key_is_noted_in_the_namespace_it_opens() {
    let (home, server) = quick("");
    let mut admin = server.admin("team");
    admin
        .post("/v1/admin/tokens", &json!({ "role": "writer" }))
        .ok();
    assert!(rows(&home, "token_new").is_empty(), "not of default");
    assert_eq!(rows(&home, "key_new").len(), 1, "only the store's own");
    server.stop();
    assert_clean(&home);
}

#[test]
fn backup_restore_export_and_rebuild_leave_rows_and_the_chain_holds() {
    let (home, server) = quick("");
    let id = server.owner().remember("The mill stands still.");
    home.run(&["backup", "-o", "mill.tar.zst", "--include-key"])
        .ok();
    let told = only(&home, "backup")["about"].as_str().unwrap().to_owned();
    assert!(told.ends_with("mill.tar.zst with its keys"), "{told}");
    home.run(&["backup", "-o", "mill.tar.zst"])
        .refused(1, "file_exists");
    only(&home, "backup");
    server.owner().get("/v1/export").ok();
    assert_eq!(only(&home, "export")["about"], "memories=1 events=0");
    home.run(&["rebuild"]).ok();
    assert_eq!(only(&home, "rebuild")["about"], "events=1");
    home.run(&["debug", "dump", "--plain"]).ok();
    only(&home, "debug_dump");
    server.owner().forget(&json!({ "id": id }));
    server.stop();
    let restored = home.json(&["restore", "mill.tar.zst", "--force", "--json"]);
    assert_eq!(restored["forgotten_again"], 1, "{restored}");
    let row = only(&home, "restore");
    let made = restored["created_at"].as_str().unwrap();
    assert_eq!(row["about"], format!("as of {made}"));
    assert_clean(&home);
}

#[test]
fn a_store_restored_where_none_was_says_so_too() {
    let (home, server) = quick("");
    server.owner().remember("The mill stands still.");
    home.run(&["backup", "-o", "mill.tar.zst", "--include-key"])
        .ok();
    let elsewhere = home.path().join("elsewhere");
    let at = ["--data-dir", elsewhere.to_str().unwrap()];
    home.run(&[&["restore", "mill.tar.zst"][..], &at[..]].concat())
        .ok();
    let audit = home.json(&[&["audit", "--json"][..], &at[..]].concat());
    assert_eq!(audit["entries"][0]["action"], "restore", "{audit}");
    home.run(&[&["verify"][..], &at[..]].concat()).ok();
}

//! Tokens: a key for a while, or a part of what a key may.

use mneme_access::MAX_LIFE_SECS;
use serde_json::{Value, json};

use super::{SECRET, forged, now_secs, server};
use crate::support::{Client, Home, Server, shared};

fn trade(server: &Server, key: &str) -> Value {
    let body = json!({ "api_key": key });
    server.stranger().post("/v1/auth/token", &body).ok()
}

fn client(server: &Server, token: &Value) -> Client {
    Client::new(server.http(), token.as_str())
}

#[test]
fn g_083_a_key_is_traded_for_a_token_that_works_as_bearer() {
    let server = shared();
    let key = server.key("traded", "writer");
    let reply = trade(server, &key);
    assert_eq!(reply["expires_in"], 3_600);
    let mut by_token = client(server, &reply["token"]);
    let id = by_token.remember("Said with a token.");
    let mut by_key = Client::new(server.http(), Some(&key));
    let by = by_key.inspect(&id)["source_key"].take();
    assert_eq!(by, mneme_access::key_id(&key), "a token writes as its key");
    for wrong in ["", "nonsense", reply["token"].as_str().unwrap()] {
        let body = json!({ "api_key": wrong });
        let refused = server.stranger().post("/v1/auth/token", &body);
        assert_eq!(
            refused.refused(401, "bad_credential")["error"],
            "invalid API key"
        );
    }
}

#[test]
fn g_095_a_reader_token_reads_and_cannot_store() {
    let server = shared();
    let mut admin = Client::new(server.http(), Some(&server.key("scoped", "admin")));
    admin.remember("The vault is downstairs.");
    let asked = json!({ "role": "reader", "namespace": "scoped", "expires_in_secs": 60 });
    let made = admin.post("/v1/admin/tokens", &asked).ok();
    let told = ["role", "namespace", "expires_in"].map(|name| &made[name]);
    assert_eq!(told, [&json!("reader"), &json!("scoped"), &json!(60)]);
    let mut reader = client(server, &made["token"]);
    assert_eq!(reader.ask("vault"), ["The vault is downstairs."]);
    let store = json!({ "content": "x" });
    reader
        .post("/v1/store", &store)
        .refused(403, "role_too_low");
    let more = json!({ "role": "admin" });
    reader
        .post("/v1/admin/tokens", &more)
        .refused(403, "role_too_low");
    assert_eq!(admin.count(), (1, 0));
}

#[test]
fn a_token_dies_with_the_key_it_was_made_from() {
    let home = Home::new();
    let server = Server::start(&home);
    let made = home.json(&[
        "key",
        "new",
        "--role",
        "admin",
        "--namespace",
        "gone",
        "--json",
    ]);
    let key = made["key"].as_str().unwrap();
    let traded = trade(&server, key)["token"].take();
    let ask = json!({ "role": "admin" });
    let scoped = client(&server, &traded).post("/v1/admin/tokens", &ask).ok()["token"].take();
    let scoped_again = client(&server, &scoped).post("/v1/admin/tokens", &ask).ok()["token"].take();
    let tokens = [traded, scoped, scoped_again];
    for token in &tokens {
        assert_eq!(client(&server, token).get("/v1/memories").status, 200);
    }
    server.stop();
    let server = Server::start(&home);
    for token in &tokens {
        let after_restart = client(&server, token).get("/v1/memories");
        assert_eq!(after_restart.status, 200, "the secret is kept");
    }
    home.run(&["key", "revoke", made["key_id"].as_str().unwrap(), "--yes"])
        .ok();
    for token in &tokens {
        client(&server, token)
            .get("/v1/memories")
            .refused(401, "bad_token");
    }
}

#[test]
fn a_token_has_a_longest_life_a_role_and_its_own_namespace() {
    let server = shared();
    let mut admin = Client::new(server.http(), Some(&server.key("life", "admin")));
    let mut ask = |asked: Value| admin.post("/v1/admin/tokens", &asked);
    assert_eq!(ask(json!({ "role": "reader" })).ok()["expires_in"], 86_400);
    let most = json!({ "role": "reader", "expires_in_secs": MAX_LIFE_SECS });
    assert_eq!(ask(most).ok()["expires_in"], MAX_LIFE_SECS);
    for life in [0, MAX_LIFE_SECS + 1, u64::MAX] {
        ask(json!({ "role": "reader", "expires_in_secs": life })).refused(400, "bad_lifetime");
    }
    ask(json!({ "role": "king" })).refused(400, "bad_role");
    ask(json!({ "role": "reader", "namespace": "theirs" })).refused(403, "foreign_namespace");
    ask(json!({ "role": "reader", "expires_in_secs": -1 })).refused(422, "bad_request");
}

#[test]
fn what_was_written_with_a_scoped_token_names_its_namespace() {
    let server = shared();
    let mut admin = Client::new(server.http(), Some(&server.key("origin", "admin")));
    let token = admin
        .post("/v1/admin/tokens", &json!({ "role": "writer" }))
        .ok()["token"]
        .take();
    let id = client(server, &token).remember("From a script.");
    assert_eq!(admin.inspect(&id)["source_key"], "scoped:origin");
}

#[test]
fn the_life_of_traded_tokens_and_their_secret_can_be_set() {
    let server = server();
    let token = trade(&server, &server.key("set", "reader"))["token"].take();
    assert_eq!(client(&server, &token).get("/v1/memories").status, 200);
    assert!(
        !server
            .home()
            .data()
            .join("keys")
            .join("jwt.secret")
            .exists()
    );
    let home = Home::with_settings("[auth]\njwt_expiry_secs = 7\n");
    let server = Server::start(&home);
    assert_eq!(
        trade(&server, &server.key("set", "reader"))["expires_in"],
        7
    );
}

#[test]
fn a_secret_of_the_environment_wins_over_the_file() {
    let home = Home::with_settings(&format!("[auth]\njwt_secret = \"{SECRET}\"\n"));
    let given = "a secret of the environment, long enough";
    let mut command = home.command(&["serve", "--http", "127.0.0.1:0"]);
    command.env("MNEME_JWT_SECRET", given);
    let server = Server::launch(command, &home);
    let id = mneme_access::key_id(&server.key("told", "admin"));
    let of = |secret: &str| json!(forged(secret, &id, "told", now_secs()));
    assert_eq!(client(&server, &of(given)).get("/v1/memories").status, 200);
    let refused = client(&server, &of(SECRET)).get("/v1/memories");
    refused.refused(401, "bad_token");
}

#[test]
fn strange_settings_of_tokens_and_addresses_are_refused() {
    for toml in [
        "jwt_secret = \"too short\"\n",
        "jwt_expiry_secs = 0\n",
        "jwt_expiry_secs = 99999999\n",
        "jwt_sekret = \"misspelt\"\n",
        "ip_allowlists = { a = [\"localhost\"] }\n",
        "ip_allowlists = { a = [\"10.0.0.0/33\"] }\n",
        "ip_allowlists = { \"a b\" = [] }\n",
        "ip_allowlists = [\"10.0.0.0/8\"]\n",
    ] {
        let home = Home::with_settings(&format!("[auth]\n{toml}"));
        home.run(&["status"]).refused(2, "[bad_setting]");
        assert!(!home.data().exists(), "{toml}");
    }
    let home = Home::new();
    let mut command = home.command(&["status"]);
    let told = command
        .env("MNEME_JWT_SECRET", "short-but-secret")
        .output()
        .unwrap();
    let said = String::from_utf8(told.stderr).unwrap();
    assert!(
        said.contains("MNEME_JWT_SECRET") && !said.contains("short-but-secret"),
        "{said}"
    );
}

#[test]
fn an_admin_sees_the_keys_of_its_namespace_and_no_secret() {
    let home = Home::new();
    let server = Server::start(&home);
    let secrets = [server.key("team", "admin"), server.key("team", "reader")];
    server.key("elsewhere", "writer");
    let mut admin = Client::new(server.http(), Some(&secrets[0]));
    let listed = admin.get("/v1/admin/keys").ok();
    assert_eq!(listed["retired_keys"], json!([]));
    let keys = listed["api_keys"].as_array().unwrap();
    let roles: Vec<&Value> = keys.iter().map(|key| &key["role"]).collect();
    assert_eq!(roles, [&json!("admin"), &json!("reader")], "{listed}");
    for key in keys {
        assert_eq!(key["namespace"], "team");
        assert_eq!(key["key_id"].as_str().unwrap().len(), 16);
        assert!(key["created_at"].as_str().unwrap().ends_with('Z'), "{key}");
        assert!(key.get("key").is_none(), "{key}");
    }
    let text = listed.to_string();
    assert!(secrets.iter().all(|secret| !text.contains(secret.as_str())));
    let mut reader = Client::new(server.http(), Some(&secrets[1]));
    reader.get("/v1/admin/keys").refused(403, "role_too_low");
}

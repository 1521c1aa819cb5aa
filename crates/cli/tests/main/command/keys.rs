//! `mneme key`.

use std::os::unix::fs::PermissionsExt;

use serde_json::json;

use super::both_ways;
use crate::support::{Client, Home, Server};

#[test]
fn the_stores_own_key_is_printed_and_stays_the_same() {
    both_ways(|home| {
        let key = home.run(&["key"]).ok();
        let file = home.data().join("keys").join("api.key");
        assert_eq!(key, std::fs::read_to_string(&file).unwrap());
        assert_eq!(key, home.run(&["key"]).ok());
        let signing = home.data().join("keys").join("jwt.secret");
        for secret in [file, home.master_key(), signing] {
            let mode = std::fs::metadata(secret).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
        let dir = std::fs::metadata(home.data()).unwrap().permissions().mode();
        assert_eq!(dir & 0o077, 0, "the directory is its owner's alone");
    });
}

#[test]
fn keys_are_made_listed_and_taken_away() {
    both_ways(|home| {
        let made = home.json(&[
            "key",
            "new",
            "--role",
            "reader",
            "--namespace",
            "team",
            "--json",
        ]);
        assert_eq!(
            (&made["role"], &made["namespace"]),
            (&json!("reader"), &json!("team"))
        );
        let (key, id) = (
            made["key"].as_str().unwrap(),
            made["key_id"].as_str().unwrap(),
        );
        assert!(key.len() > 40 && id.len() == 16);
        let listed = home.run(&["key", "list", "--json"]).ok();
        assert!(
            listed.contains(id) && !listed.contains(key),
            "only the id is known: {listed}"
        );
        assert!(
            home.run(&["key", "list"])
                .ok()
                .contains(&format!("{id}  reader  team"))
        );
        let plain = home.run(&["key", "new"]);
        assert_eq!(
            plain.out.trim().len(),
            key.len(),
            "only the key on standard output"
        );
        assert!(
            plain.err.contains("writer of namespace default"),
            "{plain:?}"
        );
        assert_eq!(
            home.run(&["key", "revoke", id]).ok(),
            format!("revoked {id}\n")
        );
        assert!(!home.run(&["key", "list"]).ok().contains(id));
        home.run(&["key", "revoke", id]).refused(3, id);
    });
}

#[test]
fn a_key_is_refused_a_role_or_a_name_that_is_none() {
    both_ways(|home| {
        home.run(&["key", "new", "--role", "king"])
            .refused(2, "[bad_role]");
        for name in ["", "a b", "a/b", "ä", "..", &"n".repeat(129)] {
            home.run(&["key", "new", "--namespace", name])
                .refused(2, "[bad_namespace]");
        }
        let keys = home.json(&["key", "list", "--json"]);
        assert_eq!(
            keys["keys"].as_array().unwrap().len(),
            1,
            "only the store's own"
        );
    });
}

#[test]
fn a_key_made_before_the_server_started_opens_its_door() {
    let home = Home::new();
    let made = home.json(&["key", "new", "--namespace", "early", "--json"]);
    let server = Server::start(&home);
    let mut client = Client::new(server.http(), made["key"].as_str());
    assert_eq!(client.get("/v1/memories").ok()["namespace"], "early");
    client.remember("Early bird.");
    let own = server.owner().get("/v1/memories").ok();
    assert_eq!(
        (&own["namespace"], &own["count"]),
        (&json!("default"), &json!(0))
    );
}

#[test]
fn tokens_are_made_for_a_while_and_for_a_namespace() {
    both_ways(|home| {
        let made = home.json(&["key", "token", "--json"]);
        let told = ["role", "namespace", "expires_in"].map(|name| &made[name]);
        assert_eq!(told, [&json!("reader"), &json!("default"), &json!(86_400)]);
        let plain = home.run(&["key", "token", "--role", "writer", "--expires", "30m"]);
        assert_eq!(
            plain.out.trim().split('.').count(),
            3,
            "only the token: {plain:?}"
        );
        assert!(
            plain.err.contains("writer of namespace default"),
            "{plain:?}"
        );
        let team = ["key", "token", "--namespace", "team"];
        home.run(&team).refused(3, "[no_such_key]");
        home.run(&["key", "new", "--role", "admin", "--namespace", "team"])
            .ok();
        home.run(&team).ok();
        for expires in ["31d", "0s", "24", "soon"] {
            let args = ["key", "token", "--expires", expires];
            home.run(&args).refused(2, "[bad_lifetime]");
        }
        home.run(&["key", "token", "--role", "king"])
            .refused(2, "[bad_role]");
    });
}

#[test]
fn a_token_made_before_the_server_started_opens_its_door() {
    let home = Home::new();
    let made = home.json(&["key", "token", "--role", "writer", "--json"]);
    let server = Server::start(&home);
    let mut client = Client::new(server.http(), made["token"].as_str());
    client.remember("Early bird.");
    assert_eq!(client.count(), (1, 0));
}

#[test]
fn secrets_never_reach_the_log() {
    let home = Home::new();
    let server = Server::start_with(&home, &["--log", "trace"]);
    let key = server.key("logged", "writer");
    let mut client = Client::new(server.http(), Some(&key));
    client.remember("Unmistakable-zanzibar.");
    assert_eq!(client.ask("unmistakable").len(), 1);
    Client::new(server.http(), Some("mk_wrong"))
        .get("/v1/memories")
        .refused(401, "bad_credential");
    let token = home.json(&["key", "token", "--json"])["token"].take();
    let token = token.as_str().unwrap();
    Client::new(server.http(), Some(token)).count();
    let forged = format!("{token}x");
    Client::new(server.http(), Some(&forged))
        .get("/v1/memories")
        .refused(401, "bad_token");
    server.settled();
    let log = server.errors().to_lowercase();
    assert!(
        !log.contains(&key)
            && !log.contains("zanzibar")
            && !log.contains("mk_")
            && !log.contains("eyj"),
        "{log}"
    );
}

#[test]
fn the_stores_own_key_can_be_taken_away_too() {
    let home = Home::new();
    let key = home.run(&["key"]).ok();
    let own = home.json(&["key", "list", "--json"])["keys"][0]["key_id"].take();
    home.run(&["key", "revoke", own.as_str().unwrap(), "--yes"])
        .ok();
    let server = Server::start(&home);
    let mut client = Client::new(server.http(), Some(key.trim()));
    client.get("/v1/memories").refused(401, "bad_credential");
    let again = home.json(&["key", "list", "--json"]);
    assert!(
        !again.to_string().contains(own.as_str().unwrap()),
        "{again}"
    );
}

#[test]
fn the_last_admin_key_goes_only_on_purpose() {
    both_ways(|home| {
        let ask = |namespace: &str| {
            let args = ["key", "new", "--role", "admin", "--namespace", namespace];
            let made = home.json(&[&args[..], &["--json"]].concat());
            made["key_id"].as_str().unwrap().to_owned()
        };
        let (first, second) = (ask("team"), ask("team"));
        home.run(&["key", "revoke", &first]).ok();
        let refused = home.run(&["key", "revoke", &second]).refused(2, "terminal");
        for word in ["last admin key of namespace team", "token", "--yes"] {
            assert!(refused.err.contains(word), "{word}: {refused:?}");
        }
        assert!(home.run(&["key", "list"]).ok().contains(&second), "kept");
        home.run(&["key", "revoke", &second, "--yes"]).ok();
        assert!(!home.run(&["key", "list"]).ok().contains(&second));
        let own = home.json(&["key", "list", "--json"])["keys"][0]["key_id"].take();
        let own = own.as_str().unwrap();
        let refused = home.run(&["key", "revoke", own]).refused(2, "terminal");
        assert!(refused.err.contains("makes itself another"), "{refused:?}");
    });
}

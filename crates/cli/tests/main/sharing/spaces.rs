//! Spaces: made, listed, deleted.

use serde_json::{Value, json};

use super::{Neighbours, create, grant};
use crate::alias::{ADMIN, Oss, PLAIN, client, usual};
use crate::support::{Client, Home, Server, shared, unique};

fn listed(who: &mut Client) -> Vec<Value> {
    let mut told = who.get("/v1/admin/sharing/list").ok();
    let Value::Array(all) = told["shared_namespaces"].take() else {
        panic!("no list in {told}");
    };
    all
}

#[test]
fn g_176_a_space_is_made_and_listed_and_only_its_owner_deletes_it() {
    let server = shared();
    let [own, name] = ["spaces-own", "spaces-name"].map(unique);
    let mut owner = server.admin(&own);
    let body = json!({ "name": name, "webhook_url": "https://example.org/hook" });
    let made = owner.post("/v1/admin/sharing/create", &body).ok();
    assert_eq!(
        (&made["name"], &made["owner_namespace"], &made["grants"]),
        (&json!(name), &json!(own), &json!(0)),
        "{made}"
    );
    assert_eq!(made["webhook_url"], "https://example.org/hook");
    assert!(made["created_at"].is_string(), "{made}");
    let mut other = server.admin(&unique("spaces-other"));
    assert!(listed(&mut other).is_empty());
    let all = listed(&mut owner);
    assert_eq!(all.len(), 1);
    assert_eq!(
        (
            &all[0]["name"],
            &all[0]["owner_namespace"],
            &all[0]["grants"]
        ),
        (&json!(name), &json!(own), &json!([])),
        "{all:?}"
    );
    assert_eq!(all[0]["webhook_url"], "https://example.org/hook");
    assert_eq!(all[0]["webhook_secret"], Value::Null, "told once");
    let path = format!("/v1/admin/sharing/{name}");
    other.delete(&path, &Value::Null).refused(403, "not_owner");
    assert_eq!(listed(&mut owner).len(), 1);
    let gone = owner.delete(&path, &Value::Null).ok();
    assert_eq!(gone, json!({ "deleted": true, "name": name }));
    assert!(listed(&mut owner).is_empty());
    owner
        .delete(&path, &Value::Null)
        .refused(404, "no_such_space");
    // Free again, for anybody.
    create(&mut other, &name);
}

#[test]
fn g_176_one_name_is_one_space_and_bad_names_make_none() {
    let server = shared();
    let [own, name] = ["spaces-own", "spaces-name"].map(unique);
    let mut owner = server.admin(&own);
    create(&mut owner, &name);
    let mut other = server.admin(&unique("spaces-other"));
    other.remember("So that there is something here.");
    for who in [&mut owner, &mut other] {
        let again = who.post("/v1/admin/sharing/create", &json!({ "name": name }));
        again.refused(409, "space_exists");
    }
    // A space that was called like another namespace would be taken for it.
    let posing = json!({ "name": own });
    let refused = other.post("/v1/admin/sharing/create", &posing);
    refused.refused(409, "space_exists");
    for bad in [
        "",
        "two words",
        "a/b",
        "..",
        "list",
        "create",
        "ü",
        &"x".repeat(129),
    ] {
        let refused = other.post("/v1/admin/sharing/create", &json!({ "name": bad }));
        refused.refused(400, "bad_namespace");
    }
    let shapeless = other.post("/v1/admin/sharing/create", &json!({}));
    shapeless.refused(422, "bad_request");
    assert!(listed(&mut other).is_empty());
}

/// Before anything was written there: a door acts in it, a key opens it.
#[test]
fn a_name_means_one_thing_whether_or_not_anything_is_there_yet() {
    let home = Home::with_settings(
        "[[proxy.key_mapping]]\nproxy_key = \"pk-of-ours\"\nnamespace = \"mapped\"\n[notebook]\nnamespace = \"notes\"\n",
    );
    let server = Server::start(&home);
    let mut owner = server.admin("owner");
    server.key("keyed", "reader");
    for taken in ["default", "keyed", "mapped", "notes"] {
        let refused = owner.post("/v1/admin/sharing/create", &json!({ "name": taken }));
        refused.refused(409, "space_exists");
    }
    create(&mut owner, "owner");
    create(&mut owner, "window");
    let key = ["key", "new", "--namespace", "window"];
    home.run(&key).refused(1, "[space_exists]");
    let words = ["remember", "Posing as a space.", "--namespace", "window"];
    home.run(&words).refused(1, "[space_exists]");
    // An owner's space may be called as it is, and hides nothing of its own.
    server.key("owner", "reader");
    owner.remember("The owner's own.");
    owner.delete("/v1/admin/sharing/window", &Value::Null).ok();
    server.key("window", "reader");
}

#[test]
fn g_176_a_grantee_sees_the_space_and_its_own_grant_and_no_webhook() {
    let server = shared();
    let mut both = Neighbours::new(server);
    both.let_in(json!({}));
    let body = json!({ "grantee_namespace": unique("spaces-third"), "permission": "read" });
    grant(&mut both.owner, &both.space, &body).ok();
    let seen = listed(&mut both.guest);
    assert_eq!(seen.len(), 1, "{seen:?}");
    assert_eq!(seen[0]["owner_namespace"], both.owner_name.as_str());
    assert_eq!(seen[0]["webhook_url"], Value::Null);
    let grants = seen[0]["grants"].as_array().unwrap();
    assert_eq!(grants.len(), 1, "{grants:?}");
    assert_eq!(grants[0]["grantee_namespace"], both.guest_name.as_str());
    let path = format!("/v1/admin/sharing/{}", both.space);
    let refused = both.guest.delete(&path, &Value::Null);
    refused.refused(403, "not_owner");
}

#[test]
fn an_owner_has_so_many_spaces_and_a_space_so_many_grants() {
    let home = Home::with_settings(
        "[sharing]\nmax_shared_namespaces = 2\nmax_grants = 2\n[embeddings]\nmodel = \"off\"\n",
    );
    let server = Server::start(&home);
    let mut owner = server.admin("full");
    create(&mut owner, "first");
    create(&mut owner, "second");
    let third = owner.post("/v1/admin/sharing/create", &json!({ "name": "third" }));
    third.refused(409, "sharing_full");
    let let_in = |owner: &mut Client, who: &str| {
        let body = json!({ "grantee_namespace": who, "permission": "read" });
        grant(owner, "first", &body)
    };
    let one = let_in(&mut owner, "a").ok();
    let_in(&mut owner, "b").ok();
    let_in(&mut owner, "c").refused(409, "sharing_full");
    let path = format!(
        "/v1/admin/sharing/first/grants/{}",
        one["id"].as_str().unwrap()
    );
    owner.delete(&path, &Value::Null).ok();
    let_in(&mut owner, "c").ok();
    let mut other = server.admin("empty");
    create(&mut other, "fourth");
}

#[test]
fn g_243_sharing_works_whatever_the_settings_say_of_it() {
    for more in [
        "",
        "[sharing]\nenabled = false\nallow_private_webhooks = false\n",
    ] {
        let oss = Oss::new(&usual(&format!("{PLAIN}{more}")));
        let server = oss.serve(&[]);
        let mut admin = client(&server, ADMIN);
        let made = create(&mut admin, "team");
        assert_eq!(made["owner_namespace"], "default", "{made}");
        let body = json!({ "grantee_namespace": "other", "permission": "read" });
        grant(&mut admin, "team", &body).ok();
        assert_eq!(listed(&mut admin)[0]["grants"].as_array().unwrap().len(), 1);
        assert!(
            !server.errors().contains("not used by this build"),
            "{}",
            server.errors()
        );
    }
}

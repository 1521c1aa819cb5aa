//! A new key: what is written goes under it, what was written stays readable.

use serde_json::json;

use super::*;

#[test]
fn g_093_what_was_sealed_before_a_rotation_is_read_after_it_and_after_a_restart() {
    let home = Home::with_settings(BUSY);
    let server = Server::start(&home);
    let mut admin = server.admin("team");
    let old = admin.remember("The gate opens at seven.");
    fill(&mut admin, "heron", 400);
    let done = admin.post("/v1/admin/keys/rotate", &json!({ "namespace": "team" }));
    let done = done.ok();
    let names: Vec<&String> = done.as_object().unwrap().keys().collect();
    assert_eq!(
        names,
        ["grace_period_secs", "key_id", "namespace", "rotated"],
        "{done}"
    );
    assert_eq!(
        (&done["rotated"], &done["namespace"]),
        (&json!(true), &json!("team"))
    );
    assert_eq!(done["grace_period_secs"], 86_400);
    let new = admin.remember("The bridge closes at nine.");
    for (id, words) in [(&old, "gate opens"), (&new, "bridge closes")] {
        assert!(
            admin.inspect(id)["content"]
                .as_str()
                .unwrap()
                .contains(words)
        );
        assert_eq!(
            admin.recall(&json!({ "query": words, "limit": 1 }))["memories"][0]["memory"]["id"],
            **id
        );
    }
    // The same words are known to be the same, whichever key they are under.
    let again = admin
        .post(
            "/v1/store",
            &json!({ "content": "The gate opens at seven." }),
        )
        .ok();
    assert_eq!(again["id"], old.as_str(), "{again}");
    assert_there(&server, &mut admin, "heron", 400);
    server.stop();
    assert_clean(&home);
    let server = Server::start(&home);
    let mut admin = server.admin("team");
    assert!(
        admin.inspect(&old)["content"]
            .as_str()
            .unwrap()
            .contains("gate opens")
    );
    assert_there(&server, &mut admin, "heron", 400);
}

#[test]
fn g_093_everything_on_the_disk_is_sealed_again_in_the_background() {
    let home = Home::with_settings(BUSY);
    let server = Server::start_with(&home, &["--notebook", "127.0.0.1:0"]);
    let mut owner = server.owner();
    fill(&mut owner, "heron", 600);
    picture(&server);
    server.settled();
    let first = rotate(&mut owner);
    let second = rotate(&mut owner);
    assert_ne!(first, second);
    // Nothing is written meanwhile: what is merged would be under the new key anyway.
    sealed_again(&home, "default");
    let current = home.json(&["key", "data", "--json"])["namespaces"][0]["key_id"].clone();
    let current = number(current.as_str().unwrap());
    assert!(current > number(&second));
    assert_eq!(keys_of_files(&home, "index"), [current]);
    assert_eq!(keys_of_files(&home, "images"), [current]);
    fill(&mut owner, "egret", 100);
    server.settled();
    assert_eq!(keys_of_files(&home, "index"), [current]);
    // With the observation and the beginning of its session.
    assert_there(&server, &mut owner, "heron", 702);
    assert_clean(&home);
    let said = home.run(&["doctor"]).ok();
    assert!(said.contains(&format!("default dk_{current}")), "{said}");
    assert!(
        said.contains("keys/master.key") && said.contains("readable"),
        "{said}"
    );
    server.stop();
    home.run(&["rebuild"]).ok();
    assert_clean(&home);
}

/// One observation with a picture.
fn picture(server: &Server) {
    let png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    let told = json!({
        "sessionId": "s", "hookType": "post_tool_use", "timestamp": "2026-01-30T10:00:00Z",
        "project": "/code/app", "cwd": "/code/app",
        "data": { "tool_name": "Screenshot", "image_data": png },
    });
    let mut guest = Client::new(server.notebook(), None);
    let reply = guest.post("/agentmemory/observe", &told);
    assert_eq!(reply.status, 201, "{}", reply.text);
}

#[test]
fn a_key_is_replaced_by_an_administrator_of_its_namespace_only_and_told_in_the_audit() {
    let home = Home::new();
    let server = Server::start(&home);
    let mut admin = server.admin("team");
    admin.remember("Something.");
    let foreign = json!({ "namespace": "default" });
    let path = "/v1/admin/keys/rotate";
    admin.post(path, &foreign).refused(403, "foreign_namespace");
    let mut writer = server.room("team");
    writer.post(path, &json!({})).refused(403, "role_too_low");
    assert_eq!(retired(&mut admin), Vec::<String>::new());
    let id = rotate(&mut admin);
    assert_eq!(retired(&mut admin), std::slice::from_ref(&id));
    assert_eq!(
        retired(&mut server.owner()),
        Vec::<String>::new(),
        "another namespace"
    );
    let said = home.run(&["key", "rotate", "--namespace", "team"]).ok();
    assert!(said.contains("team"), "{said}");
    home.run(&["key", "rotate", "--namespace", "nowhere"])
        .refused(3, "[no_such_namespace]");
    let audit = home.run(&["audit"]).ok();
    assert!(
        audit.contains("key_rotate") && audit.contains(&id),
        "{audit}"
    );
}

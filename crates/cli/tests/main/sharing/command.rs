//! `mneme share`, with a server and without.

use serde_json::json;

use crate::support::{Home, Server};

#[test]
fn memories_are_opened_and_closed_from_the_command_line() {
    let home = Home::with_settings("[embeddings]\nmodel = \"off\"\n");
    home.run(&[
        "remember",
        "The harbour opens at six.",
        "--tag",
        "sea",
        "--namespace",
        "owner",
    ])
    .ok();
    home.run(&["remember", "The harbour is old.", "--namespace", "owner"])
        .ok();
    let said = home
        .run(&["share", "create", "port", "--namespace", "owner"])
        .ok();
    assert!(said.contains("port of owner"), "{said}");
    let given = home.json(&[
        "share",
        "grant",
        "port",
        "guest",
        "--tag",
        "sea",
        "--expires",
        "2099-01-01",
        "--namespace",
        "owner",
        "--json",
    ]);
    assert_eq!(
        (&given["permission"], &given["tag_filter"]),
        (&json!("read"), &json!(["sea"]))
    );
    let server = Server::start(&home);
    let listed = home.run(&["share", "list", "--namespace", "owner"]).ok();
    assert!(
        listed.contains("guest") && listed.contains("tagged sea"),
        "{listed}"
    );
    let open = home
        .run(&["share", "accessible", "--namespace", "guest"])
        .ok();
    assert_eq!(open.trim(), "port");
    home.run(&[
        "remember",
        "The harbour closes at ten.",
        "--namespace",
        "guest",
    ])
    .ok();
    let told = home
        .run(&["recall", "harbour", "--shared", "--namespace", "guest"])
        .ok();
    assert!(
        told.contains("at six") && told.contains("at ten") && !told.contains("old"),
        "{told}"
    );
    let id = given["id"].as_str().unwrap();
    home.run(&["share", "revoke", "port", "nobody", "--namespace", "owner"])
        .refused(3, "no_such_grant");
    home.run(&["share", "revoke", "port", id, "--namespace", "owner"])
        .ok();
    let grants = home
        .run(&["share", "grants", "port", "--namespace", "owner"])
        .ok();
    assert!(grants.contains("nobody was let in"), "{grants}");
    home.run(&["share", "create", "port", "--namespace", "other"])
        .refused(1, "space_exists");
    home.run(&["share", "delete", "port", "--namespace", "guest"])
        .refused(4, "not_owner");
    home.run(&["share", "delete", "port", "--namespace", "owner"])
        .ok();
    home.run(&["share", "delete", "port", "--namespace", "owner"])
        .refused(3, "no_such_space");
    server.stop();
}

#[test]
fn a_namespace_that_has_only_a_key_yet_shares_nothing_and_is_known() {
    let home = Home::with_settings("[embeddings]\nmodel = \"off\"\n");
    home.run(&["key", "new", "--namespace", "fresh"]).ok();
    let listed = home.run(&["share", "list", "--namespace", "fresh"]).ok();
    assert!(listed.contains("nothing is shared"), "{listed}");
    home.run(&["share", "list", "--namespace", "nobody"])
        .refused(3, "[no_such_namespace]");
    home.run(&["share", "create", "port", "--namespace", "owner"])
        .ok();
    home.run(&["share", "grant", "port", "fresh", "--namespace", "owner"])
        .ok();
    let listed = home.run(&["share", "list", "--namespace", "fresh"]).ok();
    assert!(listed.contains("port"), "{listed}");
    home.run(&["share", "delete", "port", "--namespace", "fresh"])
        .refused(4, "[not_owner]");
}

//! `history show | export | replay | branch`, under both names.

use serde_json::{Value, json};

use super::told;
use crate::alias::{ADMIN, Oss, PLAIN, client, usual};
use crate::support::{Home, Server};

#[test]
fn g_194_a_branch_is_the_same_history_in_another_namespace() {
    let home = Home::new();
    let server = Server::start(&home);
    let told = told(&mut server.admin("test"));
    server.stop();
    let branch = [
        "history",
        "branch",
        &told.new,
        "--namespace",
        "test",
        "--target-namespace",
        "branch",
    ];
    let dry = home.run(&[&branch[..], &["--dry-run"]].concat()).ok();
    assert!(dry.contains("can_replay=true create=4"), "{dry}");
    assert!(!dry.contains("Branched"), "{dry}");
    let done = home.run(&branch).ok();
    let line = format!("Branched history root {} from test into branch", told.new);
    assert!(done.contains(&line) && done.contains("create=4"), "{done}");
    let show = |namespace: &str| {
        home.json(&[
            "history",
            "show",
            &told.new,
            "--namespace",
            namespace,
            "--json",
        ])
    };
    let (from, to) = (show("test"), show("branch"));
    for part in ["nodes", "edges", "timeline", "visible_memory_ids"] {
        assert_eq!(from[part], to[part], "{part}");
    }
    home.run(&branch).refused(2, "is not empty");
    let missing = [
        "history",
        "branch",
        "nobody",
        "--namespace",
        "test",
        "--target-namespace",
        "x",
    ];
    home.run(&missing).refused(3, "history root not found");
    assert_eq!(home.run(&["verify"]).code, 0);
}

#[test]
fn g_194_branching_works_beside_a_server() {
    let home = Home::new();
    let server = Server::start(&home);
    let told = told(&mut server.admin("test"));
    let branch = [
        "history",
        "branch",
        &told.made,
        "--namespace",
        "test",
        "--target-namespace",
        "branch",
    ];
    let done = home.run(&branch).ok();
    assert!(done.contains("imported=4"), "{done}");
    assert_eq!(server.admin("branch").count().0, 4);
}

#[test]
fn g_183_history_is_shown_exported_and_replayed_on_the_command_line() {
    let home = Home::new();
    let server = Server::start(&home);
    let told = told(&mut server.admin("test"));
    let shown = home
        .run(&["history", "show", &told.new, "--namespace", "test"])
        .ok();
    for text in [
        "4 memories, visible=1",
        "derived_from",
        "superseded_by",
        "Timeline:",
        "review: confirm",
    ] {
        assert!(shown.contains(text), "{text}: {shown}");
    }
    let export = [
        "history",
        "export",
        &told.new,
        "--namespace",
        "test",
        "-o",
        "history.json",
    ];
    home.run(&export).ok();
    home.run(&export).refused(1, "is there already");
    let text = std::fs::read_to_string(home.path().join("history.json")).unwrap();
    let taken: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(taken["memories"].as_array().unwrap().len(), 4);
    // Another machine.
    let other = Home::new();
    std::fs::write(other.path().join("history.json"), &text).unwrap();
    let replay = ["history", "replay", "history.json", "--namespace", "test"];
    let done = other.run(&replay).ok();
    assert!(
        done.contains("can_replay=true create=4") && done.contains("imported=4"),
        "{done}"
    );
    other.run(&replay).refused(2, "is not empty");
    let before = std::fs::read_to_string(other.path().join("history.json")).unwrap();
    assert_eq!(before, text, "the file is as it was");
    std::fs::write(other.path().join("history.json"), "{\"root_id\": 1}").unwrap();
    other.run(&replay).refused(2, "is no history");
    other
        .run(&["history", "replay", "gone.json"])
        .refused(2, "cannot be read");
}

#[test]
fn g_183_histories_answer_under_the_other_name_too() {
    let oss = Oss::new(&usual(PLAIN));
    let server = oss.serve(&["serve"]);
    let mut admin = client(&server, ADMIN);
    let id = admin.remember("The ferry is red.");
    let shown = oss.run(&["history", "show", &id]).ok();
    assert!(shown.contains("1 memory, visible=1"), "{shown}");
    let branch = ["history", "branch", &id, "--target-namespace", "branch"];
    let dry = oss.run(&[&branch[..], &["--dry-run"]].concat()).ok();
    assert!(dry.contains("can_replay=true create=1"), "{dry}");
    oss.run(&["history", "export", &id, "-o", "history.json"])
        .ok();
    oss.run(&["history", "replay", "history.json", "--namespace", "other"])
        .ok();
    server.kill();
    let done = oss.run(&branch).ok();
    assert!(done.contains("Branched history root"), "{done}");
    let there = oss
        .run(&["history", "show", &id, "--namespace", "other", "--json"])
        .json();
    assert_eq!(there["visible_memory_ids"], json!([id]));
}

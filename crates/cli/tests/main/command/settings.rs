//! Settings: default, then file, then environment, then flag.

use serde_json::json;

use crate::support::{Home, Server};

#[test]
fn settings_nobody_knows_are_refused() {
    for toml in [
        "colour = \"red\"\n",
        "[doors]\nhtpp = \"127.0.0.1:1\"\n",
        "[limits]\nmax_tagz = 1\n",
        "[nonsense]\n",
        "this is no toml",
        "[limits]\nmax_tags = \"many\"\n",
        "[limits]\nrate_limit_per_sec = 0\n",
        "[limits]\nmax_content_bytes = 0\n",
        "[index]\nbatch_events = 0\n",
        "[doors]\nhttp = \"everywhere\"\n",
    ] {
        let home = Home::with_settings(toml);
        home.run(&["status"]).refused(2, "[bad_setting]");
        home.run(&["serve", "--http", "127.0.0.1:0"])
            .refused(2, "[bad_setting]");
        assert!(!home.data().exists(), "{toml}");
    }
}

#[test]
fn a_refused_setting_is_named_with_its_file() {
    let home = Home::with_settings("[doors]\nhtpp = \"127.0.0.1:1\"\n");
    let fault = home
        .run(&["status", "--json"])
        .refused(2, "bad_setting")
        .fault();
    let sentence = fault["error"].as_str().unwrap();
    assert!(
        sentence.contains("mneme.toml") && sentence.contains("htpp"),
        "{sentence}"
    );
}

#[test]
fn a_named_settings_file_wins_over_the_usual_one() {
    let home = Home::with_settings("nonsense");
    let named = home.path().join("mine.toml");
    std::fs::write(&named, "[limits]\nmax_tags = 1\n").unwrap();
    let named = named.to_str().unwrap();
    home.run(&["--config", named, "remember", "x", "--tag", "a"])
        .ok();
    let two = [
        "--config", named, "remember", "y", "--tag", "a", "--tag", "b",
    ];
    home.run(&two).refused(2, "[bad_tags]");
    home.run(&["--config", "nowhere.toml", "status"])
        .refused(2, "[bad_setting]");
}

#[test]
fn limits_of_the_file_hold_at_the_door() {
    let home = Home::with_settings("[limits]\nmax_content_bytes = 10\nmax_tag_length = 3\n");
    let server = Server::start(&home);
    let mut client = server.room("limits");
    client
        .post("/v1/store", &json!({ "content": "01234567890" }))
        .refused(400, "content_too_large");
    client
        .post("/v1/store", &json!({ "content": "x", "tags": ["long"] }))
        .refused(400, "bad_tags");
    client.remember("0123456789");
    assert_eq!(client.count(), (1, 0));
}

#[test]
fn a_flag_wins_over_the_environment_and_the_environment_over_the_file() {
    let home = Home::new();
    let dir = |name: &str| home.path().join(name);
    home.set(&format!("data_dir = {:?}\n", dir("from-file")));
    let bare = |set: bool| {
        let mut command = home.program(&home.line(&[])[0]);
        if set {
            command.env("MNEME_DATA_DIR", dir("from-environment"));
        }
        assert!(command.arg("key").output().unwrap().status.success());
    };
    bare(false);
    assert!(dir("from-file").exists() && !dir("from-environment").exists());
    bare(true);
    assert!(dir("from-environment").exists());
    home.run(&["key"]).ok();
    assert!(home.data().exists(), "the flag");
    home.set("");
    bare(false);
    assert!(
        dir("share").join("mneme").exists(),
        "the user's data directory"
    );
}

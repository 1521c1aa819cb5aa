//! `mneme status`.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use serde_json::{Value, json};

use crate::support::{HASHED, Home, Server};

fn check_status(status: &Value, home: &Home) {
    assert_eq!(status["data_dir"], home.data().to_str().unwrap());
    assert!(status["disk_bytes"].as_u64().unwrap() > 0);
    let default = &status["namespaces"][0];
    assert_eq!(
        (&default["name"], &default["memories"]),
        (&json!("default"), &json!(1))
    );
    assert_eq!(default["text_bytes"], "Deploys need approval.".len());
}

#[test]
fn status_tells_what_is_kept_and_which_doors_are_open() {
    let home = Home::new();
    home.run(&["remember", "Deploys need approval."]).ok();
    let status = home.json(&["status", "--json"]);
    check_status(&status, &home);
    assert_eq!(status["doors"], json!({}));
    assert!(home.run(&["status"]).ok().contains("server    not running"));
    let server = Server::start(&home);
    let status = home.json(&["status", "--json"]);
    check_status(&status, &home);
    assert_eq!(
        (&status["doors"], &status["pid"]),
        (&server.facts["doors"], &json!(server.pid()))
    );
    let shown = home.run(&["status"]).ok();
    assert!(
        shown.contains(&format!("process {}", server.pid())),
        "{shown}"
    );
    assert!(
        shown.contains("namespace default: 1 memory, 0 events"),
        "{shown}"
    );
}

#[test]
fn what_others_may_look_into_is_told_and_made_private() {
    let home = Home::new();
    let server = Server::start(&home);
    let mode = |path: &Path| path.metadata().unwrap().permissions().mode() & 0o777;
    let run = home.data().join("run.json");
    assert_eq!((mode(&home.data()), mode(&run)), (0o700, 0o600));
    let clean = home.run(&["doctor"]).ok();
    assert!(!clean.contains("others"), "{clean}");
    let open = |path: &Path, mode| {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    };
    open(&home.data(), 0o755);
    open(&run, 0o644);
    let told = home.run(&["doctor"]).ok();
    for said in [
        "[note] directory: others may look into",
        "chmod 700 ",
        "run.json is open to others (mode 644)",
    ] {
        assert!(told.contains(said), "{said}: {told}");
    }
    open(&home.data(), 0o777);
    let told = home.run(&["doctor"]);
    assert!(
        told.code == 1 && told.out.contains("others may write into"),
        "{told:?}"
    );
    server.stop();
    std::fs::write(&run, "{}").unwrap();
    open(&run, 0o644);
    let server = Server::start(&home);
    assert_eq!(mode(&run), 0o600, "one of an earlier build");
    server.stop();
}

#[test]
fn g_164_status_and_doctor_name_the_model_and_its_dimension() {
    let home = Home::with_settings(HASHED);
    home.run(&["remember", "The ferry is red."]).ok();
    for command in ["status", "doctor"] {
        let said = home.run(&[command]).ok();
        let line = said.lines().find(|line| line.contains("hash-384"));
        assert!(
            line.is_some_and(|line| line.contains("(dimension 384)")),
            "{said}"
        );
    }
}

#[test]
fn g_195_inspect_prints_a_record_of_any_namespace() {
    let home = Home::new();
    let server = Server::start(&home);
    let id = server.room("team-a").remember("The ferry is red.");
    let inspect = || {
        let shown = home.json(&["inspect", &id, "--namespace", "team-a"]);
        assert_eq!(
            (&shown["content"], &shown["namespace"], &shown["version"]),
            (&json!("The ferry is red."), &json!("team-a"), &json!(1))
        );
        assert_eq!(home.json(&["inspect", &id])["namespace"], "team-a");
        let named = ["inspect", &id, "--namespace", "default"];
        home.run(&named).refused(3, "no_such_namespace");
        home.run(&["inspect", "nobody"])
            .refused(3, "no_such_memory");
    };
    inspect();
    server.stop();
    inspect();
}

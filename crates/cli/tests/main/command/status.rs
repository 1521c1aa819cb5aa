//! `mneme status`.

use serde_json::{Value, json};

use crate::support::{Home, Server};

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

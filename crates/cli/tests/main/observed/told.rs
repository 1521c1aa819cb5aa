//! What the log says of itself at its usual level.

use serde_json::{Value, json};

use super::CONTENT;
use crate::support::{Client, Home, Server, eventually};

fn lines(server: &Server) -> Vec<Value> {
    let text = server.errors();
    text.lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect()
}

fn line(server: &Server, what: &str, is: impl Fn(&Value) -> bool) -> Value {
    eventually(what, || lines(server).into_iter().find(&is))
}

#[test]
fn the_log_tells_when_a_server_began_with_what_and_when_it_ended() {
    let home = Home::with_settings("[logging]\nformat = \"json\"\n");
    let server = Server::start(&home);
    let began = line(&server, "the first line", |line| {
        line["message"] == "serving"
    });
    assert_eq!(began["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(began["data_dir"], home.data().to_str().unwrap());
    let doors = began["doors"].as_str().unwrap();
    assert!(
        doors.contains(&format!("http=http://{}", server.http())),
        "{doors}"
    );
    let meaning = began["meaning"].as_str().unwrap();
    assert!(meaning.starts_with("words only: "), "{meaning}");
    server.stop();
    home.set("[logging]\nformat = \"json\"\n[embeddings]\nmodel = \"hash-384\"\n");
    let server = Server::start(&home);
    line(&server, "the model", |line| line["meaning"] == "hash-384");
    let said = |what: &str| lines(&server).iter().any(|line| line["message"] == what);
    assert!(
        said("stopping") && said("stopped"),
        "the first server's last lines"
    );
}

#[test]
fn refusals_are_logged_with_request_key_route_and_code() {
    let settings = "[logging]\nformat = \"json\"\n[limits]\nrate_limit_per_sec = 5\n";
    let home = Home::with_settings(settings);
    let server = Server::start(&home);
    let made = home.json(&["key", "new", "--role", "reader", "--json"]);
    let mut reader = Client::new(server.http(), made["key"].as_str());
    let stranger = Client::new(server.http(), Some("mk_a-stolen-secret")).get("/v1/memories");
    let number = stranger.header("x-request-id").unwrap();
    let told = line(&server, "the stranger", |line| line["span"]["id"] == number);
    assert_eq!(
        [
            &told["level"],
            &told["status"],
            &told["code"],
            &told["peer"],
            &told["span"]["route"]
        ],
        [
            &json!("WARN"),
            &json!(401),
            &json!("bad_credential"),
            &json!("127.0.0.1"),
            &json!("/v1/memories")
        ]
    );
    assert!(told["span"]["key"].is_null(), "{told}");
    let low = reader.post("/v1/store", &json!({ "content": "no" }));
    let number = low.header("x-request-id").unwrap();
    let told = line(&server, "the reader", |line| line["span"]["id"] == number);
    assert_eq!(
        [&told["status"], &told["code"], &told["span"]["key"]],
        [&json!(403), &json!("role_too_low"), &made["key_id"]]
    );
    (0..50).for_each(|_| drop(reader.get("/v1/memories")));
    let told = line(&server, "too often", |line| line["status"] == 429);
    assert_eq!(
        [&told["level"], &told["code"], &told["span"]["key"]],
        [&json!("INFO"), &json!("rate_limited"), &made["key_id"]]
    );
    let refused = lines(&server)
        .iter()
        .filter(|line| line["status"] == 429)
        .count();
    assert!(refused <= 40, "a flood is counted, not written: {refused}");
}

#[test]
fn acts_of_administrators_are_logged_without_content() {
    let home = Home::with_settings("[logging]\nformat = \"json\"\n[storage]\npurge_ms = 20\n");
    let server = Server::start(&home);
    let id = server.owner().remember(CONTENT);
    home.run(&["backup", "-o", "b.tar.zst"]).ok();
    home.run(&["key", "token"]).ok();
    assert_eq!(server.owner().forget(&json!({ "id": id })), 1);
    for action in ["backup", "token_new"] {
        line(&server, action, |line| line["action"] == action);
    }
    let forgot = line(&server, "the forgetting", |line| {
        line["message"] == "forgot"
    });
    assert_eq!(
        (&forgot["records"], &forgot["namespace"]),
        (&json!(1), &json!("default"))
    );
    line(&server, "the purge", |line| {
        line["message"] == "purged what was forgotten"
    });
    assert!(!server.errors().contains(CONTENT));
    server.stop();
    let restored = home.run(&[
        "restore",
        "b.tar.zst",
        "--force",
        "--log",
        "info",
        "--log-format",
        "json",
    ]);
    assert!(
        restored.err.contains("\"action\":\"restore\""),
        "{restored:?}"
    );
}

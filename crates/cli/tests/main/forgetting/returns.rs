//! What was forgotten does not come back by itself; told again on purpose, it does.

use serde_json::{Value, json};

use super::{assert_clean, assert_purged, dump, quick};
use crate::support::Home;

const LINES: [&str; 4] = [
    r#"{"session":"port","text":"The ferry is called Mirabok."}"#,
    r#"{"id":"named","session":"port","text":"Captain Orsuk steers it."}"#,
    r#"{"content":"Tickets cost nine drachmok."}"#,
    r#"{"content":"The quay is long."}"#,
];
const GONE: [&str; 3] = ["mirabok", "orsuk", "drachmok"];

fn import(home: &Home) -> Value {
    let input = LINES.join("\n");
    home.run_with(&["import", "-", "--json"], input.as_bytes())
        .json()
}

fn counts(imported: &Value) -> [u64; 4] {
    ["events", "memories", "known_already", "forgotten"]
        .map(|field| imported[field].as_u64().unwrap())
}

#[test]
fn importing_the_same_file_again_brings_nothing_back() {
    let (home, server) = quick("");
    let mut client = server.owner();
    assert_eq!(counts(&import(&home)), [2, 2, 0, 0]);
    assert_eq!(client.forget(&json!({ "session": "port" })), 2);
    let forgot = home.json(&["forget", "--query", "drachmok", "--yes", "--json"]);
    assert_eq!(forgot["deleted"], 1, "{forgot}");
    assert_purged(&home, &GONE);
    for round in ["served", "after a rebuild"] {
        assert_eq!(counts(&import(&home)), [0, 0, 1, 3], "{round}");
        let said = home
            .run_with(&["import", "-"], LINES.join("\n").as_bytes())
            .ok();
        assert!(
            said.contains("left out because it was forgotten: 3 records"),
            "{said}"
        );
        let handed = "{\"content\":\"  Tickets cost nine drachmok.\\r\\n\"}";
        let brought = home.run_with(&["import", "-", "--json"], handed.as_bytes());
        assert_eq!(counts(&brought.json()), [0, 0, 0, 1], "{round}");
        assert_eq!(client.count(), (1, 0));
        let dump = dump(&home);
        assert!(GONE.iter().all(|word| !dump.contains(word)), "{round}");
        assert_clean(&home);
        home.run(&["rebuild"]).ok();
    }
    server.stop();
    assert_eq!(counts(&import(&home)), [0, 0, 1, 3], "by the command alone");
}

#[test]
fn words_told_again_on_purpose_are_kept_and_can_be_forgotten_again() {
    let (home, server) = quick("");
    let mut client = server.admin("again");
    let said = json!({ "content": "The password is Zarathok." });
    let first = client.post("/v1/store", &said).ok();
    assert!(
        first.get("forgotten").is_none_or(|flag| flag == false),
        "{first}"
    );
    let mut id = first["id"].clone();
    for round in 0..3 {
        assert_eq!(client.forget(&json!({ "id": id })), 1, "{round}");
        assert_purged(&home, &["zarathok"]);
        assert_clean(&home);
        let again = client.post("/v1/store", &said).ok();
        assert_eq!(again["forgotten"], true, "{again}");
        assert_eq!(
            client.ask("zarathok password"),
            ["The password is Zarathok."]
        );
        let twice = client.post("/v1/store", &said).ok();
        assert_eq!(
            (&twice["duplicate"], &twice["id"]),
            (&json!(true), &again["id"])
        );
        assert_clean(&home);
        home.run(&["rebuild"]).ok();
        assert_clean(&home);
        id = again["id"].clone();
    }
}

#[test]
fn a_tombstone_is_of_one_namespace_and_of_exact_words() {
    let (home, server) = quick("");
    let (mut here, mut there) = (server.admin("here"), server.admin("there"));
    let said = json!({ "content": "The well is deep." });
    for client in [&mut here, &mut there] {
        client.store(&said);
    }
    assert_eq!(here.forget(&json!({ "all": true })), 1);
    assert_eq!(there.ask("well"), ["The well is deep."]);
    let near = here
        .post("/v1/store", &json!({ "content": "The well is deep!" }))
        .ok();
    assert!(
        near.get("forgotten").is_none_or(|flag| flag == false),
        "{near}"
    );
    assert_clean(&home);
}

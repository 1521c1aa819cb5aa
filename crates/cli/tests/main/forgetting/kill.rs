//! Killed between the answer and the purge.

use serde_json::{Value, json};

use super::{assert_clean, assert_purged, dump, lines};
use crate::support::{Client, HASHED, Home, ScriptedEvents, Server, eventually, rows};

const LATE: &str = "[storage]\npurge_ms = 3600000\n";
const SOON: &str = "[storage]\npurge_ms = 20\n";
const SEGMENTED: &str = "[index]\nsmall_namespace = 0\nfollow_ms = 5\nbatch_events = 50\n";
const WORD: &str = "perigluk";

fn told(server: &Server) -> Client {
    let mut client = server.owner();
    client.ingest(&ScriptedEvents::new("old").events(0, 100));
    let event = |n: usize| json!({ "session": "s", "text": format!("The {WORD} number {n}.") });
    let events: Vec<Value> = (0..10).map(event).collect();
    client.ingest(&json!(events));
    client.ingest(&json!([{ "session": "s", "text": "Nothing of the kind." }]));
    server.settled();
    client
}

#[test]
fn a_purge_that_a_kill_prevented_is_done_after_the_restart() {
    let settings = |purge: &str| format!("{purge}{SEGMENTED}{HASHED}");
    let home = Home::with_settings(&settings(LATE));
    let server = Server::start(&home);
    let mut client = told(&server);
    let wish = json!({ "session": "s", "kinds": ["message"], "before": "2999-01-01" });
    assert_eq!(client.forget(&wish), 11);
    let left = dump(&home);
    assert_eq!(
        lines(&left, "event", WORD),
        Vec::<&str>::new(),
        "gone when it answers"
    );
    assert!(
        !lines(&left, "term", WORD).is_empty(),
        "the dictionaries are not purged yet"
    );
    assert_eq!(client.ask(WORD), Vec::<String>::new());
    assert_clean(&home);
    server.kill();

    home.set(&settings(SOON));
    let server = Server::start(&home);
    assert_purged(&home, &[WORD]);
    assert_clean(&home);
    assert_eq!(client_count(&server), 100);
    assert_eq!(
        rows(&home, "SELECT count(*) FROM cursors WHERE name = 'purge'"),
        ["1"]
    );
    server.stop();
}

fn client_count(server: &Server) -> usize {
    server.owner().count().1
}

#[test]
fn a_purge_happens_by_itself_while_it_serves_and_only_once() {
    let home = Home::with_settings(&format!("{SOON}{SEGMENTED}"));
    let server = Server::start_with(&home, &["--metrics", "127.0.0.1:0"]);
    let mut client = told(&server);
    assert_eq!(server.metric("mneme_purges_total"), 0);
    assert_eq!(client.forget(&json!({ "session": "s" })), 11);
    assert_purged(&home, &[WORD]);
    eventually("the purge to end", || {
        (server.metric("mneme_purges_total") == 1).then_some(())
    });
    assert_eq!(server.metric("memoryoss_forgets_total"), 11);
    server.stop();
    let server = Server::start_with(&home, &["--metrics", "127.0.0.1:0"]);
    assert_eq!(client_count(&server), 100);
    client = server.owner();
    client.remember("Something else to forget.");
    assert_eq!(client.forget(&json!({ "kinds": ["memory"] })), 1);
    assert_purged(&home, &["something else"]);
    server.assert_sound();
}

#[test]
fn a_command_on_an_unserved_store_purges_before_it_ends() {
    let home = Home::with_settings(&format!("{LATE}{SEGMENTED}"));
    let server = Server::start(&home);
    told(&server);
    server.stop();
    let said = home.run(&["forget", "--session", "s", "--yes"]).ok();
    assert!(said.contains("forgot 11 records"), "{said}");
    assert!(!dump(&home).contains(WORD));
    assert_clean(&home);
}

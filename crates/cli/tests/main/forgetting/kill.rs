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

/// Stores memories with the same words and a tag.
fn fill(client: &mut Client, tag: &str, count: usize) {
    let one = |n: usize| json!({ "content": format!("The {WORD} of {tag} is number {n}."), "tags": [tag] });
    let memories: Vec<Value> = (0..count).map(one).collect();
    for page in memories.chunks(500) {
        let batch = json!({ "memories": page });
        client.post("/v1/store/batch", &batch).ok();
    }
}

/// They stand before all others in the index, and take no room.
#[test]
fn what_is_forgotten_and_not_purged_hides_nothing_else() {
    let home = Home::with_settings(&format!("{LATE}{SEGMENTED}"));
    let server = Server::start(&home);
    let mut client = server.owner();
    fill(&mut client, "gone", 1_500);
    fill(&mut client, "here", 40);
    server.settled();
    assert_eq!(client.forget(&json!({ "tags": ["gone"] })), 1_500);
    server.kill();
    let found = home.json(&["recall", &format!("{WORD} number"), "--json"]);
    let found = found["memories"].as_array().unwrap();
    assert_eq!(found.len(), 10);
    for hit in found {
        assert_eq!(hit["memory"]["tags"], json!(["here"]), "{hit}");
    }
    let server = Server::start_with(&home, &["--metrics", "127.0.0.1:0"]);
    let mut client = server.owner();
    assert_eq!(client.ask(WORD).len(), 40);
    assert!(server.metric("mneme_recall_asked_again_total") > 0);
    let before = server.metric("mneme_recall_asked_again_total");
    client.remember("A gribbok is usual.");
    assert_eq!(client.ask("gribbok"), ["A gribbok is usual."]);
    let after = server.metric("mneme_recall_asked_again_total");
    assert_eq!(after, before, "usually it is asked once");
}

/// However many acts that were: each is one, and a page of the journal has a thousand.
#[test]
fn what_waits_for_the_purge_is_told_and_is_no_damage() {
    let home = Home::with_settings(&format!("{LATE}{SEGMENTED}"));
    let server = Server::start(&home);
    let mut client = server.owner();
    fill(&mut client, "gone", 1_010);
    server.settled();
    let listed = client.get("/v1/memories?limit=1000").ok();
    let more = format!(
        "/v1/memories?limit=1000&cursor={}",
        listed["next_cursor"].as_str().unwrap()
    );
    let rest = client.get(&more).ok();
    let pages = [&listed, &rest].into_iter();
    let all = pages.flat_map(|page| page["memories"].as_array().unwrap());
    let ids: Vec<Value> = all.map(|memory| memory["id"].clone()).collect();
    assert_eq!(ids.len(), 1_010);
    for id in ids {
        assert_eq!(client.forget(&json!({ "id": id })), 1);
    }
    server.kill();
    let found = home.json(&["verify", "--json"]);
    assert_eq!(
        (&found["clean"], &found["unpurged"]),
        (&json!(true), &json!(1_010)),
        "{found}"
    );
    let said = home.run(&["verify"]).ok();
    assert!(said.contains("forgotten records"), "{said}");
    let said = home.run(&["doctor"]).out;
    assert!(said.contains("[ok] purge: waiting in the index"), "{said}");
    home.set(&format!("{SOON}{SEGMENTED}"));
    let server = Server::start(&home);
    eventually("the purge", || {
        (home.json(&["verify", "--json"])["unpurged"] == 0).then_some(())
    });
    server.stop();
}

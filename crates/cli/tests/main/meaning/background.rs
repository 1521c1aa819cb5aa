//! Vectors are made beside everything else, once, and kept.

use serde_json::json;

use super::{NEAR, QUESTION, read, stats, vectors};
use crate::support::{HASHED, Home, ScriptedEvents, Server, eventually};

const METRICS: [&str; 2] = ["--metrics", "127.0.0.1:0"];
const MADE: &str = "mneme_vectors_made_total";

#[test]
fn vectors_are_made_in_the_background_and_counted() {
    let home = Home::with_settings(HASHED);
    let server = Server::start_with(&home, &METRICS);
    let before = stats(&home);
    assert_eq!(
        (&before["state"], &before["behind"]),
        (&json!("ready"), &json!(0))
    );
    assert_eq!(
        (&before["detail"], &before["models"]),
        (&json!("hash-384"), &json!([]))
    );
    let mut client = server.owner();
    client.ingest(&ScriptedEvents::new("e").events(0, 300));
    client.remember(NEAR);
    read(&home);
    let after = stats(&home);
    let kept = json!([{ "name": "hash-384", "dimension": 384, "vectors": 301 }]);
    assert_eq!((&after["models"], &after["behind"]), (&kept, &json!(0)));
    assert_eq!(server.metric(MADE), 301);
    server.assert_sound();
}

#[test]
fn what_is_told_again_needs_no_second_vector() {
    let home = Home::with_settings(HASHED);
    let server = Server::start_with(&home, &METRICS);
    let mut client = server.owner();
    for _ in 0..3 {
        client.remember(NEAR);
    }
    read(&home);
    assert_eq!((vectors(&home, "hash-384"), server.metric(MADE)), (1, 1));
    let found = client.recall(&json!({ "query": QUESTION }));
    assert_eq!(super::hits(&found).len(), 1, "{found}");
}

#[test]
fn a_long_text_has_a_few_vectors_and_is_one_hit() {
    let home = Home::with_settings(HASHED);
    let server = Server::start(&home);
    let mut client = server.owner();
    let passage = "Disestablishmentarians ".repeat(43);
    client.remember(&passage.repeat(3));
    read(&home);
    assert_eq!(vectors(&home, "hash-384"), 3);
    let found = client.recall(&json!({ "query": QUESTION }));
    assert_eq!(super::hits(&found).len(), 1, "{found}");
    client.remember(&passage.repeat(30));
    read(&home);
    let all = vectors(&home, "hash-384");
    assert!((5..=8).contains(&all), "a few, however long: {all}");
}

#[test]
fn a_restart_makes_no_vector_again() {
    let home = Home::with_settings(HASHED);
    let server = Server::start(&home);
    server
        .owner()
        .ingest(&ScriptedEvents::new("e").events(0, 400));
    server.owner().remember(NEAR);
    read(&home);
    server.stop();
    for more in 1..3 {
        let server = Server::start_with(&home, &METRICS);
        assert_eq!(vectors(&home, "hash-384"), 400 + more);
        assert_eq!(server.owner().ask(QUESTION), [NEAR]);
        assert_eq!(server.metric(MADE), 0);
        // Once it has read one more, it has looked at everything before it.
        server.owner().remember(&format!("Something new, {more}."));
        read(&home);
        assert_eq!(server.metric(MADE), 1);
        assert_eq!(vectors(&home, "hash-384"), 401 + more);
        server.stop();
    }
}

#[test]
fn a_rebuild_keeps_every_vector_and_makes_none() {
    let home = Home::with_settings(HASHED);
    let server = Server::start_with(&home, &METRICS);
    let mut client = server.owner();
    client.ingest(&ScriptedEvents::new("e").events(0, 200));
    client.remember(NEAR);
    read(&home);
    let rebuilt = home.json(&["rebuild", "--json"]);
    assert_eq!(rebuilt, json!({ "events": 201, "documents": 201 }));
    assert_eq!(client.ask(QUESTION), [NEAR]);
    assert_eq!(
        (vectors(&home, "hash-384"), server.metric(MADE)),
        (201, 201)
    );
    server.stop();
    home.run(&["rebuild"]).ok();
    assert_eq!(home.json(&["verify", "--json"])["clean"], true);
    let server = Server::start_with(&home, &METRICS);
    assert_eq!(server.owner().ask(QUESTION), [NEAR]);
    assert_eq!((vectors(&home, "hash-384"), server.metric(MADE)), (201, 0));
}

#[test]
fn a_damaged_index_takes_no_vector_with_it() {
    let home = Home::with_settings(&format!("[index]\nsmall_namespace = 0\n{HASHED}"));
    let server = Server::start(&home);
    server
        .owner()
        .ingest(&ScriptedEvents::new("e").events(0, 200));
    server.owner().remember(NEAR);
    server.settled();
    read(&home);
    server.stop();
    std::fs::remove_dir_all(home.data().join("index")).unwrap();
    let server = Server::start_with(&home, &METRICS);
    assert_eq!(server.owner().ask(QUESTION), [NEAR]);
    assert_eq!((vectors(&home, "hash-384"), server.metric(MADE)), (201, 0));
    server.assert_sound();
}

#[test]
fn questions_during_a_rebuild_are_answered_as_before() {
    let home = Home::with_settings(HASHED);
    let server = Server::start(&home);
    server
        .owner()
        .ingest(&ScriptedEvents::new("e").events(0, 200));
    server.owner().remember(NEAR);
    read(&home);
    std::thread::scope(|scope| {
        let rebuilding = scope.spawn(|| (0..20).for_each(|_| drop(home.run(&["rebuild"]).ok())));
        let mut client = server.owner();
        while !rebuilding.is_finished() {
            for query in [QUESTION, "disestablishmentarians"] {
                assert_eq!(client.ask(query), [NEAR], "{query}");
            }
        }
    });
    server.assert_sound();
}

#[test]
fn g_009_a_server_has_its_model_open_before_the_first_question() {
    let home = Home::with_settings(HASHED);
    let server = Server::start_with(&home, &METRICS);
    assert_eq!(
        server.metric("mneme_model_open"),
        0,
        "there is nothing to find"
    );
    server.owner().remember(NEAR);
    read(&home);
    server.stop();
    // Everything was read, and nobody asks: only the start opens it.
    let server = Server::start_with(&home, &METRICS);
    eventually("the model to be open", || {
        (server.metric("mneme_model_open") == 1).then_some(())
    });
    assert_eq!(server.owner().ask(QUESTION), [NEAR]);
}

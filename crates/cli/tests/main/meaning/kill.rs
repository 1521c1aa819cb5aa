//! Killed while vectors are made.

use serde_json::{Value, json};

use super::{read, vectors};
use crate::support::{HASHED, Home, Random, Server, chatter, eventually};

const ROUNDS: usize = 4;
const EVENTS: usize = 500;
const METRICS: [&str; 2] = ["--metrics", "127.0.0.1:0"];

/// Long enough that reading them takes a while, short enough for one passage each.
fn events(round: usize) -> Value {
    let text = |n: usize| {
        let sentences: Vec<String> = (0..15).map(|m| chatter(n * 15 + m)).collect();
        sentences.join(" ")
    };
    (0..EVENTS)
        .map(|n| json!({ "id": format!("{round}-{n}"), "session": "s", "text": text(n) }))
        .collect()
}

#[test]
fn a_kill_while_vectors_are_made_leaves_one_for_each_event() {
    let (home, mut random) = (Home::with_settings(HASHED), Random::new());
    let mut interrupted = 0;
    for round in 0..ROUNDS {
        let server = Server::start_with(&home, &METRICS);
        let made = || server.metric("mneme_vectors_made_total");
        server.owner().ingest(&events(round));
        let enough = 1 + random.below(300);
        eventually("some vectors", || (made() >= enough).then_some(()));
        server.kill();
        let kept = vectors(&home, "hash-384");
        let all = ((round + 1) * EVENTS) as u64;
        assert!(kept <= all, "{kept} of {all}, seed {}", random.seed);
        interrupted += usize::from(kept < all);
        let server = Server::start(&home);
        read(&home);
        assert_eq!(vectors(&home, "hash-384"), all, "seed {}", random.seed);
        assert_eq!(home.json(&["verify", "--json"])["clean"], true);
        server.assert_sound();
        server.stop();
    }
    assert!(interrupted > 0, "every kill came too late");
}

#[test]
fn a_server_stops_at_once_while_vectors_are_made() {
    let home = Home::with_settings(HASHED);
    let server = Server::start_with(&home, &METRICS);
    server.owner().ingest(&events(0));
    eventually("some vectors", || {
        (server.metric("mneme_vectors_made_total") > 0).then_some(())
    });
    server.stop();
    let server = Server::start(&home);
    read(&home);
    assert_eq!(vectors(&home, "hash-384"), EVENTS as u64);
    server.assert_sound();
}

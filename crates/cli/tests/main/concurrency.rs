//! Many at once.

use std::sync::Barrier;
use std::thread;

use serde_json::{Value, json};

use crate::support::{Client, Home, ScriptedEvents, Server, ids, unique};

const THREADS: usize = 64;

/// A namespace so large that it has segments, served with these settings.
fn crowd(settings: &str) -> (Server, String) {
    let home = Home::with_settings("[index]\nfollow_ms = 1\n");
    let server = Server::start(&home);
    let key = server.key("crowd", "writer");
    let mut client = Client::new(server.http(), Some(&key));
    client.ingest(&ScriptedEvents::new("old").events(0, 1_500));
    server.settled();
    server.stop();
    home.set(settings);
    (Server::start(&home), key)
}

/// Says something with a word nobody else uses, and asks for it at once.
fn say_and_ask(client: &mut Client, thread: usize, turn: usize) {
    let word = unique("xyzzy");
    let said = format!("Thread {thread} says {word} in turn {turn}.");
    let id = match turn % 3 {
        0 => client.remember(&said),
        1 => {
            let event = json!([{ "session": format!("s{thread}"), "text": said }]);
            client.ingest(&event)[0]["id"].as_str().unwrap().to_owned()
        }
        _ => {
            let id = client.remember(&format!("Thread {thread} is silent before {word}."));
            client.update(&id, &said);
            id
        }
    };
    let found = client.recall(&json!({ "query": word, "limit": 3 }));
    assert_eq!(ids(&found).first(), Some(&id), "{word}: {found}");
    assert_eq!(found["memories"][0]["memory"]["content"], said);
    assert_eq!(client.inspect(&id)["content"], said);
}

fn check_read_your_writes(settings: &str, turns: usize) {
    let (server, key) = crowd(settings);
    thread::scope(|scope| {
        for thread in 0..THREADS {
            let (address, key) = (server.http(), &key);
            scope.spawn(move || {
                let mut client = Client::new(address, Some(key));
                (0..turns).for_each(|turn| say_and_ask(&mut client, thread, turn));
            });
        }
    });
    assert_eq!(server.home().json(&["verify", "--json"])["clean"], true);
    server.assert_sound();
}

#[test]
fn everyone_finds_at_once_what_they_said_while_the_index_rests() {
    // So slow that what is said now stays in memory.
    check_read_your_writes("[index]\nfollow_ms = 60000\n", 3);
}

#[test]
fn everyone_finds_at_once_what_they_said_while_the_index_works() {
    check_read_your_writes("[index]\nfollow_ms = 1\nbatch_events = 20\n", 3);
}

#[test]
fn the_same_words_from_everyone_are_one_memory() {
    let server = Server::start(&Home::new());
    let key = server.key("chorus", "writer");
    let start = Barrier::new(THREADS);
    let said = |_| {
        let mut client = Client::new(server.http(), Some(&key));
        start.wait();
        client
            .post("/v1/store", &json!({ "content": "We are one." }))
            .ok()
    };
    let replies: Vec<Value> = thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS).map(|n| scope.spawn(move || said(n))).collect();
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap())
            .collect()
    });
    let first = replies
        .iter()
        .filter(|reply| reply.get("duplicate").is_none());
    assert_eq!(first.count(), 1);
    assert!(replies.iter().all(|reply| reply["id"] == replies[0]["id"]));
    let mut client = Client::new(server.http(), Some(&key));
    let id = replies[0]["id"].as_str().unwrap();
    assert_eq!(client.inspect(id)["evidence_count"], THREADS);
}

#[test]
fn updates_from_everyone_are_each_one_version() {
    let server = Server::start(&Home::new());
    let key = server.key("quarrel", "writer");
    let id = Client::new(server.http(), Some(&key)).remember("Version one.");
    let (start, each) = (Barrier::new(16), 4);
    let change = |n: usize| {
        let mut client = Client::new(server.http(), Some(&key));
        start.wait();
        let versions = (0..each)
            .map(|m| client.update(&id, &format!("Said by {n}, {m}."))["version"].as_u64());
        versions.map(Option::unwrap).collect::<Vec<_>>()
    };
    let mut versions: Vec<u64> = thread::scope(|scope| {
        let change = &change;
        let threads: Vec<_> = (0..16).map(|n| scope.spawn(move || change(n))).collect();
        threads
            .into_iter()
            .flat_map(|thread| thread.join().unwrap())
            .collect()
    });
    versions.sort_unstable();
    assert_eq!(versions, (2..=65).collect::<Vec<u64>>());
    let mut client = Client::new(server.http(), Some(&key));
    assert_eq!(client.inspect(&id)["version"], 65);
    assert_eq!(client.ask("said by").len(), 1, "one memory, one text");
}

/// Everyone stores one thing at the same moment; what that took, in operations and flushes.
fn rush(server: &Server, key: &str, round: usize, stores: usize) -> (u64, u64) {
    let counted = || {
        let metric = |name: &str| server.metric(&format!("memoryoss_group_commit_{name}_total"));
        (metric("ops"), metric("flushes"))
    };
    let (before, start) = (counted(), Barrier::new(stores));
    thread::scope(|scope| {
        for n in 0..stores {
            let (address, start) = (server.http(), &start);
            scope.spawn(move || {
                let mut client = Client::new(address, Some(key));
                start.wait();
                client.remember(&format!("Store {n} of many in round {round}."));
            });
        }
    });
    let after = counted();
    (after.0 - before.0, after.1 - before.1)
}

#[test]
fn g_205_concurrent_stores_share_their_commits() {
    const STORES: usize = 200;
    const ROUNDS: usize = 20;
    let server = Server::start_with(&Home::new(), &["--metrics", "127.0.0.1:0"]);
    let key = server.key("group", "writer");
    Client::new(server.http(), Some(&key)).remember("The namespace is there.");
    let mut seen = Vec::new();
    // On a busy machine the clients may come one by one, and then there is nothing to share.
    let shared = (0..ROUNDS).find(|round| {
        let (operations, flushes) = rush(&server, &key, *round, STORES);
        // The server may write for itself meanwhile.
        assert!(operations >= STORES as u64, "{operations}: one a store");
        seen.push(flushes);
        flushes * 4 <= operations
    });
    let Some(last) = shared else {
        panic!("{STORES} stores at once never shared their commits: {seen:?} flushes");
    };
    assert_eq!(
        Client::new(server.http(), Some(&key)).count(),
        (STORES * (last + 1) + 1, 0)
    );
}

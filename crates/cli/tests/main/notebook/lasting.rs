//! What was told is found again: after a restart, after a kill, after the index is lost.

use std::ops::Range;

use super::*;
use crate::meaning::read;
use crate::support::{HASHED, SEGMENTED, eventually};

const MANY: usize = 10_000;

/// All of one length: none is the beginning of another.
fn heron(n: usize) -> String {
    format!("Heron number {n:05} of the lake")
}

/// A server whose figures can be read.
fn metered(home: &Home) -> Server {
    let mut command = home.command(&["serve", "--http", "127.0.0.1:0"]);
    command.args(["--notebook", "127.0.0.1:0", "--metrics", "127.0.0.1:0"]);
    Server::launch(command, home)
}

fn tell_many(server: &Server, which: Range<usize>) {
    let mut owner = server.owner();
    let event =
        |n: usize| json!({ "session": format!("s{}", n / 100), "text": heron(n), "role": "user" });
    for first in which.clone().step_by(1_000) {
        let events: Vec<Value> = (first..which.end.min(first + 1_000)).map(event).collect();
        owner.ingest(&json!(events));
    }
}

fn best(client: &mut Client, query: &str) -> Value {
    let told = client
        .post(
            "/agentmemory/search",
            &json!({ "query": query, "limit": 1 }),
        )
        .ok();
    told[0]["content"].clone()
}

#[test]
fn n_071_a_large_notebook_is_searched_after_a_start_and_not_read_again() {
    let home = Home::with_settings(HASHED);
    let server = served(&home, &[]);
    tell_many(&server, 0..MANY);
    read(&home);
    server.settled();
    server.stop();
    let server = metered(&home);
    let mut client = guest(&server);
    assert_eq!(best(&mut client, &heron(7_654)), heron(7_654));
    prompt_now(&mut client);
    read(&home);
    assert_eq!(
        server.metric("mneme_vectors_made_total"),
        1,
        "nothing is read by the model again"
    );
}

/// One more, so that the model has something to do and is seen to do no more.
fn prompt_now(client: &mut Client) {
    client.observe(&told(
        "late",
        "prompt_submit",
        json!({ "prompt": "One heron more" }),
    ));
}

#[test]
fn n_072_what_was_answered_survives_a_kill() {
    let home = Home::new();
    let server = served(&home, &[]);
    let id = guest(&server).observe(&told(
        "s",
        "prompt_submit",
        json!({ "prompt": "The bittern booms" }),
    ));
    server.kill();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    let seen = client.observations("s");
    assert_eq!((seen.len(), &seen[0]["id"]), (1, &json!(id)));
    assert_eq!(best(&mut client, "bittern"), "The bittern booms");
}

/// Documents the index has read since the server began.
fn indexed(server: &Server) -> usize {
    server.metric("mneme_index_documents_total") as usize
}

#[test]
fn n_104_a_lost_index_is_made_again_while_the_door_is_open() {
    let home = Home::with_settings(SEGMENTED);
    let mut server = served(&home, &[]);
    let (mut known, mut many) = (0, 3_000);
    let index = home.data().join("index");
    // The door is seen open before the index is whole. Where that was too quick to be seen, there is
    // more to read the next time.
    loop {
        tell_many(&server, known..many);
        server.settled();
        server.stop();
        std::fs::remove_dir_all(&index).unwrap();
        server = metered(&home);
        let alive = guest(&server).get("/agentmemory/livez").ok();
        assert_eq!(alive["status"], "ok");
        if indexed(&server) < many {
            break;
        }
        assert!(many < 20_000, "the door opens behind the index");
        (known, many) = (many, many * 2);
    }
    // Nobody has asked for it.
    eventually("the index to be whole", || {
        (indexed(&server) >= many).then_some(())
    });
    let mut client = guest(&server);
    for n in (0..many).step_by(many / 50).chain([many - 1]) {
        assert_eq!(best(&mut client, &heron(n)), heron(n));
    }
}

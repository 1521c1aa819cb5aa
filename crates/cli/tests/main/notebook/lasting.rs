//! What was told is found again: after a restart, after a kill, after the index is lost.

use super::*;
use crate::meaning::read;
use crate::support::{HASHED, eventually};

const MANY: usize = 10_000;

fn tell_many(server: &Server, many: usize) {
    let mut owner = server.owner();
    let event = |n: usize| json!({ "session": format!("s{}", n / 100), "text": format!("Heron number {n} of the lake"), "role": "user" });
    for first in (0..many).step_by(1_000) {
        let events: Vec<Value> = (first..many.min(first + 1_000)).map(event).collect();
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
    tell_many(&server, MANY);
    read(&home);
    server.settled();
    server.stop();
    let mut command = home.command(&["serve", "--http", "127.0.0.1:0"]);
    command.args(["--notebook", "127.0.0.1:0", "--metrics", "127.0.0.1:0"]);
    let server = Server::launch(command, &home);
    let mut client = guest(&server);
    assert_eq!(
        best(&mut client, "Heron number 7654 of the lake"),
        "Heron number 7654 of the lake"
    );
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

#[test]
fn n_104_a_lost_index_is_made_again_while_the_door_is_open() {
    let home = Home::with_settings(crate::support::SEGMENTED);
    let server = served(&home, &[]);
    tell_many(&server, 3_000);
    server.settled();
    server.stop();
    let index = home.data().join("index");
    assert!(index.is_dir(), "there is one to lose");
    std::fs::remove_dir_all(&index).unwrap();
    let server = served(&home, &[]);
    let mut client = guest(&server);
    assert_eq!(client.get("/agentmemory/livez").ok()["status"], "ok");
    for n in [0, 1_499, 2_999] {
        let text = format!("Heron number {n} of the lake");
        eventually("the index to know it", || {
            (best(&mut client, &text) == text).then_some(())
        });
    }
}

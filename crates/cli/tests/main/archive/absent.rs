//! Peers that do not answer: nobody waits for them who wants to end.

use std::io::Read;
use std::net::TcpListener;
use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::json;

use super::{Line, Studio, click};
use crate::support::{end_of, eventually};

/// More than anybody should have to wait, and far less than a peer is waited for.
const PROMPT: Duration = Duration::from_secs(20);

/// An address at which somebody accepts and never says a word.
fn mute() -> (TcpListener, String) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    (listener, address)
}

/// An address at which nobody listens any more.
fn nobody() -> String {
    mute().1
}

/// A session whose start waits for a peer at this address.
fn waiting(studio: &Studio, name: &str, address: &str) -> (String, Line) {
    let id = studio.register_with(name, &["--actuation-server-addr", address]);
    let mut line = studio.line();
    let start = json!({"type": "start_watch", "session_id": id});
    line.send(format!("{start}\n").as_bytes()).unwrap();
    eventually("the start to be under way", || {
        let joined = studio.metric("ma_active_sessions");
        (joined >= 1).then_some(())
    });
    (id, line)
}

fn promptly<T>(what: &str, act: impl FnOnce() -> T) -> T {
    let began = Instant::now();
    let done = act();
    assert!(
        began.elapsed() < PROMPT,
        "{what} took {:?}",
        began.elapsed()
    );
    done
}

#[test]
fn a_start_says_what_it_waits_for_and_is_ended_by_done() {
    let studio = Studio::started();
    let address = nobody();
    let id = studio.register_with("late", &["--actuation-server-addr", &address]);
    let mut start = studio
        .command("memory-archive", &["start", "-s", &id])
        .stderr(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let why = eventually("the reason", || {
        let session = studio.session(&id);
        session["waiting_for"].as_str().map(str::to_owned)
    });
    assert!(why.contains(&address), "{why}");
    promptly("done", || studio.run(&["done", "-s", &id]).ok());
    assert_eq!(studio.status(&id), "pending_annotation");
    let mut said = String::new();
    start
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut said)
        .unwrap();
    assert_eq!(end_of(&mut start).code(), Some(5), "{said}");
    assert!(
        said.contains("WATCH_START_FAILED") && said.contains(&address),
        "{said}"
    );
}

#[test]
fn a_start_that_goes_on_waiting_says_why() {
    let studio = Studio::started();
    let address = nobody();
    let id = studio.register_with("later", &["--actuation-server-addr", &address]);
    let errors = studio.home.path().join("start.err");
    let mut start = studio
        .command("memory-archive", &["start", "-s", &id])
        .stderr(std::fs::File::create(&errors).unwrap())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    eventually("the reason", || {
        let said = std::fs::read_to_string(&errors).unwrap();
        (said.contains("still waiting") && said.contains(&address)).then_some(())
    });
    let delete = ["session", "delete", "-s", &id, "--yes", "--force"];
    promptly("delete", || studio.run(&delete).ok());
    assert_eq!(end_of(&mut start).code(), Some(5));
    assert!(!studio.dir("later").exists() && !studio.dir("later (incomplete)").exists());
}

#[test]
fn a_mute_peer_holds_up_neither_delete_nor_stop() {
    let mut studio = Studio::started();
    let (_listener, address) = mute();
    let (id, mut start) = waiting(&studio, "mute", &address);
    let delete = ["session", "delete", "-s", &id, "--yes", "--force"];
    promptly("delete", || studio.run(&delete).ok());
    assert_eq!(start.next().unwrap()["code"], "WATCH_START_FAILED");
    let (id, _start) = waiting(&studio, "mute too", &address);
    promptly("stop", || studio.stop());
    studio.start();
    assert_eq!(studio.status(&id), "active", "nothing of it was recorded");
    assert!(studio.dir("mute too").is_dir());
}

#[test]
fn whoever_joins_a_start_that_fails_is_told() {
    let mut studio = Studio::new();
    studio.configure(&json!({"control_center_connect_seconds": 2}));
    studio.start();
    let (id, mut first) = waiting(&studio, "twice", &nobody());
    let mut second = studio.line();
    second.of("start_watch", &id);
    let failed = second.until("session_failed");
    assert_eq!(failed["session_id"], *id);
    assert_eq!(first.next().unwrap()["code"], "WATCH_START_FAILED");
    assert_eq!(studio.status(&id), "incomplete");
    let dirs = std::fs::read_dir(studio.storage()).unwrap();
    let dirs: Vec<_> = dirs.map(|dir| dir.unwrap().file_name()).collect();
    assert_eq!(dirs, ["twice (incomplete)"]);
}

#[test]
fn a_recording_whose_peer_went_is_done_promptly() {
    let studio = Studio::started();
    let (id, _line) = studio.recording("gone");
    studio.cc.say(click(1, 1));
    studio.steps(&id, 1);
    studio.cc.switch(false);
    eventually("the break to be noticed", || {
        studio.session(&id)["waiting_for"].as_str().map(drop)
    });
    promptly("done", || studio.run(&["done", "-s", &id]).ok());
    assert_eq!(studio.status(&id), "pending_annotation");
    assert_eq!(studio.metadata("gone").total_steps, 1);
    studio.sound(&studio.dir("gone"));
}

#[test]
fn a_capture_peer_that_does_not_answer_does_not_hold_up_the_end() {
    let mut studio = Studio::new();
    // Long enough that nobody takes it for dead before the end is asked for.
    studio.configure(&json!({"the_eyes_poll_interval_seconds": 600}));
    studio.start();
    let (_listener, address) = mute();
    let eyes = format!("http://{address}");
    let id = studio.register_with("blind", &["--capture-server-addr", &eyes]);
    let mut line = studio.line();
    assert_eq!(line.of("start_watch", &id)["type"], "watch_started");
    for x in 0..20 {
        studio.cc.say(click(x, 1));
    }
    studio.steps(&id, 20);
    promptly("done", || studio.run(&["done", "-s", &id]).ok());
    let metadata = studio.metadata("blind");
    assert_eq!(metadata.skipped_image_fetches.len(), 60);
    studio.sound(&studio.dir("blind"));
}

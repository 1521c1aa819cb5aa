//! A process that keeps the store and dies, again and again.

use rustix::process::{Signal, kill_process};

use super::hybrid::{core_of, stopped_core, two, until};
use super::{FERRY, Form, QUESTION, Stage, settings};
use crate::support::{Home, Provider, Server};

/// Kills the core, and waits until there is another.
fn replace_core(server: &Server) {
    let core = core_of(server);
    kill_process(core, Signal::KILL).unwrap();
    until(server, "degraded");
    until(server, "ok");
    assert_ne!(core_of(server), core, "another process");
}

#[test]
fn a_core_that_served_comes_back_as_soon_however_often_it_is_killed() {
    let stage = two("", "");
    for _ in 0..3 {
        replace_core(&stage.server);
    }
    let errors = stage.server.errors();
    let waits = errors
        .lines()
        .filter(|line| line.contains("the core ended"));
    let waits: Vec<&str> = waits.collect();
    assert_eq!(waits.len(), 3, "{errors}");
    for line in waits {
        assert!(line.contains("again_in_ms=2000"), "{line}");
    }
}

#[test]
fn a_core_that_stands_still_for_long_is_killed_and_another_remembers_all() {
    let stage = two(
        "",
        "[gateway]\ncore_silence_ms = 5000\npatience_ms = 20000\n",
    );
    stage.room("one").remember(FERRY);
    let core = stopped_core(&stage.server);
    until(&stage.server, "degraded");
    until(&stage.server, "ok");
    assert_ne!(core_of(&stage.server), core, "another process");
    let errors = stage.server.errors();
    assert!(errors.contains("it answered nobody any more"), "{errors}");
    let reply = stage.call(Form::Chat, QUESTION, &[]);
    let told = reply.header("x-memory-injected-count");
    assert_eq!(told, Some("1"), "{}", reply.text);
}

#[test]
fn a_core_comes_back_though_nobody_reads_the_log_of_the_process_in_front() {
    let provider = Provider::start();
    let home = Home::with_settings(&settings(&provider, "", ""));
    let server = Server::unread(&home, &["--hybrid"]);
    let stage = Stage { provider, server };
    stage.room("one").remember(FERRY);
    for _ in 0..2 {
        replace_core(&stage.server);
        let reply = stage.call(Form::Chat, QUESTION, &[]);
        let told = reply.header("x-memory-injected-count");
        assert_eq!(told, Some("1"), "{}", reply.text);
    }
    stage.server.stop();
    assert!(
        !home.data().join("run.json").exists(),
        "both ended in good order"
    );
}

//! Things go wrong: taken, newer, damaged, full, read-only. Always a code, a sentence and a
//! hint; never a panic, never a fresh store over an old one.

mod damage;
mod disk;
mod full;
mod hint;
mod index;
mod keys;
mod newer;
mod read_only;
mod rot;
mod still;
mod taken;
mod unread;

use serde_json::Value;

use crate::support::{Home, ScriptedEvents, Server};

/// A home with something in it, nobody serving it, and its log folded in.
fn inhabited() -> Home {
    let home = Home::new();
    let server = Server::start(&home);
    let mut owner = server.owner();
    owner.ingest(&ScriptedEvents::new("old").events(0, 2_000));
    owner.remember("The old words.");
    server.settled();
    server.stop();
    crate::support::sqlite(&home, &[]);
    home
}

/// A server on a store that does not open: alive, and every route says why.
fn assert_degraded(home: &Home, code: &str) {
    let server = Server::start(home);
    assert_eq!(server.facts["status"], "degraded");
    let health = server.stranger().get("/health");
    assert_eq!(
        (health.status, &health.body["code"]),
        (503, &Value::from(code))
    );
    assert_eq!(health.body["status"], "degraded");
    let mut stranger = server.stranger();
    for (method, path) in [
        ("POST", "/v1/store"),
        ("POST", "/v1/recall"),
        ("GET", "/v1/memories"),
        ("GET", "/metrics"),
    ] {
        let refusal = stranger.send(method, path, b"").refused(503, code);
        assert!(
            refusal["hint"].as_str().is_some_and(|hint| hint.len() > 10),
            "{refusal}"
        );
    }
    let errors = server.errors();
    assert!(
        errors.contains(code) && !errors.contains("panicked"),
        "{errors}"
    );
    server.stop();
}

/// Every command that needs the store names what is wrong with it.
fn assert_commands_refuse(home: &Home, exit: i32, code: &str) {
    for args in [
        &["list", "--json"][..],
        &["recall", "words", "--json"],
        &["remember", "new words", "--json"],
        &["status", "--json"],
        &["verify", "--json"],
        &["rebuild", "--json"],
    ] {
        let fault = home.run(args).refused(exit, code).fault();
        assert_eq!(fault["code"], code, "{fault}");
        assert!(
            fault["hint"].as_str().is_some_and(|hint| hint.len() > 10),
            "{fault}"
        );
    }
    let doctor = home.run(&["doctor"]);
    assert_eq!(doctor.code, 1, "{doctor:?}");
    assert!(
        doctor.out.contains(code) && doctor.out.contains("[error] store"),
        "{doctor:?}"
    );
}

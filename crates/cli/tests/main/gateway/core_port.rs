//! The port of the process behind: any will do where none was named, and a named one is told.

use std::net::TcpListener;
use std::process::Stdio;
use std::time::{Duration, Instant};

use super::hybrid::until;
use crate::support::{Home, Server};

/// A listener, and the port before its own, which nobody has.
fn neighbours() -> (TcpListener, u16) {
    loop {
        let taken = TcpListener::bind("127.0.0.1:0").unwrap();
        let before = taken.local_addr().unwrap().port() - 1;
        if TcpListener::bind(("127.0.0.1", before)).is_ok() {
            return (taken, before);
        }
    }
}

fn serve(home: &Home, port: u16) -> Server {
    let address = format!("127.0.0.1:{port}");
    let mut command = home.command(&["serve", "--hybrid", "--http", &address]);
    command.stdin(Stdio::null());
    Server::launch(command, home)
}

#[test]
fn a_port_nobody_named_may_be_taken() {
    let (_taken, port) = neighbours();
    let server = serve(&Home::new(), port);
    assert_eq!(server.facts["status"], "ok", "{}", server.facts);
    assert_eq!(server.health()["core_status"], "ok");
    server.stop();
}

#[test]
fn a_named_port_that_is_taken_is_told_at_once_and_waited_for() {
    let (taken, port) = neighbours();
    let home = Home::with_settings(&format!("[gateway]\ncore_port = {}\n", port + 1));
    let begun = Instant::now();
    let server = serve(&home, port);
    assert!(
        begun.elapsed() < Duration::from_secs(20),
        "nobody waits for a core that said no"
    );
    assert_eq!(server.facts["status"], "degraded", "{}", server.facts);
    let health = server.health();
    let why = health["core_error"].as_str().unwrap();
    for part in [
        "gateway.core_port",
        "another program has it",
        &(port + 1).to_string(),
    ] {
        assert!(why.contains(part), "{part}: {health}");
    }
    let hint = health["core_hint"].as_str().unwrap();
    assert!(hint.contains("gateway.core_port"), "{health}");
    assert!(!hint.contains("--http"), "{health}");
    let refused = server.stranger().get("/v1/recall");
    assert!(
        refused.text.contains("gateway.core_port"),
        "{}",
        refused.text
    );
    drop(taken);
    until(&server, "ok");
    assert_eq!(server.health().get("core_hint"), None);
    server.stop();
}

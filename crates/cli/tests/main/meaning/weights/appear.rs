//! Weights that come while the server runs.

use std::fs;
use std::os::unix::fs::symlink;

use super::{ASKED, MEANT, MINILM, models};
use crate::meaning::{stats, vectors};
use crate::support::{Home, Server, eventually};

/// A server that misses its weights and has something to read.
fn wanting() -> (Home, Server) {
    let home = Home::new();
    let dir = home.path().join("models");
    home.set(&format!(
        "[embeddings]\nmodel = \"{MINILM}\"\nmodels_dir = {dir:?}\n"
    ));
    let server = Server::start(&home);
    server.owner().remember("The cat sleeps on the sofa.");
    server.owner().remember(MEANT);
    assert_eq!(server.owner().ask("staging approval"), [MEANT]);
    assert_eq!(stats(&home)["state"], "missing");
    (home, server)
}

fn put(home: &Home) {
    fs::create_dir_all(home.path().join("models")).unwrap();
    symlink(
        models().join(MINILM),
        home.path().join("models").join(MINILM),
    )
    .unwrap();
}

#[test]
fn weights_that_appear_are_used_by_the_next_questions() {
    let (home, server) = wanting();
    put(&home);
    eventually("the question to be understood", || {
        (server.owner().ask(ASKED).first()? == MEANT).then_some(())
    });
    eventually("what was written before to be read", || {
        server.owner().ask(ASKED);
        (vectors(&home, MINILM) == 2).then_some(())
    });
    assert_eq!(stats(&home)["state"], "ready");
    server.assert_sound();
}

#[test]
fn weights_that_appear_are_used_for_what_is_written_next() {
    let (home, server) = wanting();
    put(&home);
    eventually("everything to be read", || {
        server
            .owner()
            .remember(&crate::support::unique("Another sentence "));
        (vectors(&home, MINILM) >= 3).then_some(())
    });
    assert_eq!(
        server.owner().ask(ASKED).first().map(String::as_str),
        Some(MEANT)
    );
    server.assert_sound();
}

#[test]
fn status_and_migration_notice_weights_that_appear() {
    let (home, server) = wanting();
    put(&home);
    eventually("the migration to find the weights", || {
        let ran = home.run_soon(&["migrate-embeddings", "--json"]);
        (ran.code == 0).then_some(())
    });
    assert_eq!(
        (vectors(&home, MINILM), &stats(&home)["state"]),
        (2, &"ready".into())
    );
    server.assert_sound();
}

#[test]
fn weights_that_appear_are_found_though_nobody_asks() {
    let (home, server) = wanting();
    put(&home);
    eventually("status to say so", || {
        let stats = stats(&home);
        (stats["state"] == "ready" && stats["behind"] == 0).then_some(())
    });
    server.assert_sound();
}

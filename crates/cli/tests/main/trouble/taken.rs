//! Somebody else was first.

use std::net::TcpListener;
use std::os::fd::AsFd;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use rustix::fs::{FlockOperation, flock};
use serde_json::json;

use crate::support::{Home, Server};

#[test]
fn a_second_server_on_one_directory_is_refused_by_the_firsts_number() {
    let home = Home::new();
    let first = Server::start(&home);
    first.owner().remember("Mine.");
    let second = home
        .run(&["serve", "--http", "127.0.0.1:0"])
        .refused(5, "[store_in_use]");
    assert!(
        second.err.contains(&format!("process {}", first.pid())),
        "{second:?}"
    );
    assert!(
        second.err.contains("hint:") && second.err.contains("--data-dir"),
        "{second:?}"
    );
    assert!(!second.out.contains("ready"), "{second:?}");
    first.assert_sound();
    assert_eq!(
        home.json(&["list", "--json"])["count"],
        1,
        "the first still serves"
    );
    first.stop();
    Server::start(&home).assert_sound();
}

#[test]
fn a_start_waits_for_commands_that_have_the_store_a_moment() {
    let home = Home::new();
    let (over, told) = (AtomicBool::new(false), AtomicUsize::new(0));
    let tell = || {
        for n in 0..500 {
            if over.load(Ordering::Relaxed) {
                return;
            }
            // A server that goes may leave a command without an answer; nothing else may.
            let who = std::thread::current().id();
            let ran = home.run(&["remember", &format!("The pier of {who:?} has {n} lamps")]);
            assert!(
                ran.code == 0 || ran.err.contains("[not_serving]"),
                "{ran:?}"
            );
            told.fetch_add(usize::from(ran.code == 0), Ordering::Relaxed);
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(tell);
        }
        for _ in 0..5 {
            Server::start(&home).stop();
        }
        over.store(true, Ordering::Relaxed);
    });
    let kept = home.json(&["list", "--json"])["count"].as_u64().unwrap();
    assert!(kept >= told.into_inner() as u64, "{kept}");
}

#[test]
fn a_taken_port_is_told_with_its_door_and_its_flag() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    for door in ["http", "notebook", "metrics"] {
        let home = Home::new();
        let mut args = vec!["serve".to_owned(), format!("--{door}"), address.clone()];
        if door != "http" {
            args.extend(["--http".into(), "127.0.0.1:0".into()]);
        }
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let refused = home.run(&args).refused(5, "[port_taken]");
        assert!(
            refused.err.contains(&format!("the {door} door")),
            "{refused:?}"
        );
        assert!(refused.err.contains(&address), "{refused:?}");
        assert!(
            refused.err.contains(&format!("--{door} ADDR")),
            "{refused:?}"
        );
        assert!(
            refused.err.contains(&format!("doors.{door}")),
            "{refused:?}"
        );
        assert!(!home.data().exists(), "nothing was begun");
    }
}

#[test]
fn a_command_waits_for_the_directory_and_then_says_who_has_it() {
    let home = Home::new();
    home.run(&["remember", "Kept."]).ok();
    let lock = std::fs::OpenOptions::new()
        .read(true)
        .write(true)
        .open(home.data().join("lock"))
        .unwrap();
    flock(lock.as_fd(), FlockOperation::NonBlockingLockExclusive).unwrap();
    std::fs::write(home.data().join("lock"), "4242\n").unwrap();
    let fault = home
        .run(&["list", "--json"])
        .refused(5, "store_in_use")
        .fault();
    assert!(
        fault["error"].as_str().unwrap().contains("process 4242"),
        "{fault}"
    );
    drop(lock);
    assert_eq!(home.json(&["list", "--json"])["count"], json!(1));
}

//! Somebody else was first.

use std::fs::File;
use std::net::TcpListener;
use std::os::fd::AsFd;

use rustix::fs::{FlockOperation, flock};
use serde_json::json;

use crate::support::{Home, Server, eventually};

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

/// The file of this name, locked; none while somebody else has it.
fn locked(home: &Home, name: &str) -> Option<File> {
    let mut options = File::options();
    let file = options
        .read(true)
        .write(true)
        .open(home.data().join(name))
        .ok()?;
    let lock = flock(file.as_fd(), FlockOperation::NonBlockingLockExclusive);
    lock.ok().map(|()| file)
}

#[test]
fn a_start_waits_for_commands_that_have_the_store_a_moment() {
    let home = Home::new();
    home.run(&["remember", "Kept."]).ok();
    let lock = locked(&home, "lock").unwrap();
    std::thread::scope(|scope| {
        let starting = scope.spawn(|| Server::start(&home));
        // Whoever waits for the directory holds the right to be next.
        eventually("the start to wait", || {
            let waits = home.data().join("turn").exists() && locked(&home, "turn").is_none();
            waits.then_some(())
        });
        assert!(!starting.is_finished(), "it has not begun");
        drop(lock);
        let server = starting.join().unwrap();
        assert_eq!(server.owner().count().0, 1);
        server.stop();
    });
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
    let lock = locked(&home, "lock").unwrap();
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

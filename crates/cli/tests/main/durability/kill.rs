//! Killed at any moment. `MNEME_KILL_ROUNDS` says how often, `MNEME_SEED` repeats a run.

use std::io::Write;
use std::process::Stdio;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use super::told::Told;
use super::writers::Writers;
use crate::support::{Client, Home, Ran, Random, Server, eventually};

/// Small enough that segments are written all the time.
const BUSY_INDEX: &str = "[index]\nsmall_namespace = 50\nfollow_ms = 10\nbatch_events = 100\n";

fn rounds() -> usize {
    let given = std::env::var("MNEME_KILL_ROUNDS").ok();
    given.and_then(|rounds| rounds.parse().ok()).unwrap_or(10)
}

/// Lets writers write, kills the server at a random moment, and gives what they were told.
fn killed(server: Server, key: &str, stem: String, random: &mut Random) -> Told {
    let acknowledged = AtomicUsize::new(0);
    let writers = Writers {
        address: server.http(),
        key,
        stem,
        acknowledged: &acknowledged,
    };
    let enough = usize::try_from(1 + random.below(250)).unwrap();
    let further = Duration::from_micros(random.below(10_000));
    let mut told = Told::default();
    thread::scope(|scope| {
        let working = writers.start(scope);
        eventually("some acknowledgements", || {
            (acknowledged.load(Ordering::Relaxed) >= enough).then_some(())
        });
        // The moment itself is the experiment: nothing is waited for here.
        thread::sleep(further);
        server.kill();
        for writer in working {
            told.add(writer.join().unwrap());
        }
    });
    told
}

#[test]
fn g_198_a_kill_during_writes_loses_nothing_acknowledged() {
    let (home, mut random) = (Home::with_settings(BUSY_INDEX), Random::new());
    let (seed, rounds) = (random.seed, rounds());
    eprintln!("MNEME_SEED={seed} MNEME_KILL_ROUNDS={rounds}");
    let mut server = Server::start(&home);
    let key = server.key("kill", "writer");
    let mut all = Told::default();
    for round in 0..rounds {
        let when = format!("seed {seed}, round {round}");
        let told = killed(server, &key, format!("r{round}"), &mut random);
        assert!(told.acknowledged() > 0, "{when}");
        let verified = home.json(&["verify", "--json"]);
        assert_eq!(verified["clean"], true, "{when}: {verified}");
        server = Server::start(&home);
        let mut client = Client::new(server.http(), Some(&key));
        told.assert_kept(&mut client, &when);
        told.assert_found(&mut client, &when);
        server.settled();
        told.assert_found(&mut client, &when);
        server.assert_sound();
        all.add(told);
    }
    let mut client = Client::new(server.http(), Some(&key));
    all.assert_kept(&mut client, &format!("seed {seed}, at the end"));
    all.assert_found(&mut client, &format!("seed {seed}, at the end"));
}

#[test]
fn a_killed_server_leaves_the_store_to_the_next_command() {
    let home = Home::new();
    let server = Server::start(&home);
    server.owner().remember("Said before the kill.");
    server.kill();
    assert!(
        home.data().join("control.sock").exists(),
        "a trace of the killed one"
    );
    let listed = home.json(&["list", "--json"]);
    assert_eq!(listed["memories"][0]["content"], "Said before the kill.");
    home.run(&["remember", "Said after the kill."]).ok();
    let server = Server::start(&home);
    assert_eq!(server.owner().count(), (2, 0));
}

#[test]
fn a_command_whose_server_is_killed_says_so() {
    let home = Home::new();
    let server = Server::start(&home);
    let mut command = home.command(&["import", "-"]);
    command.stdin(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    // More than one batch: the command is connected by the time the pipe takes the rest.
    let line = |n: usize| {
        format!(
            "{{\"session\":\"s\",\"text\":\"Line {n} {}\"}}\n",
            "x".repeat(200)
        )
    };
    (0..1_500).for_each(|n| input.write_all(line(n).as_bytes()).unwrap());
    eventually("the first batch", || {
        (server.owner().count().1 > 0).then_some(())
    });
    server.kill();
    drop(input);
    let ran = Ran::from(child.wait_with_output().unwrap());
    ran.refused(5, "[not_serving]");
    assert!(
        home.json(&["events", "-n", "5", "--json"])["events"]
            .as_array()
            .unwrap()
            .len()
            == 5
    );
}

#[test]
fn a_command_killed_while_it_imports_leaves_whole_batches() {
    const BATCH: usize = 1_000;
    let home = Home::new();
    home.run(&["key"]).ok();
    let mut child = home
        .command(&["import", "-"])
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let line = |n: usize| format!("{{\"session\":\"s\",\"text\":\"Line {n}.\"}}\n");
    let lines: String = (0..5 * BATCH).map(line).collect();
    let log = home.data().join("mneme.db-wal");
    // The pipe stays open: the command is killed among its batches, not after them.
    input.write_all(lines.as_bytes()).unwrap();
    eventually("a batch in the log", || {
        let bytes = std::fs::metadata(&log).map_or(0, |meta| meta.len());
        (bytes > 500_000).then_some(())
    });
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(home.json(&["verify", "--json"])["clean"], true);
    let kept = home.json(&["status", "--json"])["namespaces"][0]["events"]
        .as_u64()
        .unwrap();
    assert!(kept > 0 && kept.is_multiple_of(BATCH as u64), "{kept}");
    home.run_with(&["import", "-"], lines.as_bytes()).ok();
    assert_eq!(
        home.json(&["status", "--json"])["namespaces"][0]["events"],
        5 * BATCH
    );
}

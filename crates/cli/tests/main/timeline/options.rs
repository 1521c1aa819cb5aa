//! Where options stand, and what they mean there.

use super::Daemon;
use super::line::talk;
use crate::support::{Ran, Server};

#[test]
fn t_063_a_daemon_that_does_not_answer_is_told_in_one_line_with_a_hint() {
    let daemon = Daemon::new();
    for args in [
        &["query", "-e", "http://127.0.0.1:1", "root"][..],
        &["scheduler", "-e", "http://127.0.0.1:1", "status"],
    ] {
        let refused = daemon
            .run(args)
            .refused(1, "no daemon answers at http://127.0.0.1:1");
        let lines: Vec<&str> = refused.err.lines().collect();
        assert_eq!(lines.len(), 2, "{refused:?}");
        assert_eq!(
            lines[1],
            "hint: start it with `memory-daemon start`, or name another with -e URL"
        );
        assert_eq!(refused.out, "");
    }
    daemon
        .run(&["query", "-e", "not a url", "root"])
        .refused(1, "'not a url' is no address");
}

#[test]
fn t_100_global_options() {
    let daemon = Daemon::new();
    let run = |args: &[&str]| Ran::soon(daemon.command("memory-daemon", args));
    let help = run(&["-h"]).ok();
    for command in ["start", "stop", "status", "query", "admin", "scheduler"] {
        assert!(
            help.contains(&format!("\n  {command} ")),
            "{command} in {help}"
        );
    }
    assert_eq!(
        run(&["-V"]).ok(),
        format!("memory-daemon {}\n", env!("CARGO_PKG_VERSION"))
    );
    run(&["-l", "bogus", "status"]).refused(2, "bogus");
    run(&["nonsense"]).refused(2, "nonsense");
    run(&["teleport", "search", "x"]).refused(2, "not in this build yet");
    let file = daemon.home.path().join("mine.toml");
    std::fs::write(&file, "grpc_port = 0\ndb_path = \"mine\"\n").unwrap();
    let file = file.to_str().unwrap();
    let server = Server::launch(
        daemon.command("memory-daemon", &["-l", "debug", "-c", file, "start", "-f"]),
        &daemon.home,
    );
    assert!(
        daemon.home.path().join("mine").join("mneme.db").exists(),
        "-c is read"
    );
    assert!(server.errors().contains("DEBUG"), "{}", server.errors());
    assert!(
        run(&["-c", file, "status"])
            .ok()
            .starts_with("Daemon Status: Running\n")
    );
    assert!(
        run(&["status", "-c", file])
            .ok()
            .starts_with("Daemon Status: Running\n")
    );
    server.stop();
}

/// A daemon with six events; commands are not told of its database.
fn told() -> Daemon {
    let daemon = Daemon::started();
    daemon.line().tell_all(talk());
    daemon
}

fn run(daemon: &Daemon, args: &[&str]) -> Ran {
    Ran::soon(daemon.command("memory-daemon", args))
}

const ALL: [&str; 4] = ["--from", "0", "--to", "2000000000000"];

#[test]
fn t_102_an_address_reaches_its_daemon() {
    let daemon = told();
    let url = daemon.url();
    let events = ["query", "-e", &url, "events"];
    let asked = run(&daemon, &[&events[..], &ALL].concat()).ok();
    assert!(asked.contains("6 found"), "{asked}");
    let events = ["query", "events", "--endpoint", &url];
    let asked = run(&daemon, &[&events[..], &ALL].concat()).ok();
    assert!(asked.contains("6 found"), "{asked}");
    let jobs = run(&daemon, &["scheduler", "-e", &url, "status"]).ok();
    assert!(jobs.starts_with("Scheduler: Running\n"), "{jobs}");
    let status = run(&daemon, &["status", "-e", &url]).ok();
    assert!(status.starts_with("Daemon Status: Running\n"), "{status}");
    let status = run(&daemon, &["status", "-e", "http://127.0.0.1:1"]).ok();
    assert_eq!(status, "Daemon Status: Stopped\n");
    let db = daemon.db.to_str().unwrap();
    let stats = run(&daemon, &["admin", "--db-path", db, "stats"]).ok();
    assert!(stats.contains(db), "{stats}");
}

#[test]
fn t_102_short_and_long_forms_are_the_same() {
    let daemon = told();
    let url = daemon.url();
    let browse = |more: &[&str]| {
        let start = ["query", "-e", &url, "browse", "toc:year:2026"];
        run(&daemon, &[&start[..], more].concat()).ok()
    };
    let short = browse(&["-l", "5", "-t", "5"]);
    assert_eq!(short, browse(&["--limit", "5", "--token", "5"]));
    // Before the command the letter is the level, behind it the limit.
    let logged = ["-l", "error", "query", "-e", &url, "events", "-l", "3"];
    let shown = run(&daemon, &[&logged[..], &ALL].concat()).ok();
    assert!(shown.contains("3 found"), "{shown}");
    let expand = ["query", "-e", &url, "expand", "grip:x"];
    run(
        &daemon,
        &[&expand[..], &["--before", "5", "--after", "0"]].concat(),
    )
    .ok();
}

#[test]
fn t_102_a_stretch_of_time_has_two_ends() {
    let daemon = Daemon::new();
    run(&daemon, &["query", "events", "--from", "0"]).refused(2, "--to");
    run(&daemon, &["query", "events", "--to", "0"]).refused(2, "--from");
    let refused = run(&daemon, &["query", "events", "--from", "x", "--to", "0"]).refused(2, "'x'");
    assert!(refused.err.contains("--from"), "{}", refused.err);
}

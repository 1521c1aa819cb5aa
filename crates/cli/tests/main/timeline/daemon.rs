//! Starting, looking at and stopping the daemon.

use std::net::TcpListener;

use super::line::{event, talk};
use super::{Daemon, settled};
use crate::support::{Home, Ran, Server, eventually};

/// The value of a line `Name: value`.
fn value(text: &str, name: &str) -> String {
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
    line.unwrap_or_else(|| panic!("no {name} in {text}"))
        .to_owned()
}

fn session_of(pid: &str) -> String {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap();
    stat.rsplit(") ")
        .next()
        .unwrap()
        .split(' ')
        .nth(3)
        .unwrap()
        .to_owned()
}

#[test]
fn t_057_a_daemon_starts_reports_and_stops() {
    let daemon = Daemon::new();
    assert_eq!(daemon.run(&["status"]).ok(), "Daemon Status: Stopped\n");
    let started = daemon.run(&["start", "-p", "0"]).ok();
    let facts = daemon.facts();
    let pid = facts["pid"].to_string();
    let (_, port) = daemon
        .url()
        .rsplit_once(':')
        .map(|(a, b)| (a.to_owned(), b.to_owned()))
        .unwrap();
    assert_eq!(
        started,
        format!("Daemon started (PID {pid}, port {port})\n")
    );
    assert_eq!(session_of(&pid), pid, "it has a session of its own");
    daemon.line().tell_all(talk());
    let status = daemon.run(&["status"]).ok();
    let (uptime, size) = (value(&status, "Uptime"), value(&status, "Database size"));
    let replaced = [
        (pid.as_str(), "<pid>"),
        (&port, "<port>"),
        (&uptime, "<time>"),
        (&size, "<size>"),
    ];
    let expected = "Daemon Status: Running\nPID: <pid>\nPort: <port>\nUptime: <time>\nEvents stored: 6\nDatabase size: <size>\n";
    assert_eq!(settled(&status, &replaced), expected);
    assert!(uptime.ends_with('s') && size.ends_with(" MB"), "{status}");
    let line = daemon.line();
    assert_eq!(daemon.run(&["stop"]).ok(), "Daemon stopped\n");
    drop(line);
    let gone = std::fs::read_to_string(format!("/proc/{pid}/stat"));
    assert!(
        gone.map_or(true, |stat| stat.contains(") Z ")),
        "it is really gone"
    );
    assert_eq!(daemon.run(&["status"]).ok(), "Daemon Status: Stopped\n");
    assert_eq!(daemon.run(&["stop"]).ok(), "Daemon is not running\n");
    daemon.run(&["start", "-p", "0"]).ok();
    assert_eq!(value(&daemon.run(&["status"]).ok(), "Events stored"), "6");
}

#[test]
fn t_058_two_daemons_live_side_by_side() {
    let one = Daemon::started();
    let other = Daemon {
        home: one.home.clone(),
        db: one.home.path().join("other"),
    };
    other.run(&["start", "-p", "0"]).ok();
    assert_ne!(one.url(), other.url());
    one.line().tell_all(talk());
    other.line().tell(event(
        "a",
        "s",
        1,
        mneme_wire::proto::EventRole::User,
        "alone",
    ));
    assert_eq!(value(&one.run(&["status"]).ok(), "Events stored"), "6");
    assert_eq!(value(&other.run(&["status"]).ok(), "Events stored"), "1");
    assert_eq!(one.run(&["stop"]).ok(), "Daemon stopped\n");
    assert_eq!(one.run(&["status"]).ok(), "Daemon Status: Stopped\n");
    assert_eq!(
        value(&other.run(&["status"]).ok(), "Daemon Status"),
        "Running"
    );
    assert_eq!(
        other
            .run(&["query", "events", "--from", "0", "--to", "9"])
            .ok()
            .lines()
            .count(),
        5
    );
    assert_eq!(other.run(&["stop"]).ok(), "Daemon stopped\n");
}

#[test]
fn a_daemon_of_another_directory_is_told_and_left_alone() {
    let home = Daemon::new().home.clone();
    let daemon = Daemon {
        db: home.path().join("other"),
        home,
    };
    daemon.run(&["start", "-p", "0"]).ok();
    let url = daemon.url();
    let config = daemon.home.path().join("port.toml");
    let (_, port) = url.rsplit_once(':').unwrap();
    std::fs::write(&config, format!("grpc_port = {port}\n")).unwrap();
    let args = ["-c", config.to_str().unwrap(), "stop"];
    let told = Ran::soon(daemon.command("memory-daemon", &args));
    let told = told.refused(1, "a daemon answers at");
    assert!(told.err.contains("--db-path DIR stop"), "{told:?}");
    let status = daemon.run(&["status"]).ok();
    assert!(status.starts_with("Daemon Status: Running"), "{status}");
    assert_eq!(daemon.run(&["stop"]).ok(), "Daemon stopped\n");
}

#[test]
fn t_101_start_in_the_foreground_stays_until_it_is_told_to_end() {
    let daemon = Daemon::new();
    let db = daemon.home.path().join("elsewhere");
    let free = TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap()
        .port();
    let port = free.to_string();
    let args = [
        "start",
        "-f",
        "-p",
        &port,
        "--db-path",
        db.to_str().unwrap(),
    ];
    let server = Server::launch(daemon.command("memory-daemon", &args), &daemon.home);
    assert_eq!(
        server.facts["doors"]["grpc"],
        format!("http://127.0.0.1:{port}")
    );
    assert!(db.join("mneme.db").exists() && !daemon.db.exists());
    let names: Vec<&String> = server.facts["doors"].as_object().unwrap().keys().collect();
    let only = names
        .iter()
        .all(|name| ["control", "grpc", "grpc6"].contains(&name.as_str()));
    assert!(only, "{names:?}");
    super::Line::to(&format!("http://127.0.0.1:{port}")).tell_all(talk());
    server.stop();
}

#[test]
fn a_daemon_that_cannot_start_says_why_and_leaves_nothing_behind() {
    let daemon = Daemon::new();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let refused = daemon
        .run(&["start", "-p", &port])
        .refused(1, "another program has it");
    assert!(refused.err.contains("daemon.log"), "{refused:?}");
    assert_eq!(daemon.run(&["status"]).ok(), "Daemon Status: Stopped\n");
    daemon.run(&["start", "-p", "0"]).ok();
    daemon.line().tell_all(talk());
    daemon.run(&["stop"]).ok();
    std::fs::remove_file(daemon.db.join("keys").join("master.key")).unwrap();
    daemon
        .run(&["start", "-p", "0"])
        .refused(1, "[key_missing]");
}

#[test]
fn a_second_daemon_on_one_database_is_told_of_the_first() {
    let daemon = Daemon::started();
    let pid = daemon.facts()["pid"].to_string();
    let refused = daemon
        .run(&["start", "-p", "0"])
        .refused(1, "[store_in_use]");
    assert!(refused.err.contains(&pid), "{refused:?}");
    daemon
        .run(&["start", "-f", "-p", "0"])
        .refused(1, "[store_in_use]");
    let (_, port) = daemon
        .url()
        .rsplit_once(':')
        .map(|(a, b)| (a.to_owned(), b.to_owned()))
        .unwrap();
    let same = daemon.run(&["start", "-p", &port]).ok();
    assert!(
        same.contains(&format!("is served by process {pid}")),
        "{same}"
    );
}

#[test]
fn a_daemon_that_was_killed_is_stopped_and_starts_again() {
    let daemon = Daemon::started();
    daemon.line().tell_all(talk());
    let pid = daemon.pid().unwrap();
    rustix::process::kill_process(pid, rustix::process::Signal::KILL).unwrap();
    // One that is dying may still take a connection, and drop it.
    eventually("the status to see it", || {
        (daemon.run(&["status"]).out == "Daemon Status: Stopped\n").then_some(())
    });
    assert_eq!(daemon.run(&["stop"]).ok(), "Daemon is not running\n");
    daemon.run(&["start", "-p", "0"]).ok();
    assert_eq!(value(&daemon.run(&["status"]).ok(), "Events stored"), "6");
}

#[test]
fn without_a_database_of_its_own_it_serves_the_usual_directory() {
    let daemon = Daemon::new();
    let usual = Daemon {
        home: daemon.home.clone(),
        db: daemon.home.path().join("share").join("mneme"),
    };
    let run = |args: &[&str]| Ran::soon(usual.command("memory-daemon", args));
    run(&["start", "-p", "0"]).ok();
    assert!(usual.db.join("mneme.db").exists());
    assert!(
        run(&["status", "-v"])
            .ok()
            .contains(usual.db.to_str().unwrap())
    );
    assert_eq!(run(&["stop"]).ok(), "Daemon stopped\n");
}

#[test]
fn links_of_every_name_are_made() {
    let home = Home::new();
    let dir = home.path().join("bin");
    home.run(&["install-aliases", "--dir", dir.to_str().unwrap()])
        .ok();
    for name in ["memory-daemon", "memory"] {
        let version = home.program(dir.join(name)).arg("-V").output().unwrap();
        let told = String::from_utf8(version.stdout).unwrap();
        assert_eq!(told, format!("{name} {}\n", env!("CARGO_PKG_VERSION")));
    }
}

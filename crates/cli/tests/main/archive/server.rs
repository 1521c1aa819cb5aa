//! Starting, stopping and asking the recorder; and `mneme serve`, which records as well.

use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::{Duration, SystemTime};

use mneme_wire::proto::GetEventsRequest;
use mneme_wire::proto::memory_service_client::MemoryServiceClient;
use serde_json::{Value, json};

use super::studio::runtime;
use super::{Line, Studio, typed};
use crate::support::{Ran, Server, eventually, files};

/// A recorder in the background is nobody's child: it is ended with the test.
struct Daemon<'a>(&'a Studio);

impl Drop for Daemon<'_> {
    fn drop(&mut self) {
        let _ = self.0.run(&["server", "stop"]);
    }
}

fn beside(studio: &Studio, name: &str) -> PathBuf {
    studio.socket().with_file_name(name)
}

fn pid_said(said: &str) -> u32 {
    let pid = said.strip_prefix("ma-core started (PID ").unwrap();
    pid.trim_end().strip_suffix(')').unwrap().parse().unwrap()
}

fn lives(pid: u32) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat"));
    stat.is_ok_and(|stat| !stat.contains(") Z "))
}

fn mode(path: &Path) -> u32 {
    path.metadata().unwrap().permissions().mode() & 0o777
}

#[test]
fn a_184_in_the_foreground_its_log_is_its_output() {
    let mut studio = Studio::started();
    let pid = std::fs::read_to_string(beside(&studio, "ma-core.pid")).unwrap();
    assert_eq!(pid.trim(), studio.pid().to_string());
    assert!(
        studio.output().contains("\"message\""),
        "{}",
        studio.output()
    );
    let second = studio.run(&["server", "start"]);
    second.refused(5, &format!("process {}", studio.pid()));
    let said = studio.run(&["server", "stop"]).ok();
    assert_eq!(said, format!("ma-core stopped (PID {})\n", studio.pid()));
    assert!(!lives(studio.pid()), "stopping waits until it has ended");
    assert!(!studio.socket().exists() && !beside(&studio, "ma-core.pid").exists());
    studio.ended();
}

#[test]
fn a_184_in_the_background_it_says_its_number_and_there_is_one() {
    let studio = Studio::new();
    let _daemon = Daemon(&studio);
    let pid = pid_said(&studio.run(&["server", "start", "--daemon"]).ok());
    assert!(lives(pid));
    studio.run(&["ping"]).ok();
    let log = beside(&studio, "ma-core.log");
    assert_eq!(mode(&log), 0o600);
    let again = studio.run(&["server", "start", "--daemon"]);
    let again = again.refused(5, &format!("already runs as process {pid}"));
    assert!(again.err.contains("server stop"), "{again:?}");
    assert!(lives(pid), "the first one is not disturbed");
    studio.run(&["server", "stop"]).ok();
    assert!(!lives(pid) && !studio.socket().exists());
    assert!(!beside(&studio, "ma-core.pid").exists());
    studio.run(&["server", "stop"]).refused(1, "not running");
}

#[test]
fn a_184_a_pid_file_nobody_holds_is_removed() {
    let studio = Studio::new();
    let file = beside(&studio, "ma-core.pid");
    // A process that is there, and is no recorder.
    std::fs::write(&file, std::process::id().to_string()).unwrap();
    studio
        .run(&["server", "stop"])
        .refused(1, "PID file is removed");
    assert!(!file.exists());
    let mut studio = studio;
    std::fs::write(&file, "not a number").unwrap();
    studio.start();
    let pid = std::fs::read_to_string(&file).unwrap();
    assert_eq!(pid.trim(), studio.pid().to_string());
}

#[test]
fn a_184_the_end_of_a_log_and_what_comes_behind_it() {
    let studio = Studio::new();
    let log = studio.home.path().join("own").join("recorder.log");
    let shown = log.display().to_string();
    let _daemon = Daemon(&studio);
    studio
        .run(&["server", "start", "--daemon", "--log-file", &shown])
        .ok();
    assert_eq!(mode(&log), 0o600);
    assert!(!beside(&studio, "ma-core.log").exists());
    studio.register("noted");
    eventually("a line about it", || {
        let text = std::fs::read_to_string(&log).unwrap();
        text.contains("a session was registered").then_some(())
    });
    let logs = |more: &[&str]| {
        let args = [&["server", "logs", "--log-file", &shown], more].concat();
        studio.run(&args).ok()
    };
    let text = std::fs::read_to_string(&log).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines.len() > 2 && lines.len() < 50, "{text}");
    assert_eq!(logs(&[]).lines().collect::<Vec<_>>(), lines);
    assert_eq!(
        logs(&["-n", "2"]).lines().collect::<Vec<_>>(),
        lines[lines.len() - 2..]
    );
    assert_eq!(logs(&["-n", "0"]), "");
    studio.run(&["server", "logs"]).refused(2, "ma-core.log");
}

#[test]
fn a_184_a_log_is_followed_as_it_grows() {
    let studio = Studio::new();
    let log = studio.home.path().join("grows.log");
    std::fs::write(&log, "one\ntwo\nthr").unwrap();
    let shown = log.display().to_string();
    let mut following = Following::of(&studio, &["-n", "1", "-f", "--log-file", &shown]);
    assert_eq!(following.next(), "two");
    let mut file = std::fs::File::options().append(true).open(&log).unwrap();
    file.write_all(b"ee\nfour\n").unwrap();
    assert_eq!(following.next(), "three", "half a line waits for its end");
    assert_eq!(following.next(), "four");
    std::fs::write(&log, "anew\n").unwrap();
    assert_eq!(following.next(), "anew");
    studio.interrupt(&following.child);
    let status = eventually("it to end", || following.child.try_wait().unwrap());
    assert!(status.success(), "{status}");
}

struct Following {
    child: Child,
    lines: BufReader<std::process::ChildStdout>,
}

impl Following {
    fn of(studio: &Studio, args: &[&str]) -> Self {
        let args = [&["server", "logs"], args].concat();
        let mut command = studio.command("memory-archive", &args);
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap());
        Self { child, lines }
    }

    fn next(&mut self) -> String {
        let mut line = String::new();
        self.lines.read_line(&mut line).unwrap();
        line.trim_end().to_owned()
    }
}

impl Drop for Following {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_184_a_log_older_than_the_recorder_is_told() {
    let studio = Studio::started();
    let old = studio.home.path().join("old.log");
    let file = std::fs::File::create(&old).unwrap();
    let args = ["server", "logs", "--log-file", &old.display().to_string()];
    let fresh = studio.run(&args);
    assert!(!fresh.err.contains("older"), "{fresh:?}");
    file.set_modified(SystemTime::now() - Duration::from_secs(3_600))
        .unwrap();
    let told = studio.run(&args);
    assert!(told.err.contains("older than the recorder"), "{told:?}");
    told.ok();
}

#[test]
fn a_184_the_data_directory_of_the_command_is_the_recorders() {
    let studio = Studio::new();
    let _daemon = Daemon(&studio);
    let data = studio.home.path().join("somewhere else");
    let shown = data.display().to_string();
    let mut command = studio.home.program(&studio.home.line(&[])[0]);
    command.args([
        "--data-dir",
        &shown,
        "archive",
        "server",
        "start",
        "--daemon",
    ]);
    Ran::soon(command).ok();
    assert!(data.join("mneme.db").exists());
    assert!(!studio.home.path().join("share").join("mneme").exists());
}

#[test]
fn a_188_ping_tells_up_from_down() {
    let mut studio = Studio::new();
    let down = studio.run(&["ping"]).refused(5, "[not_serving]");
    assert_eq!(down.out, "");
    assert!(down.err.contains("server start"), "{down:?}");
    studio.start();
    let version = env!("CARGO_PKG_VERSION");
    let up = studio.run(&["ping"]).ok();
    assert_eq!(up, format!("ma-core v{version} — OK\n"));
    studio.kill();
    assert!(
        studio.socket().exists(),
        "a killed recorder leaves its socket"
    );
    studio.run(&["ping"]).refused(5, "[not_serving]");
}

#[test]
fn a_232_every_name_has_the_same_version_and_asks_nobody() {
    let mut studio = Studio::new();
    // Nobody is there, and no command here may want to know.
    studio.configure(&json!({"redis_url": "redis://127.0.0.1:1"}));
    let before = files(studio.home.path());
    let version = env!("CARGO_PKG_VERSION");
    for (name, args) in [
        ("ma-core", "--version"),
        ("memory-archive", "--version"),
        ("memory-archive", "-v"),
        ("memory-archive", "version"),
    ] {
        let ran = Ran::soon(studio.command(name, &[args]));
        assert_eq!(ran.ok(), format!("{name} {version}\n"), "{name} {args}");
    }
    let mneme = studio.home.run(&["archive", "version"]).ok();
    assert_eq!(mneme, format!("memory-archive {version}\n"));
    assert_eq!(files(studio.home.path()), before);
    studio
        .environment
        .push(("MEMORY_ARCHIVE_CONFIG".into(), "/nowhere/at/all".into()));
    studio.run(&["version"]).ok();
}

/// `mneme serve` with the recorder's door and the others a test needs.
fn serving(studio: &Studio, ipc: &str) -> Server {
    let more = [
        "--ipc",
        ipc,
        "--grpc",
        "localhost:0",
        "--metrics",
        "127.0.0.1:0",
    ];
    Server::start_with(&studio.home, &more)
}

#[test]
fn mneme_serve_records_too_and_every_door_finds_the_step() {
    let studio = Studio::new();
    let socket = studio.home.path().join("sockets").join("own.sock");
    let server = serving(&studio, &socket.display().to_string());
    assert_eq!(
        server.facts["doors"]["archive"],
        socket.display().to_string()
    );
    studio.configure(&json!({"ipc_socket_path": socket}));
    let id = studio.register("everywhere");
    let mut line = Line::to(&socket);
    assert_eq!(line.of("start_watch", &id)["type"], "watch_started");
    studio.cc.say(typed("a wombat in the hallway"));
    eventually("the step", || {
        let session = &line.of("get_session_status", &id)["session"];
        (session["total_steps"] == "1").then_some(())
    });
    studio.run(&["done", "-s", &id]).ok();
    let mut owner = server.owner();
    eventually("the step to be recalled", || {
        let told = owner
            .post("/v1/recall", &json!({"query": "wombat", "limit": 10}))
            .ok();
        told.to_string()
            .contains("wombat in the hallway")
            .then_some(())
    });
    assert!(
        events(&server)
            .iter()
            .any(|text| text.contains("wombat in the hallway"))
    );
    assert_eq!(server.metric("ma_steps_total"), 1);
    assert_eq!(server.metric("ma_step_latency_ms_count"), 1);
    assert_eq!(mode(&socket), 0o600);
    studio.sound(&studio.dir("everywhere"));
    server.stop();
    assert!(!socket.exists());
}

/// The texts of everything that happened, as the timeline's door tells them.
fn events(server: &Server) -> Vec<String> {
    let address = format!("http://{}", server.grpc());
    runtime().block_on(async {
        let mut client = MemoryServiceClient::connect(address).await.unwrap();
        let asked = GetEventsRequest {
            to_timestamp_ms: 253_402_300_799_999,
            limit: 100,
            ..GetEventsRequest::default()
        };
        let told = client.get_events(asked).await.unwrap().into_inner();
        told.events.into_iter().map(|event| event.text).collect()
    })
}

#[test]
fn the_house_tells_where_it_records() {
    let studio = Studio::new();
    let server = serving(&studio, "off");
    assert_eq!(server.facts["doors"].get("archive"), None);
    assert!(!studio.socket().exists());
    let doctor = || studio.home.run(&["doctor", "--json"]);
    let finding = |told: &Value| {
        let findings = told.as_array().unwrap();
        findings
            .iter()
            .find(|f| f["check"] == "archive")
            .cloned()
            .unwrap()
    };
    assert!(
        finding(&doctor().json())["message"]
            .as_str()
            .unwrap()
            .contains("not recorded")
    );
    server.stop();
    let socket = studio.socket().display().to_string();
    let server = serving(&studio, &socket);
    assert_eq!(
        studio.home.json(&["status", "--json"])["doors"]["archive"],
        socket
    );
    let status = studio.home.run(&["status"]).ok();
    assert!(
        status.contains("archive") && status.contains(&socket),
        "{status}"
    );
    let found = finding(&doctor().json());
    assert!(
        found["message"].as_str().unwrap().contains(&socket),
        "{found}"
    );
    // The command line of the recorder finds it without being told anything.
    studio.run(&["ping"]).ok();
    server.stop();
}

#[test]
fn a_184_a_server_is_not_stopped_for_its_recorder() {
    let studio = Studio::new();
    let socket = studio.socket().display().to_string();
    let server = serving(&studio, &socket);
    let pid = format!("process {}", server.facts["pid"]);
    let stop = studio.run(&["server", "stop"]).refused(5, &pid);
    assert!(stop.err.contains("`mneme serve`"), "{stop:?}");
    assert!(
        stop.err.contains("Ctrl-C"),
        "how it is stopped is told: {stop:?}"
    );
    let takeover = Ran::soon(studio.command("ma-core", &["--takeover"]));
    takeover.refused(5, "it was not stopped");
    for start in [&["server", "start"][..], &["server", "start", "--daemon"]] {
        let start = studio.run(start).refused(5, &pid);
        assert!(!start.err.contains("server stop"), "{start:?}");
    }
    studio.run(&["ping"]).ok();
    studio.home.run(&["remember", "it serves as before"]).ok();
    server.stop();
    studio.run(&["server", "stop"]).refused(1, "not running");
}

#[test]
fn settings_that_cannot_be_read_stop_the_recorder_and_nothing_else() {
    let studio = Studio::new();
    let socket = studio.socket().display().to_string();
    for broken in ["{", r#"{"silence_timeout_seconds": "soon"}"#] {
        std::fs::write(studio.config_file(), broken).unwrap();
        let server = serving(&studio, &socket);
        let why = server.facts["unrecorded"].as_str().unwrap();
        assert!(why.contains("config.json"), "{why}");
        assert_eq!(server.facts["doors"].get("archive"), None);
        studio.home.run(&["remember", "served all the same"]).ok();
        let status = studio.home.run(&["status"]).ok();
        assert!(status.contains("recorder  OFF: "), "{status}");
        let doctor = studio.home.run(&["doctor"]);
        assert_eq!(doctor.code, 1, "{doctor:?}");
        assert!(doctor.out.contains("[error] recorder: "), "{doctor:?}");
        studio.run(&["ping"]).refused(5, "[not_serving]");
        server.stop();
    }
    // A recorder has nothing else to serve.
    let alone = studio.run(&["server", "start"]);
    let alone = alone.refused(2, "silence_timeout_seconds");
    assert!(alone.err.contains("hint: mend it in"), "{alone:?}");
}

#[test]
fn a_recorder_that_runs_is_found_whatever_became_of_the_settings() {
    let mut studio = Studio::started();
    let id = studio.register("found");
    std::fs::write(studio.config_file(), "{").unwrap();
    let ping = studio.run(&["ping"]);
    assert!(
        ping.err.contains("warning: ") && ping.err.contains("config.json"),
        "{ping:?}"
    );
    ping.ok();
    studio.run(&["status", "-s", &id]).ok();
    assert!(studio.run(&["session", "list"]).ok().contains(&id));
    studio.run(&["done", "-s", &id]).ok();
    studio.run(&["server", "stop"]).ok();
    studio.ended();
}

//! The disk itself is full: a file system of a few MiB, and a file in it that takes the rest.

use std::fs::{self, File};
use std::io::Write;
use std::path::PathBuf;

use serde_json::json;

use crate::support::{Client, Home, Ran, SEGMENTED, Server, eventually};

/// Makes a small file system where the data directory is, seen by this one process, and serves it.
const MOUNT: &str =
    r#"mkdir -p "$1" && mount -t tmpfs -o size=8m,mode=700 tmpfs "$1" && shift && exec "$@""#;
const KIB: usize = 1_024;

struct Small {
    home: Home,
    server: Server,
}

impl Small {
    fn start() -> Self {
        let home = Home::with_settings(SEGMENTED);
        let mut command = home.program("unshare");
        command.args(["-rm", "sh", "-c", MOUNT, "sh"]);
        command.arg(home.data());
        command.args(home.line(&["serve", "--http", "127.0.0.1:0"]));
        let server = Server::launch(command, &home);
        Self { home, server }
    }

    /// The data directory as it is seen from here.
    fn data(&self) -> PathBuf {
        let root = PathBuf::from(format!("/proc/{}/root", self.server.pid()));
        root.join(self.home.data().strip_prefix("/").unwrap())
    }

    /// A command where the server is.
    fn run(&self, args: &[&str]) -> Ran {
        let mut command = self.home.program("nsenter");
        command.args(["-U", "-m", "--preserve-credentials", "-t"]);
        command.arg(self.server.pid().to_string());
        Ran::of(command.args(self.home.line(args)))
    }

    fn owner(&self) -> Client {
        let key = fs::read_to_string(self.data().join("keys/api.key")).unwrap();
        Client::new(self.server.http(), Some(key.trim()))
    }

    /// Takes all the room there is, but for so much.
    fn fill(&self, leave: usize) {
        let mut ballast = File::create(self.data().join("ballast")).unwrap();
        let (block, mut taken) = (vec![7; 16 * KIB], 0);
        while let Ok(written) = ballast.write(&block) {
            taken += written;
        }
        ballast.set_len((taken - leave) as u64).unwrap();
    }

    fn free(&self) {
        fs::remove_file(self.data().join("ballast")).unwrap();
    }

    fn health(&self) -> (String, String) {
        let told = self.server.health();
        let text = |name: &str| told[name].as_str().unwrap_or_default().to_owned();
        (text("status"), text("code"))
    }
}

fn text(n: usize) -> String {
    format!("Crate {n} holds {}.", "tea ".repeat(900))
}

/// Stores until it is refused; gives the ids of what was acknowledged.
fn store_until_refused(owner: &mut Client) -> Vec<String> {
    let mut kept = Vec::new();
    loop {
        let reply = owner.post("/v1/store", &json!({ "content": text(kept.len()) }));
        if reply.status != 200 {
            reply.refused(507, "storage_full");
            return kept;
        }
        kept.push(reply.body["id"].as_str().unwrap().to_owned());
    }
}

#[test]
fn a_full_disk_is_told_everywhere_and_over_as_soon_as_there_is_room() {
    let small = Small::start();
    let mut owner = small.owner();
    owner.remember("There was room.");
    small.server.settled();
    assert_eq!(small.health(), ("ok".into(), String::new()));
    small.run(&["doctor"]).ok();

    small.fill(0);
    let kept = store_until_refused(&mut owner);
    for _ in 0..20 {
        let reply = owner.post("/v1/store", &json!({ "content": text(9_999) }));
        reply.refused(507, "storage_full");
    }
    assert_eq!(small.health(), ("degraded".into(), "storage_full".into()));
    assert_eq!(owner.ask("was room"), ["There was room."], "recall answers");
    let status = small.run(&["status"]).ok();
    assert!(status.contains("disk      writes fail since"), "{status}");
    let told = small.run(&["status", "--json"]).json();
    let trouble = &told["storage"]["trouble"];
    assert_eq!(trouble["code"], "storage_full", "{told}");
    assert!(told["storage"]["failed_writes"].as_u64() >= Some(21));
    let doctor = small.run(&["doctor"]);
    assert_eq!(doctor.code, 1, "{doctor:?}");
    assert!(
        doctor.out.contains("[error] disk: writes fail since"),
        "{doctor:?}"
    );

    small.free();
    eventually("a write to succeed", || {
        let again = json!({ "content": "There is room again." });
        (owner.post("/v1/store", &again).status == 200).then_some(())
    });
    assert_eq!(small.health(), ("ok".into(), String::new()));
    small.server.settled();
    for (n, id) in kept.iter().enumerate() {
        assert!(owner.inspect(id)["content"] == text(n), "{id}");
    }
    assert_eq!(
        owner.ask("room again").first().unwrap(),
        "There is room again."
    );
    assert_eq!(small.run(&["verify", "--json"]).json()["clean"], true);
    let doctor = small.run(&["doctor"]).ok();
    assert!(doctor.contains("[ok] disk:"), "{doctor}");
    let log = small.server.errors();
    let lines = |what: &str| log.lines().filter(|line| line.contains(what)).count();
    assert_eq!(lines("writes fail"), 1, "{log}");
    assert_eq!(lines("writes succeed again"), 1, "{log}");
    for once in ["checkpoint failed", "could not take a batch"] {
        assert!(lines(once) <= 1, "{log}");
    }
    assert!(!log.contains("panicked"), "{log}");
}

#[test]
fn little_room_is_told_while_writes_still_succeed() {
    let small = Small::start();
    let mut owner = small.owner();
    owner.remember("There is room.");
    small.fill(300 * KIB);
    assert_eq!(small.health(), ("degraded".into(), "storage_low".into()));
    let doctor = small.run(&["doctor"]).ok();
    assert!(
        doctor.contains("[note] disk: little room is left"),
        "{doctor}"
    );
    let status = small.run(&["status"]).ok();
    assert!(status.contains("disk      little room is left"), "{status}");
    small.free();
    assert_eq!(small.health(), ("ok".into(), String::new()));
}

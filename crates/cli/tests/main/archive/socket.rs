//! The recorder's socket, and those who misuse it.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpListener};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixStream;
use std::path::Path;

use serde_json::{Value, json};

use super::line::PATIENCE;
use super::studio::resident_bytes;
use super::{Line, Studio, click};
use crate::support::{Random, eventually};

const LONGEST: usize = 4 * 1024 * 1024;

fn mode(path: &Path) -> u32 {
    path.metadata().unwrap().permissions().mode() & 0o7777
}

/// Somebody new is served.
fn assert_answers(studio: &Studio) {
    let answer = studio.line().ask(&json!({"type": "ping"}));
    assert_eq!(answer["type"], "pong", "{answer}");
}

fn connections(studio: &Studio) -> u64 {
    studio.metric("ma_ipc_connections_active")
}

fn refused(answer: &Value) {
    assert_eq!(answer["type"], "error", "{answer}");
    assert_eq!(answer["code"], "PARSE_ERROR", "{answer}");
    assert_ne!(answer["message"], "", "{answer}");
}

#[test]
fn a_150_socket_and_directory_are_their_owners_alone() {
    let mut studio = Studio::new();
    let dir = studio.socket().parent().unwrap().to_path_buf();
    std::fs::set_permissions(&dir, PermissionsExt::from_mode(0o755)).unwrap();
    studio.start();
    assert_eq!((mode(&dir), mode(&studio.socket())), (0o700, 0o600));
    assert_eq!(mode(&dir.join("ma-core.pid")), 0o600);
    studio.stop();
    let elsewhere = studio.home.path().join("new").join("place");
    let shared = studio.home.path().join("shared");
    std::fs::create_dir(&shared).unwrap();
    std::fs::set_permissions(&shared, PermissionsExt::from_mode(0o1777)).unwrap();
    for (dir, expected) in [(elsewhere, 0o700), (shared, 0o1777)] {
        studio.configure(&json!({"ipc_socket_path": dir.join("s.sock")}));
        studio.run(&["server", "start", "--daemon"]).ok();
        let modes = (mode(&dir), mode(&dir.join("s.sock")));
        studio.run(&["server", "stop"]).ok();
        assert_eq!(modes, (expected, 0o600), "{}", dir.display());
    }
}

#[test]
fn a_160_garbage_is_refused_and_the_next_request_answered() {
    let studio = Studio::started();
    let mut line = studio.line();
    let deep = "[".repeat(100_000);
    let garbage: [&[u8]; 12] = [
        b"hello",
        b"{",
        b"null",
        b"[]",
        b"{}",
        b"{\"type\":7}",
        b"{\"type\":\"no_such_request\"}",
        b"{\"type\":\"done\"}",
        b"{\"type\":\"ping\",\"request_id\":7}",
        b"{\"type\":\"done\",\"session_id\":\"\xff\xfe\"}",
        b"\x00\x01\x02\xff",
        deep.as_bytes(),
    ];
    for bytes in garbage {
        line.send(bytes).unwrap();
        line.send(b"\n").unwrap();
        refused(&line.next().unwrap());
    }
    line.send(b"\n  \r\n\t\n").unwrap();
    let answer = line.ask(&json!({"type": "ping", "unknown": {"keys": ["are", "ignored"]}}));
    assert_eq!(
        answer["type"], "pong",
        "blank lines are no requests: {answer}"
    );
    assert_eq!(studio.metric("ma_ipc_errors_total"), 12);
}

#[test]
fn a_160_a_line_that_is_too_long_ends_its_connection_only() {
    let studio = Studio::started();
    let mut other = studio.line();
    let mut fits = format!(
        "{{\"type\":\"ping\",\"x\":\"{}\"}}\n",
        "x".repeat(LONGEST - 26)
    );
    assert!(fits.len() < LONGEST);
    let answer = studio.line().ask(&serde_json::from_str(&fits).unwrap());
    assert_eq!(answer["type"], "pong");
    fits.pop();
    let mut long = studio.line();
    // It may hang up before it has heard everything.
    let _ = long.send(fits.as_bytes());
    let _ = long.send(&vec![b' '; LONGEST]);
    refused(&long.next().unwrap());
    assert!(long.next().is_none(), "it hung up");
    assert_eq!(other.ask(&json!({"type": "ping"}))["type"], "pong");
}

#[test]
fn a_160_half_a_request_holds_nobody_up() {
    let studio = Studio::started();
    let before = connections(&studio);
    let halves: Vec<UnixStream> = (0..200)
        .map(|n| {
            let mut stream = UnixStream::connect(studio.socket()).unwrap();
            let whole = b"{\"type\":\"ping\"}";
            stream.write_all(&whole[..n % whole.len()]).unwrap();
            stream
        })
        .collect();
    eventually("everybody to be let in", || {
        (connections(&studio) >= before + 200).then_some(())
    });
    assert_answers(&studio);
    studio.run(&["ping"]).ok();
    drop(halves);
    eventually("everybody to be let go", || {
        (connections(&studio) <= before).then_some(())
    });
}

#[test]
fn a_160_who_stops_talking_still_hears_the_answers() {
    let studio = Studio::started();
    let mut stream = UnixStream::connect(studio.socket()).unwrap();
    let asked = "{\"type\":\"ping\"}\n{\"type\":\"ping\",\"request_id\":\"a\"}\n{\"type\":\"ping\",\"request_id\":\"b\"}\n{\"type\":\"pi";
    stream.write_all(asked.as_bytes()).unwrap();
    stream.shutdown(Shutdown::Write).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    let mut told = String::new();
    stream.read_to_string(&mut told).unwrap();
    assert_eq!(told.lines().count(), 3, "{told}");
    assert!(told.contains("\"request_id\":\"a\"") && told.contains("\"request_id\":\"b\""));
}

/// An address at which somebody accepts and never says a word.
fn mute() -> (TcpListener, String) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    (listener, address)
}

#[test]
fn a_160_a_request_with_an_id_is_answered_with_it_when_it_is_done() {
    let studio = Studio::started();
    let (_listener, address) = mute();
    let id = studio.register_with("slow", &["--actuation-server-addr", &address]);
    let mut line = studio.line();
    let slow = json!({"type": "start_watch", "session_id": id, "request_id": "slow"});
    line.send(format!("{slow}\n").as_bytes()).unwrap();
    let mut awaited: BTreeSet<String> = (0..300).map(|n| format!("quick {n}")).collect();
    for request_id in &awaited {
        let ping = json!({"type": "ping", "request_id": request_id});
        line.send(format!("{ping}\n").as_bytes()).unwrap();
    }
    while !awaited.is_empty() {
        let answer = line.next().unwrap();
        assert_eq!(answer["type"], "pong", "{answer}");
        assert!(
            awaited.remove(answer["request_id"].as_str().unwrap()),
            "{answer}"
        );
    }
    let bad = line.ask(&json!({"type": "no_such_request", "request_id": "bad"}));
    refused(&bad);
    assert_eq!(bad["request_id"], "bad");
    let unknown = json!({"type": "done", "session_id": "nobody", "request_id": "unknown"});
    let answer = line.ask(&unknown);
    assert_eq!(
        (&answer["type"], &answer["request_id"]),
        (&json!("error"), &json!("unknown"))
    );
}

const RECORDINGS: u64 = 20;

/// Twenty recordings without pictures; whoever is given watches them all.
fn twenty(watcher: impl Fn(&Studio) -> Line) -> (Studio, Line) {
    let mut studio = Studio::new();
    studio.configure(&json!({"the_eyes_addr": ""}));
    studio.start();
    let mut line = watcher(&studio);
    for n in 0..RECORDINGS {
        let id = studio.register(&format!("n{n}"));
        let answer = line.of("start_watch", &id);
        assert_eq!(answer["type"], "watch_started", "{answer}");
    }
    (studio, line)
}

/// Fifty commands more, recorded by all of them.
fn fifty_more(studio: &Studio, said: &mut u64) {
    for n in 0..50 {
        studio.cc.say(click(n, n));
    }
    *said += 50;
    eventually("every step", || {
        (studio.metric("ma_steps_total") == *said * RECORDINGS).then_some(())
    });
}

/// What so many commands cost a recorder that nobody watches any more.
fn unwatched(commands: u64) -> u64 {
    let (studio, line) = twenty(Studio::line);
    drop(line);
    let (before, mut said) = (resident_bytes(studio.pid()), 0);
    while said < commands {
        fifty_more(&studio, &mut said);
    }
    resident_bytes(studio.pid()).saturating_sub(before)
}

/// One connection watches them all and never reads: its queue of notices fills up quickly. What
/// it costs is what the same commands cost more than without it.
#[test]
fn a_160_a_watcher_who_never_reads_is_dropped_and_nobody_else_notices() {
    let (studio, mut asleep) = twenty(Studio::line);
    let metadata = studio.metadata("n0");
    let mut reader = studio.line();
    let answer = reader.of("start_watch", &metadata.session_id);
    assert_eq!(answer["type"], "watch_started", "{answer}");
    let (before, mut said) = (resident_bytes(studio.pid()), 0);
    while studio.metric("ma_ipc_watchers_dropped_total") == 0 {
        assert!(said < 5_000, "nobody was dropped");
        fifty_more(&studio, &mut said);
    }
    let grown = resident_bytes(studio.pid()).saturating_sub(before);
    eventually("the sleeper to be let go", || {
        (studio.metric("ma_ipc_push_queue_depth") < 10_000).then_some(())
    });
    while let Some(notice) = asleep.next() {
        assert_eq!(notice["type"], "file_written", "whole lines to the end");
    }
    let mut heard = 0;
    while heard < said {
        let notice = reader.until("file_written");
        heard += u64::from(notice["relative_path"] == "commands/cc_commands.json");
    }
    studio.run(&["done", "-s", &metadata.session_id]).ok();
    assert_eq!(u64::from(studio.metadata("n0").total_steps), said);
    drop(studio);
    let usual = unwatched(said);
    eprintln!("{said} commands: {grown} bytes with a sleeper, {usual} without");
    assert!(grown < usual + (64 << 20), "{grown} bytes, {usual} without");
}

/// Chance decides what is sent; every line is answered by one line.
#[test]
fn a_160_no_bytes_break_the_door() {
    let studio = Studio::started();
    let mut chance = Random::new();
    eprintln!("MNEME_SEED={}", chance.seed);
    let mut stream = UnixStream::connect(studio.socket()).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream.set_write_timeout(Some(PATIENCE)).unwrap();
    let mut read = BufReader::new(stream.try_clone().unwrap());
    let reading = std::thread::spawn(move || {
        let lines = read.by_ref().lines().map(Result::unwrap);
        lines
            .filter(|line| serde_json::from_str::<Value>(line).is_ok())
            .count()
    });
    let mut sent = 0;
    for _ in 0..2_000 {
        let mut bytes = some_line(&mut chance);
        bytes.retain(|byte| *byte != b'\n');
        sent += usize::from(!bytes.iter().all(u8::is_ascii_whitespace));
        bytes.push(b'\n');
        stream.write_all(&bytes).unwrap();
    }
    stream.shutdown(Shutdown::Write).unwrap();
    assert_eq!(reading.join().unwrap(), sent);
    assert_answers(&studio);
    assert!(!studio.log().contains("panicked"), "{}", studio.log());
}

/// A request with a few bytes changed, or nothing but bytes.
fn some_line(chance: &mut Random) -> Vec<u8> {
    const REQUESTS: [&str; 6] = [
        r#"{"type":"ping","request_id":"r"}"#,
        r#"{"type":"get_session_status","session_id":"00000000-0000-4000-8000-000000000000"}"#,
        r#"{"type":"update_annotation_progress","session_id":"s","annotated":4294967295,"skipped":-1}"#,
        r#"{"type":"delete_session","session_id":"x","force":true}"#,
        r#"{"type":"load_session","session_id":"../../etc"}"#,
        r#"{"type":"register_session","mode":"manual","os_type":"LINUX","memory_name":"a"}"#,
    ];
    if chance.below(4) == 0 {
        let length = chance.below(300) as usize;
        return chance.bytes(length);
    }
    let mut bytes = REQUESTS[chance.below(6) as usize].as_bytes().to_vec();
    for _ in 0..chance.below(4) {
        let at = chance.below(bytes.len() as u64) as usize;
        bytes[at] = chance.below(256) as u8;
    }
    bytes
}

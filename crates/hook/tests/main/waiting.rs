//! What waits for a notebook elsewhere is lost by nobody.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener};
use std::path::PathBuf;
use std::process::Command;
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, SystemTime};

use serde_json::{Value, json};

use crate::client::{Served, event, hook, told};
use crate::support::{Home, feed};

/// An address of this machine where nobody listens.
const NOBODY: &str = "127.0.0.1:1";

fn elsewhere(home: &Home, address: &str) -> Command {
    let mut command = hook(home, &["claude-code"]);
    command.env("AGENTMEMORY_URL", format!("http://{address}"));
    command
}

fn prompt(text: &str) -> Value {
    event("UserPromptSubmit", json!({ "prompt": text }))
}

fn name(address: &str) -> String {
    format!("notebook-{}.jsonl", address.replace(':', "_"))
}

fn spool(home: &Home, name: &str) -> PathBuf {
    home.data_dir().join("spool").join(name)
}

/// What the hook says on standard error.
fn trouble(mut command: Command, event: &Value) -> String {
    let child = feed(&mut command, event.to_string().as_bytes());
    let done = child.wait_with_output().unwrap();
    assert_eq!(done.status.code(), Some(0));
    String::from_utf8(done.stderr).unwrap()
}

/// Answers everybody in these words, whatever was asked, and tells the first line of each question.
fn stranger(says: &'static str) -> (SocketAddr, Receiver<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let (tell, told) = mpsc::channel();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut asked = BufReader::new(stream.unwrap());
            let (mut line, mut length) = (String::new(), 0);
            asked.read_line(&mut line).unwrap();
            // Not everybody wants to know.
            let _ = tell.send(line.trim_end().to_owned());
            line.clear();
            while asked.read_line(&mut line).unwrap() > 2 {
                let told = line.to_lowercase();
                let told = told.strip_prefix("content-length:");
                length = told.map_or(length, |told| told.trim().parse().unwrap());
                line.clear();
            }
            asked.read_exact(&mut vec![0; length]).unwrap();
            asked.get_mut().write_all(says.as_bytes()).unwrap();
        }
    });
    (address, told)
}

#[test]
fn n_090_an_end_consolidates_only_where_that_is_switched_on() {
    let end = event("SessionEnd", json!({ "reason": "exit" }));
    for (switch, more) in [
        ("false", &[][..]),
        ("true", &["crystals/auto", "consolidate-pipeline"][..]),
    ] {
        let home = Home::new();
        let (address, asked) = stranger("HTTP/1.1 200 OK\r\n\r\n{\"success\":true}");
        let mut command = elsewhere(&home, &address.to_string());
        command.env("CONSOLIDATION_ENABLED", switch);
        assert_eq!(told(&mut command, &end), "");
        let calls = ["session/end"].iter().chain(more);
        let calls = calls.map(|call| format!("POST /agentmemory/{call} HTTP/1.0"));
        let calls: Vec<String> = calls.collect();
        assert_eq!(asked.try_iter().collect::<Vec<_>>(), calls, "{switch}");
    }
}

#[test]
fn a_page_to_log_in_at_took_nothing() {
    for says in [
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<html><form>Who are you?</form></html>",
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n\"welcome\"",
        "HTTP/1.1 204 No Content\r\n\r\n",
    ] {
        let home = Home::new();
        let address = stranger(says).0.to_string();
        let said = trouble(elsewhere(&home, &address), &prompt("mend the fence"));
        assert_eq!(said, "", "{says}");
        let waiting = home.spooled(&name(&address));
        assert_eq!(waiting.len(), 1, "{says}");
        assert_eq!(waiting[0]["body"]["data"]["prompt"], "mend the fence");
    }
}

#[test]
fn a_torn_line_is_set_aside_and_told_and_the_others_are_brought() {
    let (there, here) = (Home::new(), Home::new());
    let served = Served::start(&there);
    let address = served.address.to_string();
    told(&mut elsewhere(&here, NOBODY), &prompt("paint the gate"));
    let whole = fs::read(spool(&here, &name(NOBODY))).unwrap();
    // Cut off in the middle of a character.
    let torn = b"{\"call\":\"observe\",\"body\":{\"data\":\"\xc3";
    let file = spool(&here, &name(&address));
    fs::write(file, [&torn[..], &b"\n"[..], &whole[..]].concat()).unwrap();
    let said = trouble(elsewhere(&here, &address), &prompt("oil the hinge"));
    assert!(
        said.contains("1 of the lines that waited could not be read"),
        "{said}"
    );
    let seen = served.observations("s1");
    let prompts: Vec<&str> = seen
        .iter()
        .map(|seen| seen["userPrompt"].as_str().unwrap())
        .collect();
    assert_eq!(prompts.len(), 2, "{prompts:?}");
    assert!(prompts.contains(&"paint the gate"), "{prompts:?}");
    let aside = spool(&here, &format!("{}.bad", name(&address)));
    let kept = fs::read_to_string(&aside).unwrap();
    assert_eq!(
        kept,
        "{\"call\":\"observe\",\"body\":{\"data\":\"\u{fffd}\n"
    );
    // However long it lies there, nobody takes it for lines a dead hook left.
    let long_ago = SystemTime::now() - Duration::from_secs(3_600);
    let held = File::options().append(true).open(&aside).unwrap();
    held.set_modified(long_ago).unwrap();
    let said = trouble(elsewhere(&here, &address), &prompt("close the gate"));
    assert_eq!(said, "");
    assert_eq!(fs::read_to_string(&aside).unwrap(), kept);
}

#[test]
fn an_end_that_waits_asks_for_its_summary() {
    let home = Home::new();
    told(&mut elsewhere(&home, NOBODY), &event("Stop", json!({})));
    let waiting = home.spooled(&name(NOBODY));
    let end = waiting.last().unwrap();
    assert_eq!(
        *end,
        json!({ "call": "session/end", "body": { "sessionId": "s1", "summarize": true } })
    );
}

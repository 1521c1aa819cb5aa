//! What hooks left and no server has taken in is forgotten with the rest.

use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};

use super::{assert_clean, assert_purged, dump};
use crate::support::{Client, Home, Server, eventually, files, having};

const WORD: &str = "quillonbeck";
const KEPT: &str = "lanternfish";

/// With a store in it: a command does not make one.
fn made() -> Home {
    let home = Home::with_settings("[storage]\npurge_ms = 20\n");
    home.run(&["remember", "The door is open."]).ok();
    home
}

fn event(id: &str, session: &str, word: &str) -> Value {
    json!({ "id": id, "session": session, "role": "user", "text": format!("The {word} is blue.") })
}

/// As a hook of a coding agent tells what was done.
fn note(id: &str, session: &str, word: &str) -> Value {
    let mut line = event(id, session, word);
    line["occurred_at"] = json!("2026-01-30T10:00:00Z");
    line["observed"] = json!({
        "hook": "post_tool_use", "project": "/code/app", "cwd": "/code/app",
        "data": { "tool_name": "Bash", "tool_input": format!("paint the {word} lamp") },
    });
    line
}

/// Leaves lines in a file of the spool.
fn leave(home: &Home, name: &str, lines: &[String]) -> PathBuf {
    let spool = home.data().join("spool");
    fs::create_dir_all(&spool).unwrap();
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let file = spool.join(name);
    fs::write(&file, text).unwrap();
    file
}

fn spooled(home: &Home, lines: &[Value]) {
    let lines: Vec<String> = lines.iter().map(Value::to_string).collect();
    leave(home, "control.jsonl", &lines);
}

fn assert_nowhere(home: &Home) {
    assert_purged(home, &[WORD]);
    assert_eq!(having(home.path(), WORD), Vec::<PathBuf>::new());
    assert_clean(home);
}

#[test]
fn what_waits_for_a_server_is_shown_and_forgotten_without_one() {
    let home = made();
    let gone = [event("e-1", "gone", WORD), note("n-1", "gone", WORD)];
    spooled(&home, &[&gone[..], &[event("e-2", "kept", KEPT)]].concat());
    let forget = ["forget", "--session", "gone"];
    let shown = home.run(&[&forget[..], &["--dry-run"]].concat()).ok();
    assert_eq!(shown.matches(WORD).count(), 2, "{shown}");
    let done = home.run(&[&forget[..], &["--yes"]].concat()).ok();
    assert!(done.contains("forgot "), "{done}");
    assert_nowhere(&home);
    let server = Server::start(&home);
    assert_eq!(server.owner().ask(WORD), Vec::<String>::new());
    assert_eq!(server.owner().ask(KEPT).len(), 1);
}

#[test]
fn a_question_finds_what_waits_for_a_server() {
    let home = made();
    spooled(&home, &[event("e-1", "gone", WORD)]);
    let found = home.run(&["recall", WORD]).ok();
    assert!(found.contains(WORD), "{found}");
    spooled(&home, &[event("e-2", "gone", "brindlefex")]);
    let args = ["forget", "--query", "brindlefex", "--yes"];
    let done = home.run(&args).ok();
    assert!(done.contains("brindlefex"), "{done}");
    assert!(!dump(&home).contains("brindlefex"));
}

#[test]
fn lines_no_server_would_take_go_with_their_session() {
    let home = made();
    // Without an id nobody takes a line.
    let nameless = |session: &str, word: &str| {
        json!({ "session": session, "text": format!("The {word} is blue.") }).to_string()
    };
    let torn = format!("{{\"session\":\"gone\",\"text\":\"The {WORD}");
    let bad = [nameless("gone", WORD), nameless("kept", KEPT), torn];
    let file = leave(&home, "control.jsonl.bad", &bad);
    let forget = ["forget", "--session", "gone"];
    let shown = home.run(&[&forget[..], &["--dry-run"]].concat()).ok();
    assert!(shown.contains("2 lines of hooks"), "{shown}");
    assert_eq!(fs::read_to_string(&file).unwrap().lines().count(), 3);
    let done = home.run(&[&forget[..], &["--yes"]].concat()).ok();
    assert!(done.contains("deleted 2 lines"), "{done}");
    let left = fs::read_to_string(&file).unwrap();
    assert!(left.contains(KEPT) && left.lines().count() == 1, "{left}");
    assert_nowhere(&home);
}

#[test]
fn what_a_later_hook_would_bring_goes_with_its_session() {
    let home = Home::with_settings("[storage]\npurge_ms = 20\n");
    let server = Server::start_with(&home, &["--notebook", "127.0.0.1:0"]);
    let port = server.notebook().port();
    let call = |session: &str, word: &str| {
        let body = json!({ "sessionId": session, "data": { "tool_input": word } });
        json!({ "call": "observe", "body": body }).to_string()
    };
    let lines = [call("gone", WORD), call("kept", KEPT)];
    let ours = leave(&home, &format!("notebook-localhost_{port}.jsonl"), &lines);
    let another = leave(&home, "notebook-10.0.0.1_3111.jsonl", &[call("gone", KEPT)]);
    // And what a hook could not read.
    let torn = call("gone", WORD);
    let torn = torn[..torn.len() - 2].to_owned();
    leave(
        &home,
        &format!("notebook-localhost_{port}.jsonl.bad"),
        &[torn],
    );
    let gone = server
        .owner()
        .delete("/v1/forget", &json!({ "session": "gone" }));
    assert_eq!(gone.ok()["spool_lines"], 2);
    let left = fs::read_to_string(&ours).unwrap();
    assert!(left.contains(KEPT) && left.lines().count() == 1, "{left}");
    assert_eq!(fs::read_to_string(&another).unwrap().lines().count(), 1);
    assert_nowhere(&home);
}

#[test]
fn every_door_that_forgets_takes_the_spool_in_first() {
    let home = Home::with_settings("[storage]\npurge_ms = 20\n");
    let server = Server::start_with(&home, &["--notebook", "127.0.0.1:0"]);
    let notebook = &mut Client::new(server.notebook(), None);
    let bad = json!({ "session": "gone", "text": WORD }).to_string();
    spooled(&home, &[event("e-1", "gone", WORD)]);
    leave(&home, "control.jsonl.bad", std::slice::from_ref(&bad));
    let gone = server
        .owner()
        .delete("/v1/forget", &json!({ "session": "gone" }));
    assert_eq!(gone.body["deleted"], 1, "{}", gone.text);
    assert_eq!(gone.body["spool_lines"], 1, "{}", gone.text);
    spooled(&home, &[note("n-2", "other", WORD)]);
    leave(&home, "control.jsonl.bad", &[bad.replace("gone", "other")]);
    let wish = json!({ "sessionId": "other" });
    let deleted = notebook.post("/agentmemory/forget", &wish).ok()["deleted"].clone();
    assert_eq!(deleted, 2, "the observation and its session");
    // Words that were forgotten already would not be taken in.
    spooled(&home, &[event("e-3", "third", &format!("{WORD} lid"))]);
    let receipt = server
        .owner()
        .delete("/v1/forget/certified", &json!({ "session": "third" }));
    assert_eq!(receipt.status, 200, "{}", receipt.text);
    assert_nowhere(&home);
}

#[test]
fn an_observation_that_waited_does_not_bring_forgotten_words_back() {
    let home = made();
    spooled(&home, &[note("n-1", "gone", WORD)]);
    home.run(&["forget", "--session", "gone", "--yes"]).ok();
    spooled(
        &home,
        &[note("n-2", "later", WORD), note("n-3", "later", KEPT)],
    );
    let server = Server::start(&home);
    eventually("the spool to be read", || {
        files(&home.data().join("spool")).is_empty().then_some(())
    });
    assert_eq!(server.owner().ask(KEPT).len(), 1);
    assert_nowhere(&home);
}

#[test]
fn what_hooks_left_before_there_was_a_store_can_be_forgotten() {
    let home = Home::with_settings("[storage]\npurge_ms = 20\n");
    spooled(&home, &[event("e-1", "gone", WORD)]);
    home.run(&["forget", "--session", "gone", "--yes"]).ok();
    assert_nowhere(&home);
}

#[test]
fn a_backup_has_what_waits_for_a_server() {
    let home = made();
    spooled(&home, &[event("e-1", "kept", KEPT)]);
    let file = home.path().join("whole.tar.zst");
    let path = file.to_str().unwrap();
    home.run(&["backup", "-o", path, "--include-key"]).ok();
    let elsewhere = Home::new();
    elsewhere.run(&["restore", path]).ok();
    assert!(dump(&elsewhere).contains(KEPT));
}

//! One setup, undo or repair at a time.

use std::fs::File;
use std::process::Child;

use rustix::fs::{FlockOperation, flock};

use super::*;

const LOCK: &str = ".memoryoss/setup.lock";
const THEIRS: &str =
    r#"{"mcpServers": {"memoryoss": {"command": "/opt/theirs"}, "other": {"command": "x"}}}"#;

fn started(desk: &Desk, args: &[&str]) -> Child {
    let mut command = desk.command(args);
    let pipes = command.stdin(Stdio::null()).stdout(Stdio::piped());
    pipes.stderr(Stdio::piped()).spawn().unwrap()
}

#[test]
fn setups_and_undos_at_the_same_time_lose_nothing_of_anybody() {
    for _ in 0..3 {
        let desk = Desk::with(&["claude", "cursor", "codex"]);
        desk.write(".cursor/mcp.json", THEIRS);
        let before = desk.everything();
        let setup = &["setup", "--profile", "auto", "--yes"][..];
        let undo = &["setup", "--undo", "--yes"][..];
        let all = [setup, setup, undo, setup, undo, setup];
        let all: Vec<Child> = all.iter().map(|args| started(&desk, args)).collect();
        for child in all {
            let ran = Ran::ended(child);
            assert_eq!(ran.code, 0, "{ran:?}");
        }
        assert!(!desk.there(LOCK));
        desk.run(undo).ok();
        assert_eq!(desk.everything(), before);
        assert!(!desk.there(".memoryoss"));
    }
}

#[test]
fn who_finds_a_setup_going_on_is_told_of_it_and_writes_nothing() {
    let desk = Desk::with(&["cursor"]);
    desk.write(LOCK, "4711\n");
    let held = File::open(desk.at(LOCK)).unwrap();
    flock(&held, FlockOperation::LockExclusive).unwrap();
    let before = desk.everything();
    let all = [&["setup", "--yes"][..], &["setup", "--undo", "--yes"]];
    let all = all.map(|args| started(&desk, args));
    for child in all {
        let ran = Ran::ended(child).refused(
            5,
            "another setup, undo or repair is going on, as process 4711",
        );
        assert!(ran.err.contains("run this again"), "{ran:?}");
    }
    assert_eq!(desk.everything(), before);
    for args in [
        &["setup", "--dry-run"][..],
        &["setup", "--undo", "--dry-run"],
    ] {
        desk.run(args).ok();
    }
    drop(held);
    // What a killed one left behind keeps nobody out.
    desk.run(&["setup", "--yes"]).ok();
    assert!(!desk.there(LOCK));
    desk.run(&["setup", "--undo", "--yes"]).ok();
    assert!(!desk.there(".memoryoss"));
}

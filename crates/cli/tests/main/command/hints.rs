//! A refusal says what helps, and what cannot be meant is refused.

use std::time::{Duration, SystemTime};

use crate::support::Home;

#[test]
fn a_file_that_is_there_is_not_overwritten_and_no_flag_is_promised() {
    let home = Home::new();
    home.run(&["remember", "The ferry is red."]).ok();
    home.run(&["export", "-o", "all.json"]).ok();
    let again = home.run(&["export", "-o", "all.json"]);
    let again = again.refused(1, "[file_exists]");
    assert!(!again.err.contains("--force"), "{again:?}");
}

#[test]
fn keys_that_are_missing_can_be_made() {
    let home = Home::new();
    home.run(&["remember", "x y z", "--namespace", "team"]).ok();
    let token = home.run(&["key", "token", "--namespace", "team"]);
    let token = token.refused(3, "[no_such_key]");
    let told = "mneme key new --role admin --namespace NAME";
    assert!(token.err.contains(told), "{token:?}");
}

#[test]
fn an_unknown_id_may_be_an_events() {
    let home = Home::new();
    home.run(&["remember", "The ferry is red."]).ok();
    let unknown = home.run(&["forget", "nobody", "--yes"]);
    let unknown = unknown.refused(3, "[no_such_memory]");
    assert!(unknown.err.contains("mneme events"), "{unknown:?}");
}

#[test]
fn the_audit_of_a_namespace_that_is_not_there_is_refused() {
    let home = Home::new();
    home.run(&["remember", "The ferry is red."]).ok();
    home.run(&["audit", "--namespace", "nobody"])
        .refused(3, "[no_such_namespace]");
    home.run(&["key", "new", "--namespace", "team"]).ok();
    let audit = home.run(&["audit", "--namespace", "team"]).ok();
    assert!(audit.contains("key"), "{audit}");
    let help = home.run(&["audit", "--help"]).ok();
    assert!(help.contains("[default: all]"), "{help}");
}

#[test]
fn help_names_every_door_and_every_flag() {
    let home = Home::new();
    let help = home.run(&["--help"]).ok();
    assert!(help.contains("REST, gRPC, metrics"), "{help}");
    for command in [["key", "list"], ["key", "new"], ["model", "list"]] {
        let help = home.run(&[&command[..], &["--help"]].concat()).ok();
        assert!(help.contains("Print JSON"), "{help}");
    }
}

#[test]
fn a_wish_to_forget_that_cannot_be_meant_is_refused() {
    let home = Home::new();
    home.run(&["remember", "The ferry is red."]).ok();
    let forget = |args: &[&str]| home.run(&[&["forget", "--yes"], args].concat());
    let bogus = forget(&["--kind", "bogus"]).refused(2, "[bad_kind]");
    assert!(bogus.err.contains("'bogus'"), "{bogus:?}");
    forget(&["--session", ""]).refused(2, "[bad_name]");
    forget(&["--kind", "memory", "-n", "3"]).refused(2, "--query");
    let far = forget(&["--query", "ferry", "--min-score", "1.1"]).ok();
    assert_eq!(far, "nothing matches\n");
    let list = home.json(&["list", "--json"]);
    assert_eq!(list["memories"].as_array().unwrap().len(), 1);
    assert_eq!(
        forget(&["--query", "ferry"]).ok().lines().last(),
        Some("forgot 1 record")
    );
}

#[test]
fn what_is_left_in_a_spool_is_shown() {
    let home = Home::new();
    home.run(&["remember", "The ferry is red."]).ok();
    let spool = home.data().join("spool");
    std::fs::create_dir(&spool).unwrap();
    assert!(!home.run(&["status"]).ok().contains("spool"));
    std::fs::write(spool.join("control.jsonl.bad"), "nonsense\n").unwrap();
    let waiting = spool.join("grpc-50999.jsonl");
    std::fs::write(&waiting, "{}\n").unwrap();
    let file = std::fs::File::options().write(true).open(&waiting).unwrap();
    let earlier = SystemTime::now() - Duration::from_secs(60);
    file.set_modified(earlier).unwrap();
    let status = home.run(&["status"]).ok();
    assert!(
        status.contains("control.jsonl.bad (9 B) holds events"),
        "{status}"
    );
    assert!(status.contains("grpc-50999.jsonl (3 B) waits"), "{status}");
    let status = home.json(&["status", "--json"]);
    assert_eq!(status["spool"].as_array().unwrap().len(), 2, "{status}");
    let doctor = home.run(&["doctor"]).ok();
    assert!(doctor.contains("[note] spool: "), "{doctor}");
    assert!(doctor.contains("--grpc localhost:50999"), "{doctor}");
}

#[test]
fn what_a_hook_lost_is_shown() {
    let home = Home::new();
    home.run(&["remember", "The ferry is red."]).ok();
    let spool = home.data().join("spool");
    std::fs::create_dir(&spool).unwrap();
    let lines = "2026-01-02T03:04:05.000Z one\n2026-01-02T03:04:06.000Z too \u{1b}[1mlong\n";
    std::fs::write(spool.join("lost.log"), lines).unwrap();
    let told = "lost.log: hooks lost 2 events, the last at 2026-01-02T03:04:06.000Z too ";
    for command in ["status", "doctor"] {
        let said = home.run(&[command]).ok();
        assert!(said.contains(told) && !said.contains('\u{1b}'), "{said}");
    }
    let status = home.json(&["status", "--json"]);
    assert_eq!(status["spool"][0]["lost"]["events"], 2, "{status}");
}

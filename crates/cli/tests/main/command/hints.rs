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
    let far = forget(&["--query", "ferry", "--min-score", "1"]).ok();
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
fn what_no_answer_can_be_is_refused() {
    let home = Home::new();
    home.run(&["remember", "The ferry is red."]).ok();
    let backwards = ["--from", "2026-02-01", "--to", "2026-01-01"];
    for command in [&["events"][..], &["recall", "ferry"]] {
        home.run(&[command, &backwards].concat())
            .refused(2, "[bad_time]");
        let day = ["--from", "2026-02-01", "--to", "2026-02-01"];
        home.run(&[command, &day].concat()).ok();
    }
    for score in ["2", "-0.1", "NaN", "much"] {
        let args = ["forget", "--query", "ferry", "--min-score", score];
        home.run(&args).refused(2, "between 0 and 1");
    }
}

#[test]
fn where_nobody_serves_nothing_is_on_its_way() {
    let home = Home::new();
    home.run(&["remember", "The ferry is red."]).ok();
    let spool = home.data().join("spool");
    std::fs::create_dir(&spool).unwrap();
    std::fs::write(spool.join("control.jsonl"), "{}\n").unwrap();
    let status = home.run(&["status"]).ok();
    assert!(status.contains("control.jsonl (3 B) waits"), "{status}");
}

#[test]
fn a_line_that_is_neither_event_nor_memory_is_told_as_what_it_is() {
    let home = Home::new();
    for (line, told) in [
        ("42", "line 1: a number, and not a JSON object"),
        ("\"fact\"", "line 1: a text, and not a JSON object"),
        (
            "[{\"content\": \"x\"}]",
            "line 1: a list, and not a JSON object",
        ),
        ("[\n", "line 1: a list, and not one JSON object a line"),
        ("{\"fact\": 1}", "nor an event, which has \"text\""),
        ("{\"content\"", "line 1: not JSON"),
    ] {
        let ran = home.run_with(&["import", "-"], line.as_bytes());
        ran.refused(2, told);
    }
}

#[test]
fn what_was_superseded_by_something_forgotten_is_not_believed_again_by_itself() {
    let home = Home::new();
    let id = |text: &str| {
        let told = home.json(&["remember", text, "--json"]);
        told["id"].as_str().unwrap().to_owned()
    };
    let (old, new) = (id("The ferry is red."), id("The ferry is blue."));
    home.run(&["supersede", &old, &new]).ok();
    home.run(&["forget", &new, "--yes"]).ok();
    let shown = home.json(&["inspect", &old]);
    assert_eq!(shown["status"], "stale", "it was said to be wrong: {shown}");
    assert!(shown["superseded_by"].is_null(), "{shown}");
    assert!(
        home.run(&["recall", "which colour is the ferry?"])
            .ok()
            .contains("nothing")
    );
    // Told again on purpose, it is believed.
    id("The ferry is red.");
    let recalled = home.run(&["recall", "which colour is the ferry?"]).ok();
    assert!(recalled.contains("The ferry is red."), "{recalled}");
    assert_eq!(home.json(&["verify", "--json"])["clean"], true);
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

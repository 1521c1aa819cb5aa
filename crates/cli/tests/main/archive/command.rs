//! What the recorder's command line says: lists, exit codes, hints, refusals.

use std::path::Path;

use serde_json::{Value, json};

use super::lifecycle::recorded;
use super::{Studio, typed};
use crate::support::{Ran, eventually};

fn register(studio: &Studio, name: &str) -> Ran {
    let args = ["session", "register", "--mode", "manual", "--os-type"];
    studio.run(&[&args[..], &["LINUX", "--memory-name", name]].concat())
}

fn finding(findings: &Value, check: &str) -> Value {
    let all = findings.as_array().unwrap();
    let found = all.iter().find(|finding| finding["check"] == check);
    found
        .unwrap_or_else(|| panic!("no {check} in {findings}"))
        .clone()
}

#[test]
fn sessions_are_listed_the_newest_first_and_by_state() {
    let studio = Studio::started();
    let empty = studio.run(&["session", "list"]);
    assert!(empty.err.contains("no recordings"), "{empty:?}");
    assert_eq!(empty.ok(), "");
    let done = recorded(&studio, "first");
    let active = studio.register("second");
    let shown = studio.run(&["session", "list"]).ok();
    let lines: Vec<&str> = shown.lines().skip(1).collect();
    assert_eq!(lines.len(), 2, "{shown}");
    assert!(
        lines[0].starts_with(&active) && lines[0].ends_with("second"),
        "{shown}"
    );
    assert!(
        lines[1].starts_with(&done) && lines[1].contains("pending_annotation"),
        "{shown}"
    );
    let args = ["session", "list", "--state", "pending_annotation", "--json"];
    let told = studio.run(&args).json();
    assert_eq!(told["sessions"].as_array().unwrap().len(), 1, "{told}");
    assert_eq!(told["sessions"][0]["session_id"], done);
    assert_eq!(
        told["counts"]["active"], 1,
        "every state is counted: {told}"
    );
    let one = studio.run(&["session", "list", "--limit", "1"]);
    assert!(one.err.contains("1 older"), "{one:?}");
    assert!(one.ok().contains(&active));
    studio
        .run(&["session", "list", "--state", "lost"])
        .refused(2, "pending_annotation");
    let refused = studio
        .line()
        .ask(&json!({"type": "list_sessions", "state": "lost"}));
    assert_eq!(refused["code"], "INVALID_PAYLOAD", "{refused}");
}

#[test]
fn status_and_doctor_tell_of_the_recorder() {
    let mut studio = Studio::new();
    studio
        .home
        .run(&["remember", "something, so that there is a store"])
        .ok();
    let told = studio.home.run(&["status"]).ok();
    assert!(told.contains("recorder  not running"), "{told}");
    studio.start();
    studio.register("counted");
    let told = studio.home.run(&["status"]).ok();
    assert!(told.contains("recorder  1 recording: 1 active"), "{told}");
    let told = studio.home.json(&["status", "--json"]);
    assert_eq!(told["recorder"]["sessions"]["active"], 1, "{told}");
    let doctor = studio.home.json(&["doctor", "--json"]);
    let recorder = finding(&doctor, "recorder");
    assert!(
        recorder["message"].as_str().unwrap().contains("1 active"),
        "{recorder}"
    );
    let kept = finding(&doctor, "recordings");
    let storage = studio.storage().display().to_string();
    assert!(
        kept["message"].as_str().unwrap().contains(&storage),
        "{kept}"
    );
}

#[test]
fn doctor_names_what_a_recorder_would_fail_at() {
    let studio = Studio::new();
    let blocked = studio.home.path().join("a file");
    std::fs::write(&blocked, "").unwrap();
    studio.configure(&json!({
        "storage_path": blocked.join("memories"), "redis_url": "redis://127.0.0.1:1",
    }));
    let ran = studio.home.run(&["doctor", "--json"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    let findings: Value = serde_json::from_str(&ran.out).unwrap();
    for check in ["recordings", "redis"] {
        let found = finding(&findings, check);
        assert_eq!(found["ok"], false, "{found}");
        assert!(
            found["hint"].as_str().unwrap().contains("config --"),
            "{found}"
        );
    }
}

#[test]
fn refusals_have_the_exit_code_of_their_sort() {
    let studio = Studio::started();
    let running = studio.register("running");
    let nobody = "00000000-0000-4000-8000-000000000000";
    studio
        .run(&["status", "-s", nobody])
        .refused(3, "SESSION_NOT_FOUND");
    studio.run(&["done", "-s", nobody]).refused(3, "NOT_FOUND");
    studio
        .run(&["compile", "-s", &running])
        .refused(5, "INVALID_STATUS");
    let delete = ["session", "delete", "--yes", "-s"];
    let busy = studio.run(&[&delete[..], &[&running]].concat());
    busy.refused(5, "SESSION_IN_FLIGHT");
    studio
        .run(&[&delete[..], &["x"]].concat())
        .refused(2, "INVALID_SESSION_ID");
    register(&studio, "a/b").refused(2, "INVALID_MEMORY_NAME");
}

#[test]
fn a_004_names_nobody_can_read_or_that_mean_something_are_refused() {
    let studio = Studio::started();
    let bad = [
        "a\u{202e}txt",
        "a\u{200b}",
        "a\u{7}",
        "x (incomplete)",
        "x (incomplete) 2",
    ];
    for name in bad {
        register(&studio, name).refused(2, "INVALID_MEMORY_NAME");
    }
    // Scripts that join letters, and a dot at the end, are names as others are.
    for name in ["etc.", "می\u{200c}خواهم", "Überweisung 2"] {
        let id = register(&studio, name).ok();
        let found = studio.session(id.trim());
        assert_eq!(found["memory_path"], studio.dir(name).display().to_string());
    }
}

#[test]
fn a_001_registering_tells_where_the_recorder_will_write() {
    let mut studio = Studio::new();
    studio.configure(&json!({"storage_path": "beside"}));
    studio.start();
    let dir = studio.config_file().with_file_name("beside").join("told");
    let ran = register(&studio, "told");
    assert!(ran.err.contains(&dir.display().to_string()), "{ran:?}");
    ran.ok();
    assert!(dir.is_dir());
}

#[test]
fn trouble_comes_with_its_reason_and_what_to_do() {
    let studio = Studio::with_heartbeats(50);
    std::fs::create_dir_all(studio.dir("there")).unwrap();
    register(&studio, "there").refused(1, "File exists");
    let done = recorded(&studio, "over");
    let ran = studio.run(&["annotate", "-s", &done]);
    assert!(ran.err.contains("hint: run it in a terminal"), "{ran:?}");
    ran.refused(2, "needs a terminal");
    assert_eq!(
        studio.status(&done),
        "pending_annotation",
        "nobody opened it"
    );
    let (id, mut line) = studio.recording("lost");
    studio.cc.set_agent(None);
    line.until("session_disconnected");
    let ran = studio
        .run(&["done", "-s", &id])
        .refused(5, "INVALID_STATUS");
    assert!(ran.err.contains("--force"), "{ran:?}");
    let help = Ran::soon(studio.command("ma-core", &["--help"])).ok();
    for word in ["config.json", "MA_CC_TOKEN", "server stop", "session list"] {
        assert!(help.contains(word), "{word} is not in {help}");
    }
}

#[test]
fn what_is_deleted_here_and_what_is_not_is_told() {
    let studio = Studio::started();
    let (id, _line) = studio.recording("told");
    studio.cc.say(typed("a platypus in the pantry"));
    studio.steps(&id, 1);
    studio.run(&["done", "-s", &id]).ok();
    let recalled = || {
        let found = studio.home.json(&["recall", "platypus", "--json"]);
        found.to_string().contains("platypus in the pantry")
    };
    eventually("the step to be recalled", || recalled().then_some(()));
    let file = studio.home.path().join("all.tar.zst").display().to_string();
    let said = studio.home.run(&["backup", "-o", &file]).ok();
    let storage = studio.storage().display().to_string();
    assert!(
        said.contains(&storage) && said.contains("copy them too"),
        "{said}"
    );
    let told = studio
        .home
        .json(&["backup", "-o", &file, "--force", "--json"]);
    assert_eq!(told["left_out"], storage);
    let ran = studio.run(&["session", "delete", "-s", &id, "--yes"]);
    let forget = format!("mneme forget --session {id}");
    assert!(ran.err.contains(&forget), "{ran:?}");
    ran.ok();
    assert!(recalled(), "deleting files forgets nothing");
    studio.home.run(&["forget", "--session", &id, "--yes"]).ok();
    eventually("it to be forgotten", || (!recalled()).then_some(()));
}

#[test]
fn a_demo_says_what_it_will_not_do() {
    let mut studio = Studio::new();
    for speed in ["0", "-1", "nan", "1000"] {
        let ran = studio.run(&["demo", "--no-annotate", &format!("--speed={speed}")]);
        ran.refused(2, "--speed");
    }
    studio.start();
    let elsewhere = studio.home.path().join("elsewhere").display().to_string();
    let args = ["demo", "--no-annotate", "--storage", &elsewhere];
    let ran = studio.run(&args).refused(5, "a recorder runs already");
    assert!(ran.err.contains("leave --storage out"), "{ran:?}");
    assert!(!Path::new(&elsewhere).exists());
}

#[test]
fn a_demo_is_recorded_where_it_is_told_to() {
    let studio = Studio::new();
    let elsewhere = studio.home.path().join("elsewhere").display().to_string();
    let args = ["demo", "--speed", "20", "--storage", &elsewhere];
    // Without a terminal it says how to go on in one.
    let said = studio.run(&args).ok();
    assert!(said.contains("memory-archive annotate --session"), "{said}");
    let dir = format!("{elsewhere}/export-the-invoice");
    assert!(said.contains(&dir), "{said}");
    let metadata = super::studio::read_metadata(Path::new(&dir));
    let lacks = metadata.steps.iter().any(|step| {
        let all = [
            &step.before_image_path,
            &step.image_path,
            &step.after_image_path,
        ];
        step.success && all.iter().any(|picture| picture.is_none())
    });
    assert_eq!(said.contains("are missing"), lacks, "{said}");
    assert_eq!(said.contains("with their pictures"), !lacks, "{said}");
    studio.sound(Path::new(&dir));
}

//! `mneme timeline`: the same questions, with a server or without one.

use super::Daemon;
use crate::support::Home;

#[test]
fn the_answers_are_the_same_with_a_server_and_without_one() {
    let daemon = Daemon::with_contents();
    let home = &daemon.home;
    let ask = |args: &[&str]| home.run_soon(&[&["timeline"], args].concat()).ok();
    let events = ["events", "--from", "2026-01-30", "--to", "2026-01-30"];
    let questions: [&[&str]; 4] = [
        &events,
        &["root"],
        &["node", "toc:day:2026-01-30"],
        &["browse", "toc:year:2026", "--json"],
    ];
    let served = questions.map(ask);
    assert!(ask(&["jobs"]).starts_with("Scheduler: Running\n"));
    assert_eq!(
        ask(&["jobs", "pause", "hourly-rollup"]),
        "Job 'hourly-rollup' paused\n"
    );
    home.run_soon(&["timeline", "jobs", "pause", "nosuch"])
        .refused(3, "[no_such_job]");
    home.run_soon(&["timeline", "events", "--from", "9", "--to", "8"])
        .refused(2, "[bad_time]");
    assert!(ask(&["stats"]).contains("events: 6 entries"));
    daemon.run(&["stop"]).ok();
    assert_eq!(questions.map(ask), served);
    assert_eq!(ask(&["jobs"]), "Scheduler: Stopped\n");
    assert!(ask(&["stats"]).contains("events: 6 entries"));
    assert!(ask(&["rebuild", "--dry-run"]).starts_with("Dry run"));
    assert!(ask(&["compact"]).contains("Compaction complete"));
    home.run_soon(&["timeline", "-e", "http://127.0.0.1:1", "root"])
        .refused(5, "[not_serving]");
    home.run_soon(&["timeline", "-e", "http://127.0.0.1:1", "stats"])
        .refused(2, "--data-dir");
}

#[test]
fn what_was_said_to_a_command_appears_in_the_timeline_without_a_server() {
    let home = Home::new();
    home.run(&["timeline", "root"]).refused(3, "[no_store]");
    let events = r#"{"session": "s1", "role": "user", "text": "How do we deploy the billing service to staging?", "occurred_at": "2026-01-30T10:00:00Z"}
{"session": "s1", "role": "assistant", "text": "Billing deploys need the approval of Ann before they go to staging.", "occurred_at": "2026-01-30T10:00:05Z"}
"#;
    home.run_with(&["import", "-"], events.as_bytes()).ok();
    let shown = home.run(&["timeline", "root"]).ok();
    assert_eq!(
        shown,
        "TOC Root Nodes:\n- toc:year:2026 \"2026\" (1 child)\n"
    );
    let day = home.run(&["timeline", "node", "toc:day:2026-01-30"]).ok();
    assert!(
        day.contains("Level: Day\n") && day.contains("(grip:"),
        "{day}"
    );
}

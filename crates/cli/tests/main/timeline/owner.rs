//! `mneme timeline` for whoever owns the data directory: any namespace, paused jobs, clear refusals.

use super::Daemon;
use super::line::talk;
use crate::support::{HURRIED, Home, Server, eventually, sqlite};

const TEAM: &str = r#"{"session": "s1", "role": "user", "text": "How do we deploy the billing service to staging?", "occurred_at": "2025-03-04T10:00:00Z"}
{"session": "s1", "role": "assistant", "text": "Billing deploys need the approval of Ann before they go to staging.", "occurred_at": "2025-03-04T10:00:05Z"}
"#;

fn import(home: &Home, namespace: &str) {
    let args = ["import", "-", "--namespace", namespace];
    home.run_with(&args, TEAM.as_bytes()).ok();
}

fn asks_about_the_team(home: &Home) {
    let ask = |args: &[&str]| home.run_soon(&[&["timeline", "--namespace", "team"], args].concat());
    let year = eventually("the team's year", || {
        let root = ask(&["root"]).ok();
        root.contains("toc:year:2025").then_some(root)
    });
    assert!(year.contains("(1 child)"), "{year}");
    assert!(ask(&["stats"]).ok().contains("events: 2 entries"));
    let shown = ask(&["rebuild", "--dry-run"]).ok();
    assert!(shown.contains("events: 2\n"), "{shown}");
    let own = home.run_soon(&["timeline", "stats"]).ok();
    assert!(own.contains("events: 0 entries"), "{own}");
    let nobody = ["timeline", "--namespace", "nobody", "root"];
    home.run_soon(&nobody).refused(3, "[no_such_namespace]");
    let elsewhere = ["-e", "http://127.0.0.1:1", "root"];
    ask(&elsewhere).refused(2, "[bad_request]");
}

#[test]
fn any_namespace_can_be_asked_about_with_a_server_and_without_one() {
    let home = Home::with_settings(HURRIED);
    import(&home, "team");
    asks_about_the_team(&home);
    // The timeline's own door is closed: its owner needs none.
    let server = Server::start(&home);
    asks_about_the_team(&home);
    server.assert_sound();
}

#[test]
fn what_is_not_there_is_refused() {
    let home = Home::new();
    import(&home, "default");
    let ask = |args: &[&str]| home.run_soon(&[&["timeline"], args].concat());
    let node = ask(&["node", "toc:year:1999"]).refused(3, "[no_such_node]");
    assert!(
        node.err.contains("Node not found: toc:year:1999"),
        "{node:?}"
    );
    assert!(node.err.contains("mneme timeline browse"), "{node:?}");
    ask(&["node", "toc:year:1999", "--json"]).refused(3, "no_such_node");
    ask(&["browse", "toc:year:1999"]).refused(3, "[no_such_node]");
    ask(&["search", "-q", "x", "--node", "toc:year:1999"]).refused(3, "[no_such_node]");
    ask(&["expand", "grip:none"]).refused(3, "[no_such_grip]");
    let nonsense = ask(&["-e", "nonsense", "root"]).refused(2, "'nonsense' is no address");
    assert!(nonsense.err.contains("http://[::1]:50051"), "{nonsense:?}");
    let resumed = ask(&["jobs", "resume", "hourly-rollup"]).refused(5, "[not_serving]");
    assert!(resumed.err.contains("mneme serve"), "{resumed:?}");
}

fn pause(home: &Home) {
    for job in ["segment-summarizer", "hourly-rollup"] {
        home.run_soon(&["timeline", "jobs", "pause", job]).ok();
    }
}

#[test]
fn paused_jobs_make_nothing_in_a_command_either() {
    let home = Home::new();
    let server = Server::start(&home);
    pause(&home);
    server.stop();
    import(&home, "default");
    let root = home.run_soon(&["timeline", "root"]).ok();
    assert_eq!(root, "No TOC nodes found.\n");
    let dry = home.run_soon(&["timeline", "rebuild", "--dry-run"]).ok();
    assert!(dry.contains("days, weeks, months and years: 4\n"), "{dry}");
    let root = home.run_soon(&["timeline", "root"]).ok();
    assert_eq!(root, "No TOC nodes found.\n", "a dry run makes nothing");
}

#[test]
fn forgetting_leaves_no_day_bare_while_jobs_are_paused() {
    let daemon = Daemon::started();
    let home = &daemon.home;
    daemon.line().tell_all(talk());
    let day = || home.run_soon(&["timeline", "node", "toc:year:2026"]);
    let told = |shown: &str| shown.contains("Summary: ") && shown.contains("(grip:");
    eventually("the year", || told(&day().out).then_some(()));
    pause(home);
    home.run_soon(&["forget", "01HXYZABC001", "--yes"]).ok();
    eventually("the rest of the year", || told(&day().out).then_some(()));
    daemon.run(&["stop"]).ok();
    home.run_soon(&["forget", "01HXYZABC003", "--yes"]).ok();
    let shown = day().ok();
    assert!(told(&shown), "{shown}");
    assert!(!shown.contains("outlive"), "{shown}");
}

#[test]
fn contents_that_tell_of_nothing_are_found_and_mended() {
    let home = Home::new();
    import(&home, "default");
    let before = home.run_soon(&["timeline", "node", "toc:year:2025"]).ok();
    assert!(home.run(&["verify"]).ok().contains("5 nodes of contents"));
    sqlite(
        &home,
        &["UPDATE toc SET first_seq = 99 WHERE session IS NOT NULL"],
    );
    let found = home.run(&["verify"]).refused(6, "[verify_failed]");
    let told = "contents of default: 1 segments name events that are not there";
    assert!(found.err.contains(told), "{found:?}");
    assert!(found.err.contains("mneme timeline rebuild"), "{found:?}");
    let doctor = home.run(&["doctor"]);
    assert_eq!(doctor.code, 1, "{doctor:?}");
    assert!(doctor.out.contains("[error] contents: "), "{doctor:?}");
    home.run(&["timeline", "rebuild"]).ok();
    home.run(&["verify"]).ok();
    let after = home.run_soon(&["timeline", "node", "toc:year:2025"]).ok();
    let plain = |text: &str| text.replace("Version: 2", "Version: 1");
    assert_eq!(plain(&after), plain(&before));
}

#[test]
fn contents_that_do_not_open_are_mended_by_what_the_hint_names() {
    let home = Home::new();
    import(&home, "default");
    let before = home.run_soon(&["timeline", "root"]).ok();
    assert!(before.contains("toc:year:2025"), "{before}");
    sqlite(&home, &["UPDATE toc SET body = zeroblob(length(body))"]);
    let refused = home.run(&["timeline", "root"]);
    let refused = refused.refused(6, "[storage_corrupt]");
    assert!(refused.err.contains("table toc, row "), "{refused:?}");
    assert!(
        refused.err.contains("`mneme timeline rebuild`"),
        "{refused:?}"
    );
    assert!(!refused.err.contains("mneme restore"), "{refused:?}");
    home.run(&["timeline", "rebuild"]).ok();
    home.run(&["verify"]).ok();
    let after = home.run_soon(&["timeline", "root"]).ok();
    assert!(after.contains("toc:year:2025"), "{after}");
}

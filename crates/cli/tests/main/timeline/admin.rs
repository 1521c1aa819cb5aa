//! `memory-daemon admin`, while the daemon runs and while it does not.

use super::line::{MORNING, event, talk};
use super::{Daemon, settled};
use crate::support::eventually;

/// Numbers as `#`, since sizes and counts of parts differ.
fn figures(text: &str) -> String {
    let mut shown = String::new();
    for c in text.chars() {
        match c {
            '0'..='9' | ',' | '.' if shown.ends_with('#') => {}
            '0'..='9' => shown.push('#'),
            c => shown.push(c),
        }
    }
    shown
}

const STATS: &str = "Database Statistics:
Path: <path>
Size: # MB
Column Families:
  events: # entries# MB
  toc: # entries# MB
  grips: # entries# MB
  outbox: # entries# MB
SQLite Info:
  Compaction: # pending
  WAL: # MB
";

#[test]
fn t_061_statistics_and_compaction() {
    let daemon = Daemon::started();
    daemon.line().tell_all(talk());
    let path = daemon.db.to_str().unwrap().to_owned();
    let shown = |daemon: &Daemon| {
        let text = daemon.run(&["admin", "stats"]).ok();
        // How many bytes it is decides about the unit.
        let text = settled(&text, &[(&path, "<path>")]).replace(" KB", " MB");
        figures(&text).replace(", #", "#")
    };
    assert_eq!(shown(&daemon), STATS);
    let stats = daemon.json(&["admin", "--json", "stats"]);
    assert_eq!(stats["families"][0]["name"], "events");
    assert_eq!(stats["families"][0]["entries"], 6);
    for args in [
        &["admin", "compact"][..],
        &["admin", "compact", "--cf", "events"],
        &["admin", "compact", "--cf", "toc"],
        &["admin", "compact", "--cf", "toc_latest"],
    ] {
        let told = daemon.run(args).ok();
        assert!(
            told.lines()
                .last()
                .unwrap()
                .starts_with("Compaction complete: "),
            "{told}"
        );
    }
    let all = daemon.run(&["admin", "compact"]).ok();
    let parts: Vec<&str> = all
        .lines()
        .filter_map(|line| line.strip_prefix("Compacted "))
        .collect();
    assert_eq!(parts, ["events", "toc", "grips", "outbox"]);
    daemon
        .run(&["admin", "compact", "--cf", "default"])
        .refused(1, "default");
    daemon.run(&["stop"]).ok();
    assert_eq!(shown(&daemon), STATS, "and without a daemon");
    daemon.run(&["admin", "compact", "--cf", "grips"]).ok();
}

#[test]
fn t_103_counts_sizes_and_times_have_their_forms() {
    let daemon = Daemon::started();
    let mut line = daemon.line();
    let role = mneme_wire::proto::EventRole::User;
    for n in 0..1_234 {
        line.tell(event(&format!("e{n}"), "s", MORNING + n, role, "word"));
    }
    let status = daemon.run(&["status"]).ok();
    assert!(status.contains("\nEvents stored: 1,234\n"), "{status}");
    let stats = daemon.run(&["admin", "stats"]).ok();
    assert!(stats.contains("\n  events: 1,234 entries, "), "{stats}");
    let size = stats
        .lines()
        .find_map(|line| line.strip_prefix("Size: "))
        .unwrap();
    let (number, unit) = size.split_once(' ').unwrap();
    assert_eq!(
        (unit, number.split_once('.').unwrap().1.len()),
        ("MB", 1),
        "{size}"
    );
    let uptime = eventually("a second to pass", || {
        let status = daemon.run(&["status"]).ok();
        let uptime = status
            .lines()
            .find_map(|line| line.strip_prefix("Uptime: "))?
            .to_owned();
        (uptime != "0s").then_some(uptime)
    });
    assert!(
        uptime.ends_with('s')
            && uptime
                .trim_end_matches('s')
                .chars()
                .all(|c| c.is_ascii_digit() || "m ".contains(c)),
        "{uptime}"
    );
}

#[test]
fn t_046_a_rebuild_is_previewed_and_keeps_ids() {
    let daemon = Daemon::with_contents();
    let day = || daemon.json(&["query", "node", "toc:day:2026-01-30", "--json"])["node"].clone();
    let before = day();
    assert_ne!(before["bullets"], serde_json::json!([]));
    let preview = daemon.run(&["admin", "rebuild-toc", "--dry-run"]).ok();
    let expected = "Dry run: nothing was changed. A rebuild would read and make:
  events: 6
  sessions: 1
  segments: 1 (before: 1)
  days, weeks, months and years: 4
";
    assert_eq!(preview, expected);
    assert_eq!(day(), before);
    let rebuilt = daemon.run(&["admin", "rebuild-toc"]).ok();
    assert!(
        rebuilt.starts_with("TOC rebuilt:\n  events: 6\n  sessions: 1\n  segments: 1 "),
        "{rebuilt}"
    );
    assert_eq!(day()["childNodeIds"], before["childNodeIds"]);
    assert_eq!(day()["bullets"], before["bullets"]);
    daemon
        .run(&["admin", "rebuild-toc", "--from-date", "2026-01-01"])
        .ok();
    daemon
        .run(&["admin", "rebuild-toc", "--from-date", "soon"])
        .refused(2, "soon");
    daemon.run(&["stop"]).ok();
    daemon.run(&["admin", "rebuild-toc"]).ok();
}

#[test]
fn t_047_a_rebuild_from_a_date_leaves_older_nodes_alone() {
    const DAYS: i64 = 20 * 86_400_000;
    let daemon = Daemon::started();
    let mut line = daemon.line();
    line.tell_all(talk());
    line.tell_all(talk().into_iter().map(|event| mneme_wire::proto::Event {
        event_id: format!("older-{}", event.event_id),
        session_id: String::from("older"),
        timestamp_ms: event.timestamp_ms - DAYS,
        ..event
    }));
    let node = |id: &str| daemon.json(&["query", "node", id, "--json"])["node"].clone();
    let made = |id: &str| {
        eventually(id, || {
            let node = node(id);
            (!node["bullets"].as_array()?.is_empty()).then_some(node)
        })
    };
    let (older, day) = (made("toc:day:2026-01-10"), made("toc:day:2026-01-30"));
    let args = ["admin", "rebuild-toc", "--from-date", "2026-01-20"];
    let rebuilt = daemon.run(&args).ok();
    assert!(
        rebuilt.starts_with("TOC rebuilt:\n  events: 6\n"),
        "{rebuilt}"
    );
    assert_eq!(node("toc:day:2026-01-10"), older);
    assert_eq!(
        node("toc:day:2026-01-30")["childNodeIds"],
        day["childNodeIds"]
    );
}

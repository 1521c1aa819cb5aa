//! `memory-daemon query`: what people see, whole.

use serde_json::{Value, json};

use super::Daemon;
use super::line::{MORNING, event, talk};

fn node(daemon: &Daemon, id: &str) -> Value {
    daemon.json(&["query", "--format", "json", "node", id])["node"].clone()
}

fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name]
        .as_str()
        .unwrap_or_else(|| panic!("no {name} in {value}"))
}

#[test]
fn t_059_years_and_a_node_print_their_lines() {
    let daemon = Daemon::with_contents();
    let shown = daemon.run(&["query", "root"]).ok();
    assert_eq!(
        shown,
        "TOC Root Nodes:\n- toc:year:2026 \"2026\" (1 child)\n"
    );
    let year = node(&daemon, "toc:year:2026");
    let (summary, version) = (text(&year, "summary"), &year["version"]);
    let keywords = year["keywords"].as_array().unwrap().iter();
    let keywords: Vec<&str> = keywords.filter_map(Value::as_str).collect();
    let shown = daemon.run(&["query", "node", "toc:year:2026"]).ok();
    let (lines, bullets) = shown.split_once("Bullets:\n").unwrap();
    let expected = format!(
        "Node: toc:year:2026
Title: 2026
Level: Year
Summary: {summary}
Keywords: {}
Children: 1
Time Range: 2026-01-01 to 2026-12-31
Version: {version}
",
        keywords.join(", ")
    );
    assert_eq!(lines, expected);
    let is_bullet = |line: &str| line.starts_with("- ") && line.contains("(grip:");
    assert!(bullets.lines().all(is_bullet), "{shown}");
}

#[test]
fn t_059_children_print_their_lines() {
    let daemon = Daemon::with_contents();
    let browse = |id: &str| daemon.run(&["query", "browse", id]).ok();
    let expected = "Children of toc:year:2026:
1. toc:month:2026-01 \"January 2026\"
Page 1 of 1 (has_more: false)
";
    assert_eq!(browse("toc:year:2026"), expected);
    let day = node(&daemon, "toc:day:2026-01-30");
    let segment = day["childNodeIds"][0].as_str().unwrap();
    let title = node(&daemon, segment);
    let title = text(&title, "title");
    let expected = format!(
        "Children of toc:day:2026-01-30:
1. {segment} \"{title}\"
Page 1 of 1 (has_more: false)
"
    );
    assert_eq!(browse("toc:day:2026-01-30"), expected);
}

#[test]
fn t_059_a_grip_prints_its_lines() {
    let daemon = Daemon::with_contents();
    let day = node(&daemon, "toc:day:2026-01-30");
    let grip = day["bullets"][0]["gripIds"][0].as_str().unwrap();
    let expanded = daemon.json(&["query", "expand", grip, "--json"]);
    let excerpt = text(&expanded["grip"], "excerpt");
    let around = ["--before", "1", "--after", "0"];
    let shown = daemon
        .run(&[&["query", "expand", grip], &around[..]].concat())
        .ok();
    let lines: Vec<&str> = shown.lines().collect();
    assert_eq!(lines[0], format!("Grip: {grip}"));
    assert_eq!(lines[1], format!("Excerpt: \"{excerpt}\""));
    assert_eq!(lines[2], "Source: segment_summarizer");
    assert!(lines[3].starts_with("Time: 2026-01-30 10:00:"), "{shown}");
    assert_eq!(lines[4..6], ["Context:", "--- BEFORE ---"]);
    let words = |name: &str, n: usize| {
        let event = &expanded[name][n];
        let role = if event["role"] == 1 {
            "USER"
        } else {
            "ASSISTANT"
        };
        format!("[{role}] {}", text(event, "text"))
    };
    let before = expanded["eventsBefore"].as_array().unwrap().len();
    let mut rest = vec![String::from("--- EXCERPT ---"), words("excerptEvents", 0)];
    rest.push(String::from("--- AFTER ---"));
    if before > 0 {
        rest.insert(0, words("eventsBefore", before - 1));
    }
    assert_eq!(lines[6..], rest);
}

#[test]
fn t_060_events_are_followed_by_counts() {
    let daemon = Daemon::started();
    daemon.line().tell_all(talk());
    let (from, to) = (MORNING.to_string(), (MORNING + 60_000).to_string());
    let shown = daemon
        .run(&["query", "events", "--from", &from, "--to", &to])
        .ok();
    let expected = "Events (1769767200000 - 1769767260000):
1. 01HXYZABC000 [USER] 2026-01-30 10:00:00
   \"What is Rust and why should I use it for memory safety?\"
2. 01HXYZABC001 [ASSISTANT] 2026-01-30 10:00:05
   \"Rust is a systems programming language focused on safety. Its ownership system prevents data races at compile time.\"
3. 01HXYZABC002 [USER] 2026-01-30 10:00:10
   \"How does the borrow checker enforce ownership rules?\"
4. 01HXYZABC003 [ASSISTANT] 2026-01-30 10:00:15
   \"The borrow checker enforces that references never outlive the value they point to.\"
5. 01HXYZABC004 [TOOL] 2026-01-30 10:00:20
   \"File contents: fn main() { println!(\"Hello\"); }\"
6. 01HXYZABC005 [USER] 2026-01-30 10:00:25
   \"What about lifetimes in function signatures?\"
Total: 6 events (has_more: false)
6 found (user: 3, assistant: 2, tool: 1)
";
    assert_eq!(shown, expected);
    let two = daemon
        .run(&["query", "events", "--from", &from, "--to", &to, "-l", "2"])
        .ok();
    assert!(
        two.ends_with("Total: 2 events (has_more: true)\n2 found (user: 1, assistant: 1)\n"),
        "{two}"
    );
    let day = daemon
        .run(&[
            "query",
            "events",
            "--from",
            "2026-01-30",
            "--to",
            "2026-01-30",
        ])
        .ok();
    assert!(day.contains("6 found"), "{day}");
    let none = daemon
        .run(&["query", "events", "--from", "0", "--to", "9"])
        .ok();
    assert_eq!(none, "No events found in time range.\n");
}

#[test]
fn what_is_not_there_is_told_and_is_no_failure() {
    let daemon = Daemon::started();
    let ask = |args: &[&str]| daemon.run(&[&["query"], args].concat()).ok();
    assert_eq!(ask(&["root"]), "No TOC nodes found.\n");
    assert_eq!(
        ask(&["node", "toc:year:1999"]),
        "Node not found: toc:year:1999\n"
    );
    assert_eq!(
        ask(&["browse", "toc:year:1999"]),
        "Node not found: toc:year:1999\n"
    );
    assert_eq!(ask(&["expand", "grip:nope"]), "Grip not found: grip:nope\n");
    assert_eq!(
        daemon.json(&["query", "--json", "node", "toc:year:1999"]),
        json!({})
    );
}

#[test]
fn what_the_server_refuses_is_a_failure() {
    let daemon = Daemon::started();
    daemon
        .run(&["query", "node", ""])
        .refused(1, "node_id is required");
    daemon
        .run(&["query", "browse", "toc:year:2026", "-t", "x"])
        .refused(1, "continuation_token");
    let refused = daemon
        .run(&["query", "node", "", "--json"])
        .refused(1, "node_id");
    assert!(
        refused.fault()["error"]
            .as_str()
            .unwrap()
            .contains("node_id is required")
    );
}

#[test]
fn events_as_json_are_as_the_reference_shows_them() {
    let daemon = Daemon::started();
    daemon.line().tell_all(talk().into_iter().take(1));
    let shown = daemon.json(&[
        "query",
        "events",
        "--from",
        "0",
        "--to",
        "2026-12-31",
        "--format",
        "json",
    ]);
    let event = json!({
        "eventId": "01HXYZABC000", "sessionId": "session-1", "timestampMs": "1769767200000",
        "eventType": 2, "role": 1, "text": "What is Rust and why should I use it for memory safety?",
        "metadata": {},
    });
    assert_eq!(shown, json!({"events": [event], "hasMore": false}));
}

#[test]
fn words_of_others_do_not_move_the_cursor() {
    let daemon = Daemon::started();
    let role = mneme_wire::proto::EventRole::User;
    let odd = "one\n\ttwo \u{1b}[2J\u{7} ".to_owned() + &"日本語".repeat(200);
    daemon.line().tell(event("id", "s", 5, role, &odd));
    let shown = daemon
        .run(&["query", "events", "--from", "0", "--to", "9"])
        .ok();
    assert!(
        !shown.contains('\u{1b}') && !shown.contains('\u{7}'),
        "{shown}"
    );
    assert!(
        shown.contains("\"one two \\u{1b}[2J\\u{7} 日本語"),
        "{shown}"
    );
    assert!(
        shown.contains("…\"\n"),
        "a long text is cut at a character: {shown}"
    );
}

#[test]
fn words_are_searched_in_a_node_and_below_one() {
    let daemon = Daemon::with_contents();
    let search = |more: &[&str]| {
        let start = ["query", "search", "--query", "ownership"];
        daemon.run(&[&start[..], more].concat()).ok()
    };
    let day = search(&["--node", "toc:day:2026-01-30"]);
    assert!(
        day.starts_with("Matches for \"ownership\" in toc:day:2026-01-30:\n"),
        "{day}"
    );
    let only = search(&["--node", "toc:day:2026-01-30", "--fields", "bullets"]);
    let in_bullets = |line: &str| line.starts_with("   bullets: ") && line.contains("(grip:");
    assert!(only.lines().skip(1).all(in_bullets), "{only}");
    let years = search(&["--limit", "1"]);
    assert!(
        years.contains("1. toc:year:2026 \"2026\" [Year] "),
        "{years}"
    );
    assert!(
        years.ends_with("Total: 1 node (has_more: false)\n"),
        "{years}"
    );
    let none = daemon
        .run(&["query", "search", "--query", "zzzunsaid"])
        .ok();
    assert_eq!(none, "No matches for \"zzzunsaid\".\n");
}

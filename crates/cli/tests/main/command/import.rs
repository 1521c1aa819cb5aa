//! `mneme import`.

use serde_json::{Value, json};

use super::both_ways;
use crate::support::{Home, Ran};

const LINES: [&str; 5] = [
    r#"{"session":"s","speaker":"Ann","text":"First line.","occurred_at":"2025-01-01T00:00:00Z"}"#,
    r#"{"content":"Second line is a memory.","tags":["t"]}"#,
    "",
    r#"{"id":"named","session":"s","text":"Fourth line."}"#,
    r#"{"session":"s","text":"First line."}"#,
];

fn write(home: &Home, lines: &[&str]) -> String {
    let path = home.path().join("lines.jsonl");
    std::fs::write(&path, lines.join("\n")).unwrap();
    path.to_str().unwrap().to_owned()
}

fn counts(home: &Home) -> (Value, usize) {
    let events = home.json(&["events", "--json"]);
    let memories = home.json(&["list", "--json"])["count"].take();
    (memories, events["events"].as_array().unwrap().len())
}

#[test]
fn a_file_is_imported_once_however_often_it_is_read() {
    both_ways(|home| {
        let file = write(home, &LINES);
        let first = home.json(&["import", &file, "--json"]);
        assert_eq!(
            first,
            json!({ "lines": 5, "events": 3, "memories": 1, "known_already": 0, "forgotten": 0 })
        );
        let again = home.json(&["import", &file, "--json"]);
        assert_eq!(
            again,
            json!({ "lines": 5, "events": 0, "memories": 0, "known_already": 4, "forgotten": 0 })
        );
        let piped = home
            .run_with(&["import", "-"], LINES.join("\n").as_bytes())
            .ok();
        assert_eq!(
            piped,
            "imported 0 events and 0 memories; 4 were known already\n"
        );
        assert_eq!(counts(home), (json!(1), 3));
        let named = home.json(&["recall", "fourth line", "--kind", "event", "--json"]);
        assert_eq!(named["memories"][0]["memory"]["id"], "named");
    });
}

#[test]
fn standard_input_is_imported_like_a_file() {
    both_ways(|home| {
        let piped = home.run_with(&["import", "-", "--json"], LINES.join("\r\n").as_bytes());
        assert_eq!(piped.json()["events"], 3);
        assert_eq!(counts(home), (json!(1), 3));
    });
}

/// Imports a bad fourth line: named, refused; mended, everything is there.
fn check_bad_line(home: &Home, bad: &str, code: &str) {
    let mut lines = LINES;
    lines[3] = bad;
    let refused: Ran = home.run(&["import", &write(home, &lines)]).refused(2, code);
    assert!(refused.err.contains("line 4"), "{refused:?}");
    home.run(&["import", &write(home, &LINES)]).ok();
    assert_eq!(
        counts(home),
        (json!(1), 3),
        "nothing is lost, nothing is doubled"
    );
}

#[test]
fn a_line_that_cannot_be_read_is_named_and_nothing_is_lost() {
    both_ways(|home| check_bad_line(home, "{not json", "[bad_file]"));
    both_ways(|home| check_bad_line(home, "[1, 2]", "[bad_file]"));
    both_ways(|home| check_bad_line(home, r#"{"session":"s"}"#, "[bad_file]"));
    both_ways(|home| check_bad_line(home, r#"{"content":7}"#, "[bad_file]"));
}

#[test]
fn a_line_that_is_refused_is_named_and_nothing_is_lost() {
    both_ways(|home| check_bad_line(home, r#"{"session":"","text":"x"}"#, "[bad_name]"));
    both_ways(|home| check_bad_line(home, r#"{"content":""}"#, "[content_empty]"));
    let late = r#"{"session":"s","text":"x","occurred_at":"late"}"#;
    both_ways(|home| check_bad_line(home, late, "[bad_time]"));
}

#[test]
fn lines_that_are_no_text_or_far_too_long_are_named() {
    let home = Home::new();
    let path = home.path().join("bytes.jsonl");
    std::fs::write(&path, b"{\"content\":\"ok\"}\n{\"content\":\"\xff\"}\n").unwrap();
    let refused = home
        .run(&["import", path.to_str().unwrap()])
        .refused(2, "[bad_file]");
    assert!(refused.err.contains("line 2: not UTF-8"), "{refused:?}");
    let long = format!("{{\"content\":\"{}\"}}\n", "x".repeat(101 * 1024 * 1024));
    std::fs::write(&path, long).unwrap();
    let refused = home
        .run(&["import", path.to_str().unwrap()])
        .refused(2, "[bad_file]");
    assert!(refused.err.contains("line 1"), "{refused:?}");
}

#[test]
fn a_file_that_is_not_there_is_told() {
    let home = Home::new();
    home.run(&["import", "nowhere.jsonl"])
        .refused(2, "[bad_file]");
    let fault = home
        .run(&["import", "nowhere.jsonl", "--json"])
        .refused(2, "bad_file")
        .fault();
    assert!(fault["error"].as_str().unwrap().contains("nowhere.jsonl"));
    let dir = home.path().to_str().unwrap().to_owned();
    home.run(&["import", &dir]).refused(2, "[bad_file]");
    assert_eq!(
        home.run_with(&["import", "-"], b"").ok().lines().count(),
        1,
        "nothing is fine"
    );
}

#[test]
fn a_long_file_is_imported_whole() {
    both_ways(|home| {
        let line = |n: usize| match n % 2 {
            0 => format!(
                "{{\"session\":\"s{}\",\"text\":\"Event {n} of many.\"}}",
                n / 50
            ),
            _ => format!("{{\"content\":\"Memory {n} of many.\"}}"),
        };
        let lines: Vec<String> = (0..2_501).map(line).collect();
        let imported = home
            .run_with(&["import", "-", "--json"], lines.join("\n").as_bytes())
            .json();
        assert_eq!(
            (&imported["events"], &imported["memories"]),
            (&json!(1_251), &json!(1_250))
        );
        let status = home.json(&["status", "--json"]);
        assert_eq!(
            (
                &status["namespaces"][0]["events"],
                &status["namespaces"][0]["memories"]
            ),
            (&json!(1_251), &json!(1_250))
        );
    });
}

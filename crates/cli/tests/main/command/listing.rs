//! List, events, and questions that are wrong.

use serde_json::json;

use super::both_ways;

#[test]
fn lists_continue_where_they_ended() {
    both_ways(|home| {
        let lines: String = (0..5)
            .map(|n| {
                format!(
                    "{{\"content\":\"Fact {n}.\"}}\n{{\"session\":\"s\",\"text\":\"Event {n}.\"}}\n"
                )
            })
            .collect();
        home.run_with(&["import", "-"], lines.as_bytes()).ok();
        for (command, noun) in [("list", "Fact"), ("events", "Event")] {
            let first = home.run(&[command, "-n", "3"]).ok();
            let last = first.lines().last().unwrap();
            let cursor = last
                .strip_prefix(&format!("more: mneme {command} --cursor "))
                .unwrap();
            let second = home.run(&[command, "--cursor", cursor]).ok();
            for n in 0..5 {
                let word = format!("{noun} {n}.");
                assert_eq!(
                    (first.contains(&word), second.contains(&word)),
                    (n < 3, n >= 3)
                );
            }
        }
    });
}

#[test]
fn what_is_not_believed_any_more_is_marked_in_a_list() {
    both_ways(|home| {
        let store = |text: &str| home.json(&["remember", text, "--json"])["id"].clone();
        let (old, new) = (store("The gate is red."), store("The gate is blue now."));
        let (old, new) = (old.as_str().unwrap(), new.as_str().unwrap());
        home.run(&["supersede", old, new]).ok();
        let shown = home.run(&["list"]).ok();
        let line = |id: &str| shown.lines().find(|line| line.contains(id)).unwrap();
        assert!(line(old).contains(" · superseded"), "{shown}");
        assert!(
            !line(new).contains("superseded") && !line(new).contains("active"),
            "{shown}"
        );
    });
}

#[test]
fn nothing_that_is_kept_moves_the_cursor_or_turns_a_line_around() {
    both_ways(|home| {
        let odd = "invoice\u{202e}fdp.exe \u{1b}[31mred\u{7} \u{2066}turned\u{2069}\u{200b}";
        let line = json!({ "content": odd, "tags": ["\u{202e}gat"] }).to_string();
        home.run_with(&["import", "-"], line.as_bytes()).ok();
        let event = json!({ "session": "s\u{202e}", "speaker": "A\u{202e}nn", "text": odd });
        home.run_with(&["import", "-"], event.to_string().as_bytes())
            .ok();
        let unsafe_ = |c: char| {
            let turns = matches!(c, '\u{200b}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
            turns || c.is_control() && c != '\n'
        };
        for args in [
            &["list"][..],
            &["list", "--json"],
            &["events"],
            &["events", "--json"],
            &["recall", "invoice"],
            &["recall", "invoice", "--json"],
        ] {
            let shown = home.run(args).ok();
            assert!(shown.contains("invoice"), "{args:?}: {shown}");
            assert!(!shown.contains(unsafe_), "{args:?}: {shown:?}");
        }
        let listed = home.json(&["list", "--json"]);
        assert_eq!(
            listed["memories"][0]["content"], odd,
            "it says what it said"
        );
    });
}

#[test]
fn events_are_shown_by_session_and_time() {
    both_ways(|home| {
        home.run(&["key"]).ok();
        assert_eq!(home.run(&["events"]).ok(), "nothing happened there\n");
        let lines = r#"{"id":"e1","session":"am","speaker":"Ann","text":"Good morning.","occurred_at":"2025-01-01T08:00:00Z"}
{"id":"e2","session":"pm","role":"assistant","text":"Good night.","occurred_at":"2025-01-01T22:00:00Z"}"#;
        home.run_with(&["import", "-"], lines.as_bytes()).ok();
        let shown = home.run(&["events"]).ok();
        assert_eq!(
            shown,
            "2025-01-01 08:00  am  Ann: Good morning.  e1\n2025-01-01 22:00  pm  assistant: Good night.  e2\n"
        );
        let morning = home.json(&["events", "--session", "am", "--json"]);
        assert_eq!(morning["events"].as_array().unwrap().len(), 1);
        let late = home.json(&["events", "--from", "2025-01-01T12:00:00Z", "--json"]);
        assert_eq!(late["events"][0]["content"], "Good night.");
        let none = home.json(&["events", "--to", "2024-12-31", "--json"]);
        assert_eq!(none["events"], json!([]));
    });
}

#[test]
fn a_wrong_question_ends_with_the_code_of_its_kind() {
    both_ways(|home| {
        home.run(&["remember", ""]).refused(2, "[content_empty]");
        home.run(&["remember", "x", "--tag", ""])
            .refused(2, "[bad_tags]");
        home.run(&["remember", "x", "--at", "soon"])
            .refused(2, "[bad_time]");
        home.run(&["recall", " "]).refused(2, "[query_empty]");
        home.run(&["recall", "x", "-n", "0"])
            .refused(2, "[bad_limit]");
        home.run(&["recall", "x", "--as-of", "then"])
            .refused(2, "[bad_time]");
        home.run(&["list", "--cursor", "x"])
            .refused(2, "[bad_cursor]");
        home.run(&["list", "--limit", "0"])
            .refused(2, "[bad_limit]");
        home.run(&["events", "--cursor", "x"])
            .refused(2, "[bad_cursor]");
        home.run(&["list", "--limit", "ten"])
            .refused(2, "invalid value");
        home.run(&["forget-everything"])
            .refused(2, "unrecognized subcommand");
        let fault = home
            .run(&["recall", "", "--json"])
            .refused(2, "query_empty")
            .fault();
        assert_eq!(
            fault,
            json!({ "error": "query is empty", "code": "query_empty" })
        );
        assert_eq!(home.json(&["list", "--json"])["count"], 0);
    });
}

#[test]
fn a_list_shows_the_tags_of_a_memory() {
    both_ways(|home| {
        home.run(&["remember", "Tabs.", "--tag", "style", "--tag", "go"])
            .ok();
        home.run(&["remember", "Plain."]).ok();
        let shown = home.run(&["list"]).ok();
        assert_eq!(shown.matches(" · tags style, go\n").count(), 1, "{shown}");
        assert_eq!(shown.matches("tags").count(), 1, "{shown}");
    });
}

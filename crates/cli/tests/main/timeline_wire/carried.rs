//! What this door takes in, an export carries to another store.

use mneme_wire::proto::{Event, EventRole, EventType};
use tonic::Code;

use super::said::{MORNING, Said};
use super::wire::Wire;
use super::{home, serve};
use crate::support::Home;

/// What other doors once refused: no words, odd names, long texts.
fn odd() -> Vec<Event> {
    let long = "A line of a long file.\n".repeat(130_000);
    assert!(long.len() > 2 << 20);
    let escaped = "\u{1}\u{1b}[0m".repeat(300_000);
    let texts = ["", " \n", "Hello.", &long, &escaped];
    let session = format!("of\na {}", "long name ".repeat(100));
    let mut events: Vec<Event> = (0..)
        .zip(texts)
        .map(|(n, text)| Said::new(&format!("text-{n}"), &session, MORNING + n, text).into())
        .collect();
    for kind in 1..=8 {
        let at = MORNING + 1_000 + i64::from(kind);
        let mark = Said::new(&format!("kind-{kind}"), "kinds", at, "");
        let kind = EventType::try_from(kind).unwrap();
        events.push(mark.by(kind, EventRole::System).into());
    }
    events[2].metadata = [(String::from("cwd"), String::from("/src"))].into();
    events
}

fn imported(home: &Home, file: &str) -> Vec<Event> {
    let fresh = self::home("");
    let path = home.path().join(file);
    fresh.run(&["import", path.to_str().unwrap()]).ok();
    Wire::to(&serve(&fresh)).all()
}

#[test]
fn t_094_what_was_taken_in_can_be_exported_and_imported() {
    let home = home("");
    let server = serve(&home);
    let mut line = Wire::to(&server);
    line.tell_all(odd());
    let told = line.all();
    assert_eq!(told.len(), odd().len());
    home.run(&["export", "--events", "-o", "all.json"]).ok();
    home.run(&["export", "--events", "--lines", "-o", "all.jsonl"])
        .ok();
    for file in ["all.json", "all.jsonl"] {
        assert!(imported(&home, file) == told, "{file}");
    }
}

#[test]
fn every_door_has_the_same_bound_on_an_event() {
    let home = home("[limits]\nmax_event_bytes = 100\n");
    let server = serve(&home);
    let mut line = Wire::to(&server);
    assert!(line.tell(Said::new("fits", "s", MORNING, &"x".repeat(100))));
    let long = "x".repeat(101);
    let refused = line.ingest(Said::new("long", "s", MORNING, &long).into());
    let refused = refused.unwrap_err();
    assert_eq!(refused.code(), Code::InvalidArgument, "{refused}");
    let code = refused.metadata().get("mneme-code").unwrap();
    assert_eq!(code, "content_too_large");
    let event = serde_json::json!({ "session": "s", "text": long, "id": "long" });
    let batch = serde_json::json!({ "events": [event] });
    let mut rest = server.owner();
    rest.post("/v1/events", &batch)
        .refused(400, "content_too_large");
    let lines = format!("{{\"session\":\"s\",\"text\":\"short\"}}\n{event}\n");
    let refused = home.run_with(&["import", "-"], lines.as_bytes());
    let refused = refused.refused(2, "[content_too_large]");
    let told = "line 2: text exceeds maximum size (101 > 100 bytes); \
                it was left out, everything else was imported: 1 event and 0 memories";
    assert!(refused.err.contains(told), "{refused:?}");
    assert!(refused.err.contains("max_event_bytes"), "{refused:?}");
    assert_eq!(line.all().len(), 2);
}

#[test]
fn an_export_that_is_refused_in_part_names_what_was_wrong_and_goes_on() {
    let home = home("");
    let server = serve(&home);
    Wire::to(&server).tell_all((0..3).map(|n| {
        let long = "x".repeat(100 * usize::from(n == 1));
        Said::new(&format!("event-{n}"), "s", MORNING + n, &long)
    }));
    server.owner().remember("The harbour is closed.");
    home.run(&["export", "--events", "-o", "all.json"]).ok();
    let fresh = self::home("[limits]\nmax_event_bytes = 50\n");
    let path = home.path().join("all.json");
    let refused = fresh.run(&["import", path.to_str().unwrap()]);
    let refused = refused.refused(2, "[content_too_large]");
    let told = "event event-1: text exceeds maximum size (100 > 50 bytes); \
                it was left out, everything else was imported: 2 events and 1 memory";
    assert!(refused.err.contains(told), "{refused:?}");
    home.run(&["export", "--events", "--lines", "-o", "all.jsonl"])
        .ok();
    let fresh = self::home("[limits]\nmax_event_bytes = 50\n");
    let lines = home.path().join("all.jsonl");
    let refused = fresh.run(&["import", lines.to_str().unwrap()]);
    let told = "line 3: text exceeds maximum size (100 > 50 bytes); it was left out";
    let refused = refused.refused(2, "[content_too_large]");
    assert!(refused.err.contains(told), "{refused:?}");
    assert!(
        refused.out.contains("imported 2 events and 1 memory"),
        "{refused:?}"
    );
    let fresh_memory = r#"{"content":" "}"#.as_bytes();
    let refused = fresh.run_with(&["import", "-"], fresh_memory);
    let refused = refused.refused(2, "[content_empty]");
    assert!(refused.err.contains("a memory needs words"), "{refused:?}");
}

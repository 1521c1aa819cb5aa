//! One memory behind every door: what one takes in, the others show.

use mneme_wire::proto::{EventRole, EventType};
use serde_json::json;

use super::said::{MORNING, Said, now};
use super::wire::{ALWAYS, Wire};
use crate::support::{Client, ids, timeline, unique};

fn both() -> (Wire, Client) {
    let key = timeline().key(&unique("beside"), "writer");
    let client = Client::new(timeline().http(), Some(&key));
    (Wire::with_key(timeline(), &key), client)
}

#[test]
fn an_event_of_the_timeline_is_recalled_and_listed() {
    let (mut line, mut client) = both();
    let text = "The ferry to Gullholmen leaves at seven in the morning.";
    let said = Said::new("ferry", "harbour talk", MORNING, text);
    line.tell(said.by(EventType::AssistantMessage, EventRole::Assistant));
    let found = client.recall(&json!({ "query": "When does the ferry leave?" }));
    assert_eq!(ids(&found), ["ferry"], "{found}");
    assert_eq!(found["memories"][0]["memory"]["content"], text);
    let listed = client.get("/v1/events").ok();
    let event = &listed["events"][0];
    assert_eq!(listed["events"].as_array().unwrap().len(), 1);
    assert_eq!(
        (event["id"].as_str(), event["session"].as_str()),
        (Some("ferry"), Some("harbour talk"))
    );
    assert_eq!(event["role"], "assistant", "{event}");
    assert!(
        event["occurred_at"]
            .as_str()
            .unwrap()
            .starts_with("2026-01-30T10:00:00"),
        "{event}"
    );
}

#[test]
fn a_memory_is_an_event_of_the_timeline() {
    let (mut line, mut client) = both();
    let before = now();
    let id = client.remember("The spare key hangs behind the clock.");
    let found = line.range(before - 1_000, now() + 1_000, 0).events;
    assert_eq!(found.len(), 1, "{found:?}");
    let event = &found[0];
    assert_eq!(
        (event.event_id.as_str(), event.session_id.as_str()),
        (id.as_str(), "memory")
    );
    assert_eq!(event.text, "The spare key hangs behind the clock.");
    assert_eq!(
        (event.event_type(), event.role()),
        (EventType::UserMessage, EventRole::System)
    );
}

#[test]
fn an_event_of_the_other_door_is_in_the_timeline() {
    let (mut line, mut client) = both();
    client.ingest(&json!([
        { "id": "one", "session": "s", "role": "tool", "text": "The tool said that all is well.", "occurred_at": "2026-01-30T10:00:00Z" },
        { "id": "two", "session": "s", "speaker": "Ann", "text": "Then let us all go home now.", "occurred_at": "2026-01-30T10:01:00Z" },
    ]));
    let found = line.range(0, ALWAYS, 0).events;
    assert_eq!(found.len(), 2);
    assert_eq!(
        (found[0].event_id.as_str(), found[0].role()),
        ("one", EventRole::Tool)
    );
    assert_eq!(
        (found[1].role(), found[1].timestamp_ms),
        (EventRole::User, MORNING + 60_000)
    );
    assert!(
        !line.tell(Said::new("one", "s", MORNING, "Again.")),
        "an id is taken at every door"
    );
    line.settle();
    assert_eq!(line.below("toc:day:2026-01-30").len(), 1);
}

//! One event in, and the same event out.

use mneme_wire::proto::{Event, EventRole, EventType, IngestEventRequest};
use tonic::Code;

use super::line;
use super::said::{MORNING, Said};
use super::wire::{ALWAYS, Wire};
use crate::support::{Home, Server};

/// The first example of the published reference.
fn example() -> Event {
    let text = "What is Rust and why should I use it?";
    let id = "01HXYZABC123DEF456GHI789";
    Said::new(id, "session-2026-01-30-001", 1_738_281_600_000, text).into()
}

/// The only event there is.
fn only(line: &mut Wire) -> Event {
    let mut found = line.range(0, ALWAYS, 0).events;
    assert_eq!(found.len(), 1, "{found:?}");
    found.remove(0)
}

#[test]
fn t_004_an_event_is_taken_and_its_id_echoed() {
    let mut line = line();
    let told = line.ingest(example()).unwrap();
    assert_eq!(told.event_id, "01HXYZABC123DEF456GHI789");
    assert!(told.created && !told.deduplicated, "{told:?}");
    assert_eq!(only(&mut line), example());
}

#[test]
fn t_081_a_repeated_message_is_told_to_be_one() {
    let home = Home::with_settings(
        "[dedup]\nenabled = true\ntimeout_ms = 60000\n\n[embeddings]\nmodel = \"hash-384\"\n",
    );
    let server = Server::start_with(&home, &["--grpc", "127.0.0.1:0"]);
    let mut line = Wire::to(&server);
    let text = "The deployment of the harbour service needs two approvals each";
    let said = |id: &str, at: i64| Event::from(Said::new(id, "s", MORNING + at, text));
    let first = line.ingest(said("first", 0)).unwrap();
    assert!(first.created && !first.deduplicated, "{first:?}");
    let second = line.ingest(said("second", 1)).unwrap();
    assert!(second.created && second.deduplicated, "{second:?}");
}

#[test]
fn t_005_an_event_told_again_changes_nothing() {
    let mut line = line();
    assert!(line.tell(example()));
    let other = Event {
        text: "Other words.".into(),
        timestamp_ms: 5,
        ..example()
    };
    for again in [example(), other] {
        let told = line.ingest(again).unwrap();
        assert_eq!(told.event_id, example().event_id);
        assert!(!told.created);
    }
    assert_eq!(only(&mut line), example());
}

#[test]
fn t_006_ids_need_not_be_ulids() {
    let mut line = line();
    let longest = "x".repeat(256);
    for id in [
        "01HXYZABC123",
        "1",
        "with space/and:more",
        "日本語",
        &longest,
    ] {
        let told = line.ingest(Said::new(id, "session-1", MORNING, "Hello").into());
        let told = told.unwrap();
        assert_eq!((told.event_id.as_str(), told.created), (id, true));
    }
    assert_eq!(line.range(0, ALWAYS, 0).events.len(), 5);
    let longer = Said::new(&"x".repeat(257), "session-1", MORNING, "Hello");
    let refused = line.ingest(longer.into()).unwrap_err();
    assert_eq!(refused.code(), Code::InvalidArgument);
}

#[test]
fn t_007_what_is_missing_is_named() {
    let mut line = line();
    let nothing = line.ingest_event(IngestEventRequest { event: None });
    let no_id = line.ingest(Said::new("", "s", MORNING, "x").into());
    let no_session = line.ingest(Said::new("i", "", MORNING, "x").into());
    for (told, name) in [
        (nothing, "Event"),
        (no_id, "event_id"),
        (no_session, "session_id"),
    ] {
        let refused = told.unwrap_err();
        assert_eq!(refused.code(), Code::InvalidArgument, "{name}");
        assert!(refused.message().contains(name), "{refused}");
    }
    assert!(line.range(0, ALWAYS, 0).events.is_empty());
}

#[test]
fn t_008_times_nobody_can_mean_are_refused() {
    let mut line = line();
    for at in [i64::MAX, ALWAYS + 1, -1, i64::MIN] {
        let refused = line
            .ingest(Said::new("i", "s", at, "x").into())
            .unwrap_err();
        assert_eq!(refused.code(), Code::InvalidArgument, "{at}");
        assert!(refused.message().contains("timestamp"), "{refused}");
    }
    for at in [0, ALWAYS] {
        assert!(line.tell(Said::new(&at.to_string(), "s", at, "x")));
    }
    let found = line.range(0, ALWAYS, 0).events;
    let times: Vec<i64> = found.iter().map(|event| event.timestamp_ms).collect();
    assert_eq!(times, [0, ALWAYS]);
}

#[test]
fn t_009_kinds_and_roles_nobody_knows_are_a_users_message() {
    let mut line = line();
    for (n, (kind, role)) in [(0, 0), (99, 1), (-1, 77)].into_iter().enumerate() {
        line.tell(Event {
            event_type: kind,
            role,
            ..Said::new(&n.to_string(), "s", MORNING, "x").into()
        });
    }
    for event in line.range(0, ALWAYS, 0).events {
        let told = (event.event_type(), event.role());
        assert_eq!(told, (EventType::UserMessage, EventRole::User), "{event:?}");
    }
}

#[test]
fn t_010_metadata_and_every_script_come_back_as_they_were() {
    let mut line = line();
    let pairs = [
        ("tool_name", "Read"),
        ("путь", "/src/main.rs"),
        ("", "empty"),
        ("emoji", "👩‍🚀\n\t"),
    ];
    let event = Event {
        text: "漢字かな交じり文 🦀 e\u{301} \u{0}end ".repeat(3_000),
        metadata: pairs.map(|(key, value)| (key.into(), value.into())).into(),
        ..Said::new("i", "s", MORNING, "").into()
    };
    assert!(event.text.len() > 100_000);
    line.tell(event.clone());
    assert_eq!(only(&mut line), event);
}

#[test]
fn t_093_kinds_and_roles_come_back_with_their_numbers() {
    let mut line = line();
    let numbers: Vec<(i32, i32)> = (1..=8)
        .flat_map(|kind| (1..=4).map(move |role| (kind, role)))
        .collect();
    for (n, (kind, role)) in numbers.iter().enumerate() {
        let at = MORNING + i64::try_from(n).unwrap();
        line.tell(Event {
            event_type: *kind,
            role: *role,
            ..Said::new(&n.to_string(), "s", at, "x").into()
        });
    }
    let found = line.range(0, ALWAYS, 0).events;
    let back: Vec<_> = found
        .iter()
        .map(|event| (event.event_type, event.role))
        .collect();
    assert_eq!(back, numbers);
}

#[test]
fn t_094_texts_may_be_empty_and_sessions_named_as_one_likes() {
    let mut line = line();
    let names = [
        "with space",
        "a/b/../c",
        "セッション 🗝",
        "UPPER",
        "x\ny",
        "'; --",
    ];
    for (n, name) in names.iter().enumerate() {
        let at = MORNING + i64::try_from(n).unwrap();
        let start = Said::new(&n.to_string(), name, at, "");
        line.tell(start.by(EventType::SessionStart, EventRole::System));
    }
    let found = line.range(0, ALWAYS, 0).events;
    let back: Vec<&str> = found
        .iter()
        .map(|event| event.session_id.as_str())
        .collect();
    assert_eq!(back, names);
    assert!(found.iter().all(|event| event.text.is_empty()));
    assert!(
        found
            .iter()
            .all(|event| event.event_type() == EventType::SessionStart)
    );
}

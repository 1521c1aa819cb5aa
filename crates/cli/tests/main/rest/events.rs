//! `POST /v1/events` and `GET /v1/events`.

use serde_json::{Value, json};

use crate::support::{Client, ScriptedEvents, query, shared};

fn ids(listed: &Value) -> Vec<String> {
    let events = listed["events"].as_array().unwrap();
    events
        .iter()
        .map(|e| e["id"].as_str().unwrap().to_owned())
        .collect()
}

fn at(id: &str, session: &str, when: &str) -> Value {
    json!({ "id": id, "session": session, "text": format!("Said {id}."), "occurred_at": when })
}

#[test]
fn events_are_accepted_in_order_and_known_ones_are_not_written_again() {
    let mut client = shared().room("events-known");
    let first = client.ingest(&json!([
        { "session": "s", "text": "Hello." },
        { "id": "e-2", "session": "s", "text": "Hello." },
    ]));
    assert_eq!(first[0]["created"], true);
    assert_eq!(
        first[0]["id"].as_str().map(str::len),
        Some(36),
        "an id was made"
    );
    assert_eq!(first[1], json!({ "id": "e-2", "created": true }));
    let again = client.ingest(&json!([
        { "id": "e-2", "session": "other", "text": "Something else." },
        { "id": "e-3", "session": "s", "text": "Hello." },
        { "id": "e-3", "session": "s", "text": "Twice in one batch." },
    ]));
    let created: Vec<bool> = (0..3)
        .map(|n| again[n]["created"].as_bool().unwrap())
        .collect();
    assert_eq!(created, [false, true, false]);
    assert_eq!(
        client.inspect("e-2")["content"],
        "Hello.",
        "the first word counts"
    );
    assert_eq!(client.inspect("e-2")["session"], "s");
    assert_eq!(
        client.count(),
        (0, 3),
        "equal texts are kept, equal ids are not"
    );
}

#[test]
fn one_bad_event_keeps_the_whole_batch_out() {
    let mut client = shared().room("events-whole");
    let batch = json!({ "events": [
        { "session": "s", "text": "Good." },
        { "session": "s", "text": "Good too." },
        { "session": "s", "text": "Bad.", "role": "robot" },
    ]});
    let refusal = client.post("/v1/events", &batch).refused(400, "bad_kind");
    assert!(
        refusal["error"].as_str().unwrap().contains("event 2"),
        "{refusal}"
    );
    assert_eq!(client.count(), (0, 0));
}

#[test]
fn roles_and_kinds_say_what_happened() {
    let mut client = shared().room("events-kinds");
    let cases = [
        (json!({ "role": "user" }), "user_message"),
        (json!({ "role": "assistant" }), "assistant_message"),
        (json!({ "role": "tool" }), "tool_result"),
        (json!({ "role": "system" }), "message"),
        (json!({}), "message"),
        (json!({ "kind": "session_start" }), "session_start"),
        (json!({ "kind": "git-commit" }), "git-commit"),
    ];
    for (n, (said, kind)) in cases.into_iter().enumerate() {
        let mut event = json!({ "id": format!("k-{n}"), "session": "s", "text": "Words." });
        event
            .as_object_mut()
            .unwrap()
            .extend(said.as_object().unwrap().clone());
        client.ingest(&json!([event]));
        let shown = client.inspect(&format!("k-{n}"));
        assert_eq!(
            (&shown["kind"], &shown["role"]),
            (&json!(kind), &said["role"])
        );
    }
    let marker = json!([{ "id": "end", "session": "s", "text": "", "kind": "session_end" }]);
    client.ingest(&marker);
    assert_eq!(
        client.inspect("end")["content"],
        "",
        "a marker needs no words"
    );
}

fn diary(namespace: &str) -> Client {
    let mut client = shared().room(namespace);
    client.ingest(&json!([
        at("c", "work", "2025-06-03T09:00:00Z"),
        at("a", "work", "2025-06-01T09:00:00Z"),
        at("b1", "work", "2025-06-02T09:00:00Z"),
        at("b2", "work", "2025-06-02T09:00:00Z"),
        at("x", "home", "2025-06-02T20:00:00Z"),
    ]));
    client.remember("A memory is no event.");
    client
}

#[test]
fn events_are_listed_by_session_and_time_oldest_first() {
    let mut client = diary("events-time");
    let mut listed = |fields: &[(&str, &str)]| ids(&client.get(&query("/v1/events", fields)).ok());
    assert_eq!(
        listed(&[]),
        ["a", "b1", "b2", "x", "c"],
        "ties in the order of arrival"
    );
    assert_eq!(listed(&[("session", "work")]), ["a", "b1", "b2", "c"]);
    assert_eq!(listed(&[("session", "nowhere")]), Vec::<String>::new());
    let day = [
        ("from", "2025-06-02T09:00:00Z"),
        ("to", "2025-06-02T20:00:00Z"),
    ];
    assert_eq!(listed(&day), ["b1", "b2", "x"], "both ends included");
    assert_eq!(
        listed(&[("from", "2025-06-02"), ("session", "work")]),
        ["b1", "b2", "c"]
    );
    assert_eq!(listed(&[("to", "2025-06-01T12:00:00+03:00")]), ["a"]);
    assert_eq!(
        listed(&[("to", "2025-06-01T11:59:59+03:00")]),
        Vec::<String>::new()
    );
}

#[test]
fn events_come_in_pages_without_gaps_or_repeats() {
    let mut client = diary("events-pages");
    let (mut paged, mut cursor) = (Vec::new(), None::<String>);
    loop {
        let mut fields = vec![("limit", "2")];
        fields.extend(cursor.as_deref().map(|cursor| ("cursor", cursor)));
        let page = client.get(&query("/v1/events", &fields)).ok();
        assert!(ids(&page).len() <= 2);
        paged.extend(ids(&page));
        match page["next_cursor"].as_str() {
            Some(next) => cursor = Some(next.to_owned()),
            None => break,
        }
    }
    assert_eq!(paged, ["a", "b1", "b2", "x", "c"]);
}

#[test]
fn a_cursor_goes_on_with_its_own_events_only() {
    let mut client = diary("events-own");
    let first = client.get("/v1/events?limit=2").ok();
    let cursor = first["next_cursor"].as_str().unwrap();
    for field in [
        ("session", "work"),
        ("from", "2025-01-01"),
        ("to", "2026-01-01"),
    ] {
        let path = query("/v1/events", &[("cursor", cursor), field]);
        client.get(&path).refused(400, "bad_cursor");
    }
    let own = query("/v1/events", &[("cursor", cursor)]);
    diary("events-own-other")
        .get(&own)
        .refused(400, "bad_cursor");
    assert_eq!(ids(&client.get(&own).ok()).len(), 3);
}

#[test]
fn five_thousand_events_fit_into_one_batch() {
    let mut client = shared().room("events-many");
    let script = ScriptedEvents::new("many");
    let accepted = client.ingest(&script.events(0, 5_000));
    assert_eq!(accepted.as_array().unwrap().len(), 5_000);
    let repeated = client.ingest(&script.events(4_999, 5_001));
    assert_eq!(
        (&repeated[0]["created"], &repeated[1]["created"]),
        (&json!(false), &json!(true))
    );
    assert_eq!(
        client.inspect(&script.id(4_321))["session"],
        "many-talk-216"
    );
    let page = client.get("/v1/events?session=many-talk-0").ok();
    assert_eq!(ids(&page).len(), 20);
}

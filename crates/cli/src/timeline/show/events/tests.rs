use mneme_wire::proto::Grip;

use super::*;

fn event(id: &str, role: EventRole, at: i64, text: &str) -> Event {
    Event {
        event_id: id.into(),
        timestamp_ms: at,
        role: role as i32,
        text: text.into(),
        ..Event::default()
    }
}

#[test]
fn events_are_listed_as_the_reference_lists_them_with_counts_below() {
    let at = 1_769_767_200_000;
    let reply = GetEventsResponse {
        events: vec![
            event("01HXYZABC001", EventRole::User, at, "What is Rust?"),
            event(
                "01HXYZABC002",
                EventRole::Assistant,
                at + 5_000,
                "A systems\nlanguage",
            ),
            event("01HXYZABC003", EventRole::User, at + 15_000, "How?\x1b[2J"),
        ],
        has_more: false,
        page_token: None,
    };
    let args = HappenedArgs {
        from: at,
        to: at + 60_000,
        limit: 50,
    };
    let expected = "Events (1769767200000 - 1769767260000):\n\
        1. 01HXYZABC001 [USER] 2026-01-30 10:00:00\n   \"What is Rust?\"\n\
        2. 01HXYZABC002 [ASSISTANT] 2026-01-30 10:00:05\n   \"A systems language\"\n\
        3. 01HXYZABC003 [USER] 2026-01-30 10:00:15\n   \"How?\\u{1b}[2J\"\n\
        Total: 3 events (has_more: false)\n3 found (user: 2, assistant: 1)\n";
    assert_eq!(events(&args, &reply), expected);
    let none = events(&args, &GetEventsResponse::default());
    assert_eq!(none, "No events found in time range.");
}

#[test]
fn a_grip_is_shown_between_what_stood_around_it() {
    let grip = Grip {
        grip_id: "grip:01HXYZABC123".into(),
        excerpt: "Rust's ownership system prevents data races...".into(),
        source: "segment_summarizer".into(),
        timestamp_ms: 1_769_767_200_000,
        ..Grip::default()
    };
    let reply = ExpandGripResponse {
        grip: Some(grip),
        events_before: vec![event("a", EventRole::User, 1, "What about memory safety?")],
        excerpt_events: vec![event("b", EventRole::Assistant, 2, "Rust's ownership")],
        events_after: vec![event("c", EventRole::Tool, 3, "ok")],
    };
    let expected = "Grip: grip:01HXYZABC123\n\
        Excerpt: \"Rust's ownership system prevents data races...\"\n\
        Source: segment_summarizer\nTime: 2026-01-30 10:00:00\nContext:\n\
        --- BEFORE ---\n[USER] What about memory safety?\n\
        --- EXCERPT ---\n[ASSISTANT] Rust's ownership\n--- AFTER ---\n[TOOL] ok\n";
    assert_eq!(super::grip("grip:01HXYZABC123", &reply), expected);
    let none = super::grip("grip:nope", &ExpandGripResponse::default());
    assert_eq!(none, "Grip not found: grip:nope");
}

//! What an agent's hook says on standard input, and the line that is made of it.

#![no_main]

use libfuzzer_sys::fuzz_target;
use mneme_fuzz::{room, within};
use mneme_hook::fuzzing::{event, json, whole};
use mneme_model::Moment;
use mneme_wire::shapes::EventRequest;
use serde_json::Value;

const NOW_MS: i64 = 1_700_000_000_000;

fuzz_target!(|input: &[u8]| {
    if let Some(read) = within(room(input.len()), || whole(input)) {
        assert!(read.len() <= input.len() && input.starts_with(&read));
    }
    let text = String::from_utf8_lossy(input);
    let told = within(room(text.len()), || json(&text));
    if let Ok(strict) = serde_json::from_str::<Value>(&text) {
        let told = told.as_deref().expect("what is JSON, a hook reads");
        assert_eq!(serde_json::from_str::<Value>(told).unwrap(), strict);
    }
    if let Some(told) = &told {
        assert!(!told.contains('\n') && json(told).as_ref() == Some(told));
    }
    if let Some(line) = within(room(text.len()), || event(&text, NOW_MS)) {
        assert!(!line.contains('\n'));
        let event: EventRequest = serde_json::from_str(&line).expect("the server reads the line");
        let at = event.occurred_at.as_deref().and_then(Moment::parse);
        assert!(at.is_some() && event.id.is_some(), "{line}");
    }
});

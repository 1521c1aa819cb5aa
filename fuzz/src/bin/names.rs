//! Names of nodes and grips of the timeline.

#![no_main]

use libfuzzer_sys::fuzz_target;
use mneme_fuzz::{room, within};
use mneme_timeline::calendar::{NodeName, grip_name};
use mneme_timeline::ulid;

fuzz_target!(|text: &str| {
    if let Some(node) = within(room(text.len()), || NodeName::parse(text)) {
        assert_eq!(NodeName::parse(&node.to_string()), Some(node));
    }
    if let Some(id) = grip_name(text) {
        assert!(ulid::is_ulid(id) && grip_name(&format!("grip:{id}")) == Some(id));
    }
    let time = ulid::time_ms(text);
    assert_eq!(time.is_some(), ulid::is_ulid(text));
    assert!(time.is_none_or(|ms| (0..1 << 48).contains(&ms)), "{text}");
});

//! Where a next page starts: of a recall, of a list of events, of the timeline.

#![no_main]

use libfuzzer_sys::fuzz_target;
use mneme_engine::fuzzing::{event_cursor, recall_cursor, timeline_cursor};
use mneme_fuzz::{room, within};

fuzz_target!(|text: &str| {
    if let Some((cursor, written)) = within(room(text.len()), || recall_cursor(text)) {
        assert!(cursor.max_seq >= Some(0) && cursor.floor <= Some(1.0));
        assert!(cursor.shown.len() <= 1_000 && cursor.shown.is_sorted());
        let (again, same) = recall_cursor(&written).expect("what we write, we read");
        assert_eq!((again, same), (cursor, written));
    }
    if let Some((at, written)) = event_cursor(text) {
        assert_eq!(event_cursor(&written), Some((at, written)));
    }
    if let Some(written) = timeline_cursor(text) {
        assert_eq!(timeline_cursor(&written), Some(written));
    }
});

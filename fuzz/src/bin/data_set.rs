//! The file of a benchmark: conversations, dates, names of turns.

#![no_main]

use libfuzzer_sys::fuzz_target;
use mneme::fuzzing::{data_set, data_set_date, data_set_places};
use mneme_fuzz::{room, within};

fuzz_target!(|input: &[u8]| {
    if let Some((all, turns, _)) = within(room(input.len()), || data_set(input)) {
        assert!(all > 0 && turns >= all, "each has turns");
    }
    let text = String::from_utf8_lossy(input);
    if let Some(moment) = data_set_date(&text) {
        assert!(moment.in_range() && moment.ms % 60_000 == 0);
    }
    assert!(data_set_places(&text).len() <= text.len());
});

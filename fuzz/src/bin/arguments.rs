//! Small texts of the command line and of tools it asks.

#![no_main]

use libfuzzer_sys::fuzz_target;
use mneme::fuzzing::{life_secs, reason};
use mneme_fuzz::{room, within};

fuzz_target!(|text: &str| {
    if let Some(secs) = within(room(text.len()), || life_secs(text)) {
        let unit = ["s", "m", "h", "d"].iter().zip([1, 60, 3_600, 86_400]);
        let unit = unit
            .filter(|(name, _)| text.ends_with(**name))
            .map(|(_, n)| n);
        assert_eq!(unit.map(|n| secs % n).sum::<u64>(), 0);
    }
    if let Some(why) = within(room(text.len()), || reason(text)) {
        assert!(why.len() <= 2 * text.len());
    }
});

//! Addresses and moments, as a hook reads them without any library.

#![no_main]

use libfuzzer_sys::fuzz_target;
use mneme_fuzz::{room, within};
use mneme_hook::fuzzing::{endpoint, moment_ms, rfc3339};
use mneme_model::Moment;

fuzz_target!(|text: &str| {
    if let Some((authority, spool)) = within(room(text.len()), || endpoint(text)) {
        assert!(!spool.contains('/') && spool.len() < 200, "{spool}");
        assert!(!authority.contains(char::is_whitespace));
    }
    if let Some(ms) = within(room(text.len()), || moment_ms(text)) {
        assert_eq!(moment_ms(&rfc3339(ms)), Some(ms));
        let ours = Moment::parse(text).map(|moment| moment.ms);
        assert!(
            ours.is_none_or(|ours| ours == ms),
            "{text}: {ours:?} and {ms}"
        );
        assert_eq!(Moment::parse(&rfc3339(ms)), Some(Moment::from_ms(ms)));
    }
});

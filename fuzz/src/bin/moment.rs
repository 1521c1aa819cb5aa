//! Moments as people and programs write them.

#![no_main]

use libfuzzer_sys::fuzz_target;
use mneme_fuzz::{room, within};
use mneme_model::Moment;

fuzz_target!(|text: &str| {
    let Some(moment) = within(room(text.len()), || Moment::parse(text)) else {
        return;
    };
    assert!(moment.in_range() && moment.ns < 1_000_000);
    assert_eq!(Moment::parse(&moment.rfc3339()), Some(moment));
    let day = Moment::parse(&moment.date()).expect("the day of a moment is one");
    assert!(day <= moment && moment.ms - day.ms < 86_400_000);
    assert!(moment.minute().starts_with(&moment.date()));
});

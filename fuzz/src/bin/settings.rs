//! `mneme.toml`, as far as settings are made of it.

#![no_main]

use libfuzzer_sys::fuzz_target;
use mneme::fuzzing::mneme_toml;
use mneme_fuzz::{room, within};

fuzz_target!(|text: &str| {
    match within(room(text.len()), || mneme_toml(text)) {
        Ok(settings) => assert!(!settings.shown.is_empty(), "every setting can be told"),
        Err(fault) => assert_eq!(fault.code, "bad_setting", "{fault}"),
    }
});

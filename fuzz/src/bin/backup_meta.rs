//! What a backup says of itself.

#![no_main]

use libfuzzer_sys::fuzz_target;
use mneme_fuzz::{room, within};
use mneme_store::fuzzing::read_meta;

fuzz_target!(|json: &[u8]| {
    if let Some((files, _)) = within(room(json.len()), || read_meta(json)) {
        assert!(files <= json.len());
    }
});

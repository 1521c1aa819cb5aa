//! Transcripts of other programs: whatever stands in them, they are read, and always the same.

#![no_main]

use libfuzzer_sys::fuzz_target;
use mneme_engine::fuzzing::transcript;
use mneme_fuzz::{room, within};

/// A short turn becomes a row of fields, a lesson and a part of a crystal.
const ROWS: usize = 64;

fuzz_target!(|text: &str| {
    let (talks, turns) = within(room(text.len() * ROWS), || transcript(text));
    assert!(talks <= turns || turns == 0, "a talk has turns");
});

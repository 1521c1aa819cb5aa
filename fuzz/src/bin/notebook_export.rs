//! An export of a notebook, as an import reads it.

#![no_main]

use libfuzzer_sys::fuzz_target;
use mneme_engine::fuzzing::notebook_export;
use mneme_fuzz::{room, within};

/// An observation that says nothing takes three bytes in the file and a row of empty fields here.
const ROWS: usize = 64;

fuzz_target!(|text: &str| {
    within(room(text.len() * ROWS), || notebook_export(text));
});

//! A whole export, as an import reads it: nobody is lost on the way into an order.

#![no_main]

use libfuzzer_sys::fuzz_target;
use mneme::fuzzing::import_whole;
use mneme_fuzz::{room, within};

/// A memory that says nothing takes three bytes in the file and a row of empty fields here.
const ROWS: usize = 16;

fuzz_target!(|input: &[u8]| {
    let read = within(room(input.len() * ROWS), || import_whole(input));
    let Ok((ids, events)) = read else { return };
    let json = input.strip_prefix("\u{feff}".as_bytes()).unwrap_or(input);
    let Ok(told) = serde_json::from_slice::<serde_json::Value>(json) else {
        // Numbers no `f64` holds are read where nobody asks for them.
        return;
    };
    let count = |name: &str| told[name].as_array().map_or(0, Vec::len);
    assert_eq!((ids.len(), events), (count("memories"), count("events")));
});

//! Lines of an import.

#![no_main]

use libfuzzer_sys::fuzz_target;
use mneme::fuzzing::import_line;
use mneme_fuzz::{room, within};

fuzz_target!(|input: &[u8]| {
    for line in input.split(|byte| *byte == b'\n') {
        let Some(written) = within(room(line.len()), || import_line(line)) else {
            continue;
        };
        let written = written.unwrap();
        let again = import_line(written.as_bytes()).expect("what we write, we read");
        assert_eq!(again.unwrap(), written);
    }
});

//! What answers a hook: frames of HTTP/2 with headers and a message, or a line of the control
//! socket.

#![no_main]

use libfuzzer_sys::fuzz_target;
use mneme_fuzz::{room, within};
use mneme_hook::fuzzing::{contents, decides};

fuzz_target!(|input: &[u8]| {
    let found = within(room(input.len()), || contents(input));
    let bytes: usize = found.iter().map(|(content, ..)| content.len()).sum();
    assert!(bytes + 9 * found.len() <= input.len());
    for (content, status, answers) in found {
        assert!(
            status.is_none() || content.len() > 10,
            "a status has a name"
        );
        assert!(!answers || content.len() >= 5);
    }
    if let Ok(line) = std::str::from_utf8(input) {
        within(room(line.len()), || decides(line));
    }
});

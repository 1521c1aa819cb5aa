//! The control socket, from both ends: calls in lines, and the lines that answer them.

#![no_main]

use libfuzzer_sys::fuzz_target;
use mneme_fuzz::{room, within};
use mneme_surfaces::fuzzing::next_call;
use mneme_wire::control::{Call, Reply};

fuzz_target!(|input: &[u8]| {
    within(room(input.len()), || calls(input));
    for line in input.split(|byte| *byte == b'\n') {
        if let Ok(reply) = serde_json::from_slice::<Reply>(line) {
            let written = serde_json::to_vec(&reply).unwrap();
            let again: Reply = serde_json::from_slice(&written).unwrap();
            assert_eq!(serde_json::to_vec(&again).unwrap(), written);
        }
    }
});

/// Every whole line is one call or one refusal; what comes behind the last is none.
fn calls(input: &[u8]) {
    let (mut rest, mut lines) = (input, 0);
    while let Some(call) = pollster::block_on(next_call(&mut rest)) {
        lines += 1;
        if let Ok(call) = call {
            let written = serde_json::to_string(&call).unwrap();
            assert!(!written.contains('\n'));
            let again: Call = serde_json::from_str(&written).unwrap();
            assert_eq!((again.op, again.args), (call.op, call.args));
        }
    }
    assert_eq!(lines, input.iter().filter(|byte| **byte == b'\n').count());
}

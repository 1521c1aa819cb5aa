//! The recorder's socket, from both ends: requests in lines, and what answers and tells.

#![no_main]

use libfuzzer_sys::fuzz_target;
use mneme_fuzz::{room, within};
use mneme_surfaces::fuzzing::next_request;
use mneme_wire::ipc::{Enveloped, Notice, Reply, Request, line};
use serde::Serialize;
use serde::de::DeserializeOwned;

fuzz_target!(|input: &[u8]| {
    within(room(input.len()), || requests(input));
    for line in input.split(|byte| *byte == b'\n') {
        same_again::<Enveloped<Reply>>(line);
        same_again::<Notice>(line);
    }
});

/// Every whole line is a request or has a reason why not; what comes behind the last is none.
fn requests(input: &[u8]) {
    let (mut rest, mut lines) = (input, 0);
    while let Some(request) = pollster::block_on(next_request(&mut rest)) {
        lines += 1;
        match request {
            Ok(asked) => {
                let again: Enveloped<Request> = serde_json::from_slice(&line(&asked)).unwrap();
                assert_eq!(again, asked);
            }
            Err((_, why)) => assert!(!why.is_empty()),
        }
    }
    assert_eq!(lines, input.iter().filter(|byte| **byte == b'\n').count());
}

fn same_again<T: DeserializeOwned + Serialize>(bytes: &[u8]) {
    if let Ok(told) = serde_json::from_slice::<T>(bytes) {
        let written = line(&told);
        assert_eq!(written.iter().filter(|byte| **byte == b'\n').count(), 1);
        let again: T = serde_json::from_slice(&written).unwrap();
        assert_eq!(line(&again), written);
    }
}

//! An answer over HTTP, as our small client reads it.

#![no_main]

use libfuzzer_sys::fuzz_target;
use mneme_fuzz::{room, within};
use mneme_wire::client::http::HttpReply;

fuzz_target!(|input: &[u8]| {
    let mut rest = input;
    while let Ok(reply) = within(room(input.len()), || HttpReply::read(&mut rest)) {
        assert!(input.len() - rest.len() >= reply.body.len());
        assert!(
            reply
                .headers
                .iter()
                .all(|(name, _)| !name.contains(char::is_uppercase) || !name.is_ascii())
        );
    }
});

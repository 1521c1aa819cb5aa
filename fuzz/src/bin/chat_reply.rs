//! What a model outside answers, in both protocols, and the digest that is read from its words.

#![no_main]

use libfuzzer_sys::fuzz_target;
use mneme_engine::fuzzing::digest_lines;
use mneme_fuzz::{room, within};
use mneme_providers::chat::{Error, Protocol};
use mneme_providers::fuzzing::reply;

/// Characters of the longest line of a digest.
const LINE: usize = 400;

fuzz_target!(|input: &[u8]| {
    for protocol in [Protocol::OpenAi, Protocol::Anthropic] {
        match within(room(input.len()), || reply(protocol, input)) {
            Ok(said) => digest(&said),
            Err(error) => assert_eq!(error, Error::NoWords),
        }
    }
    if let Ok(said) = std::str::from_utf8(input) {
        digest(said);
    }
});

fn digest(said: &str) {
    for line in within(room(said.len()), || digest_lines(said))
        .into_iter()
        .flatten()
    {
        assert!(!line.is_empty() && line.chars().count() <= LINE);
        assert!(!line.contains(char::is_control));
    }
}

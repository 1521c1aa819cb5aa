//! Bytes as letters: base64 of tokens, hexadecimal of keys and checksums. One spelling each.

#![no_main]

use libfuzzer_sys::fuzz_target;
use mneme_access::fuzzing::{from_base64url, to_base64url};
use mneme_fuzz::{room, within};
use mneme_model::hex;

fuzz_target!(|input: &[u8]| {
    assert_eq!(from_base64url(&to_base64url(input)).as_deref(), Some(input));
    assert_eq!(hex::decode(&hex::encode(input)).as_deref(), Some(input));
    let Ok(text) = std::str::from_utf8(input) else {
        return;
    };
    if let Some(bytes) = within(room(text.len()), || from_base64url(text)) {
        assert_eq!(to_base64url(&bytes), text);
    }
    if let Some(bytes) = within(room(text.len()), || hex::decode(text)) {
        assert_eq!(hex::encode(&bytes), text.to_ascii_lowercase());
    }
});

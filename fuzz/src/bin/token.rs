//! Tokens: what we did not sign is refused, and what is signed is still read with care.

#![no_main]

use libfuzzer_sys::fuzz_target;
use mneme_access::Tokens;
use mneme_access::fuzzing::to_base64url;
use mneme_fuzz::{parts, room, within};
use ring::hmac;

const SECRET: &[u8] = b"a secret of thirty-two characters";
const NOW: u64 = 1_700_000_000;

fuzz_target!(|input: &[u8]| {
    let tokens = Tokens::new(SECRET);
    let text = String::from_utf8_lossy(input);
    let read = within(room(input.len()), || tokens.read(&text, NOW));
    assert!(read.is_err(), "nobody signed this");
    let [header, claims] = parts(input);
    let signed = [header, claims].map(to_base64url).join(".");
    let key = hmac::Key::new(hmac::HMAC_SHA256, SECRET);
    let mark = to_base64url(hmac::sign(&key, signed.as_bytes()).as_ref());
    let text = format!("{signed}.{mark}");
    let Ok(claims) = within(room(input.len()), || tokens.read(&text, NOW)) else {
        return;
    };
    assert!(claims.exp > NOW && text.len() <= 4_096);
    let again = tokens.sign(&claims).unwrap();
    if again.len() <= 4_096 {
        assert_eq!(tokens.read(&again, NOW).unwrap(), claims);
    }
    assert!(Tokens::new(b"another").read(&text, NOW).is_err());
});

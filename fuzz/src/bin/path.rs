//! Paths that try to climb.

#![no_main]

use libfuzzer_sys::fuzz_target;
use mneme_fuzz::{room, within};
use mneme_surfaces::fuzzing::check_path;

/// One layer of percent-encoding, read the plain way.
fn decoded(path: &str) -> String {
    let (mut plain, mut at) = (Vec::new(), 0);
    let bytes = path.as_bytes();
    while at < bytes.len() {
        let digits = path.get(at + 1..at + 3).filter(|_| bytes[at] == b'%');
        let digits = digits.filter(|d| d.bytes().all(|b| b.is_ascii_hexdigit()));
        match digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => (plain.push(byte), at += 3).1,
            None => (plain.push(bytes[at]), at += 1).1,
        }
    }
    String::from_utf8_lossy(&plain).into_owned()
}

fuzz_target!(|path: &str| {
    if within(room(path.len()), || check_path(path)).is_err() {
        return;
    }
    assert!(!path.contains("//"));
    let (mut seen, mut layers) = (path.to_owned(), vec![path.to_owned()]);
    for _ in 0..3 {
        seen = decoded(&seen);
        layers.push(seen.clone());
    }
    for layer in layers {
        assert!(
            !layer
                .split(['/', '\\'])
                .any(|step| step == "." || step == "..")
        );
    }
});

//! Keys as they are offered, and the names a local caller may ask for.

#![no_main]

use std::net::IpAddr;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use mneme_access::{ConfiguredKey, Keys, Role, key_id, local_trust};
use mneme_fuzz::{room, within};

const SECRETS: [&str; 2] = ["mk_0123456789abcdef", "open sesame"];

static KEYS: LazyLock<Keys> = LazyLock::new(|| {
    let keys = Keys::default();
    keys.admit(&SECRETS.map(|secret| ConfiguredKey::new(secret, Role::Writer, "default")));
    keys
});

fuzz_target!(|text: &str| {
    let found = within(room(text.len()), || KEYS.holding(text));
    assert_eq!(found.is_ok(), SECRETS.contains(&text));
    let id = key_id(text);
    assert!(id.len() == 16 && id.bytes().all(|digit| digit.is_ascii_hexdigit()));
    let here: Option<IpAddr> = "127.0.0.1".parse().ok();
    assert!(local_trust(here, Some(text), Some(text)).is_err(), "a page");
    assert!(local_trust(None, Some(text), None).is_err(), "from nowhere");
    assert!(local_trust("10.0.0.1".parse().ok(), Some(text), None).is_err());
    if local_trust(here, Some(text), None).is_ok() {
        // Taken apart the plain way, by its one colon or by its brackets.
        let name = text
            .split([']', '['])
            .find(|part| !part.is_empty())
            .unwrap_or("");
        let name = if text.starts_with('[') {
            name
        } else {
            name.split(':').next().unwrap_or("")
        };
        let address = name
            .parse::<IpAddr>()
            .is_ok_and(|address| address.is_loopback());
        assert!(address || name.eq_ignore_ascii_case("localhost"), "{text}");
        assert!(
            text.bytes()
                .all(|b| b.is_ascii_alphanumeric() || b".:[]".contains(&b))
        );
    }
});

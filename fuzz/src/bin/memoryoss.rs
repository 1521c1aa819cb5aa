//! `memoryoss.toml`, read and translated.

#![no_main]

use libfuzzer_sys::fuzz_target;
use mneme::fuzzing::memoryoss_toml;
use mneme_fuzz::{room, within};

fuzz_target!(|input: &[u8]| {
    let [dev, text @ ..] = input else {
        return;
    };
    let Ok(text) = std::str::from_utf8(text) else {
        return;
    };
    // A host may be a name, and whoever asks for one waits for the network.
    let table: Option<toml::Table> = toml::from_str(text).ok();
    let host = table
        .as_ref()
        .and_then(|table| table.get("server")?.get("host")?.as_str());
    if host.is_some_and(|host| host.parse::<std::net::IpAddr>().is_err()) {
        return;
    }
    let read = within(room(text.len()), || memoryoss_toml(text, dev % 2 == 1));
    if let Err(fault) = read {
        assert_eq!(fault.code, "bad_setting", "{fault}");
    }
});

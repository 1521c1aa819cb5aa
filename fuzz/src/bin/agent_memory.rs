//! The settings of Agent Memory: its file and a variable, read and translated.

#![no_main]

use libfuzzer_sys::fuzz_target;
use mneme::fuzzing::agent_memory_toml;
use mneme_fuzz::{parts, room, within};

const HOST: &str = "MEMORY_GRPC_HOST=";

/// A host may be a name, and whoever asks for one waits for the network.
fn is_name(host: &str) -> bool {
    host.parse::<std::net::IpAddr>().is_err()
}

fuzz_target!(|input: &str| {
    let [variable, text] = parts(input.as_bytes()).map(|part| std::str::from_utf8(part).unwrap());
    let table: Option<toml::Table> = toml::from_str(text).ok();
    let host = table
        .as_ref()
        .and_then(|table| table.get("grpc_host")?.as_str());
    let hosts = [host, variable.strip_prefix(HOST)];
    if hosts.into_iter().flatten().any(is_name) {
        return;
    }
    match within(room(input.len()), || agent_memory_toml(text, variable)) {
        Ok(settings) => assert!(!settings.shown.is_empty(), "every setting can be told"),
        Err(fault) => assert_eq!(fault.code, "bad_setting", "{fault}"),
    }
});

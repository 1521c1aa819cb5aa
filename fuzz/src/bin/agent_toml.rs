//! The TOML file of an agent, into which our entry is put and out of which it is taken.

#![no_main]

use libfuzzer_sys::fuzz_target;
use mneme::fuzzing::{agent_toml_with, agent_toml_without};
use mneme_fuzz::{room, within};

const KEY: &str = "mcp_servers";

/// What is in it beside our entry, as text: what is no number is not equal to itself. An empty list of
/// servers counts as none.
fn others(text: &str) -> String {
    let mut table: toml::Table = text.parse().expect("what is written can be read");
    if let Some(servers) = table.get_mut(KEY).and_then(toml::Value::as_table_mut) {
        servers.remove("mneme");
        if servers.is_empty() {
            table.remove(KEY);
        }
    }
    format!("{table:?}")
}

fuzz_target!(|text: &str| {
    // It is read three times, and each tree is larger than its text.
    let most = 8 * room(text.len());
    let Ok(with) = within(most, || agent_toml_with(text, KEY)) else {
        return;
    };
    assert_eq!(others(&with), others(text), "nothing else changed");
    assert_eq!(
        agent_toml_with(&with, KEY).unwrap(),
        with,
        "it is there already"
    );
    if let Ok(without) = within(most, || agent_toml_without(&with, KEY)) {
        assert_eq!(others(&without), others(text), "nothing else went");
    }
});

//! Codex: its tools, and a policy in the file it reads before everything else.

use mneme_wire::Fault;
use serde_json::{Value, json};

use super::{BLOCK_PLACE, Surface};
use crate::connect::table;
use crate::connect::values;
use crate::setup::block::{self, Marks};
use crate::setup::profile::Client;
use crate::setup::wiring::{CODEX_FILE, NAME, Wiring};

pub const SERVER: Surface = Surface {
    client: Some(Client::Codex),
    check: "codex mcp",
    what: "Codex may use the memory's tools",
    path: |wiring| wiring.codex_home.join(CODEX_FILE),
    mode: None,
    own: false,
    put: put_server,
    take: |_, text| table::without(text, KEY, NAME),
    put_back: |text, before| table::put_back(text, before, KEY, NAME),
    part: |text| {
        let said = values::said(text, &[KEY], NAME).ok().flatten();
        said.map(|said| json!(said))
    },
    is_shared: |_| false,
    place: "[mcp_servers.memoryoss]",
};

pub const POLICY: Surface = Surface {
    client: Some(Client::Codex),
    check: "codex policy",
    what: "when to ask the memory, and when to tell it something",
    path: |wiring| wiring.home.join("AGENTS.md"),
    mode: Some(0o644),
    own: false,
    put: |_, text| Ok(block::put(text, MARKS, POLICY_TEXT)),
    take: |_, text| Ok(block::take(text, MARKS)),
    put_back: |text, before| Ok(block::put_back(text, before, MARKS)),
    part: |text| block::foreign(text, MARKS).map(Value::from),
    is_shared: |text| block::is_shared(text, MARKS),
    place: BLOCK_PLACE,
};

const KEY: &str = "mcp_servers";
const MARKS: &Marks = &Marks {
    begin: "<!-- MEMORYOSS_POLICY_BEGIN -->",
    end: "<!-- MEMORYOSS_POLICY_END -->",
    ours: is_policy,
};
pub const POLICY_TEXT: &str = "## Memory

A memory of earlier sessions is at hand through the `memoryoss` tools.

- Before you begin a task, call `memoryoss_recall` with what it is about, and use what comes back.
- When a decision, a preference, a fix or a fact about this project is settled, call `memoryoss_store` with one statement that can be understood by itself. Correct what is out of date with `memoryoss_update`.
- Never store passwords, keys or tokens.
- If the tools cannot be reached, say so and go on.";

pub fn is_policy(line: &str) -> bool {
    POLICY_TEXT.lines().any(|own| own == line)
}

/// Whether our tools are switched off there, which is somebody's wish.
pub fn is_off(text: &str) -> bool {
    let said = values::said(text, &[KEY, NAME], "enabled");
    said.is_ok_and(|said| said == Some(toml::Value::Boolean(false)))
}

/// Of a server that is asked by its address: Codex reads no settings with one of them beside a
/// command.
const FOREIGN: [&str; 6] = [
    "url",
    "bearer_token",
    "bearer_token_env_var",
    "http_headers",
    "env_http_headers",
    "oauth_resource",
];

/// Where an entry stands, only what differs changes.
fn put_server(wiring: &Wiring, text: &str) -> Result<String, Fault> {
    let start = wiring.start();
    let entry = [KEY, NAME];
    if values::said(text, &[KEY], NAME)?.is_none() {
        return table::with(text, KEY, &start, false);
    }
    let text = FOREIGN.iter().try_fold(text.to_owned(), |text, key| {
        values::without(&text, &entry, key)
    })?;
    let fields = [
        ("command", json!(start.program)),
        ("args", json!(start.args)),
    ];
    fields.iter().try_fold(text, |text, (key, value)| {
        let said = values::said(&text, &entry, key)?;
        match said.is_some_and(|said| json!(said) == *value) {
            true => Ok(text),
            // A text of JSON, and a list of them, is one of TOML.
            false => values::set(&text, &entry, key, &value.to_string()),
        }
    })
}

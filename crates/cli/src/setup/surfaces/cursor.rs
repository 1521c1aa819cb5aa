//! Cursor: its tools, and a rule that is always on.

use serde_json::{Value, json};

use super::{BLOCK_PLACE, SERVER_PLACE, Surface, put_server, put_server_back, server, take_server};
use crate::setup::block::{self, Marks};
use crate::setup::profile::Client;

use super::codex::{POLICY_TEXT, is_policy};

pub const SERVER: Surface = Surface {
    client: Some(Client::Cursor),
    check: "cursor mcp",
    what: "Cursor may use the memory's tools",
    path: |wiring| wiring.home.join(".cursor").join("mcp.json"),
    mode: None,
    own: false,
    put: |wiring, text| {
        let start = wiring.start();
        let fields = [
            ("command", json!(start.program)),
            ("args", json!(start.args)),
        ];
        put_server(text, &fields, &[])
    },
    take: |_, text| take_server(text),
    put_back: put_server_back,
    part: server,
    is_shared: |_| false,
    place: SERVER_PLACE,
};

pub const RULE: Surface = Surface {
    client: Some(Client::Cursor),
    check: "cursor rules",
    what: "when to ask the memory, and when to tell it something",
    path: |wiring| {
        wiring
            .home
            .join(".cursor")
            .join("rules")
            .join("memoryoss.mdc")
    },
    mode: Some(0o644),
    own: true,
    put: |_, text| Ok(put_rule(text)),
    take: |_, text| Ok(take_rule(text)),
    put_back: |text, before| Ok(block::put_back(text, before, MARKS)),
    part: |text| block::foreign(text, MARKS).map(Value::from),
    is_shared: |text| block::is_shared(text, MARKS),
    place: BLOCK_PLACE,
};

const MARKS: &Marks = &Marks {
    begin: "<!-- MEMORYOSS_CURSOR_RULE_BEGIN -->",
    end: "<!-- MEMORYOSS_CURSOR_RULE_END -->",
    ours: is_policy,
};
const HEAD: &str = "---\ndescription: A memory of earlier sessions\nalwaysApply: true\n---\n";

fn put_rule(text: &str) -> String {
    let text = if text.trim().is_empty() { HEAD } else { text };
    block::put(text, MARKS, POLICY_TEXT)
}

/// What somebody wrote around it stays.
fn take_rule(text: &str) -> String {
    let left = block::take(text, MARKS);
    match left.trim() == HEAD.trim() {
        true => String::new(),
        false => left,
    }
}
